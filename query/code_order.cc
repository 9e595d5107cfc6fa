#include "query/code_order.h"

#include <algorithm>

namespace joulemark {
namespace {

int seriousness(Code code) {
  switch (effect_of(code)) {
    case Effect::kRefuse:
    case Effect::kRefuseComparison:
    case Effect::kRefuseTotal:
    case Effect::kError:
      return 0;
    case Effect::kCap:
      return cap_of(code) == Class::kReferenceOnly ? 1 : 2;
    case Effect::kInform:
      break;
  }
  return 3;
}

}  // namespace

std::vector<Code> by_seriousness(const Codes& codes) {
  std::vector<Code> out(codes.begin(), codes.end());
  std::stable_sort(out.begin(), out.end(),
                   [](Code a, Code b) { return seriousness(a) < seriousness(b); });
  return out;
}

}  // namespace joulemark
