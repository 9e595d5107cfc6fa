#include "measurement/class.h"

#include "core/names.h"
#include "measurement/component.h"

namespace joulemark {
namespace {

constexpr NameTable<Class, 5> kNames = {{
    {Class::kCalibrated, "calibrated"},
    {Class::kCrossValidated, "cross-validated"},
    {Class::kCorroborated, "corroborated"},
    {Class::kVendorStated, "vendor-stated"},
    {Class::kReferenceOnly, "reference-only"},
}};

}  // namespace

std::string_view to_string(Class cls) { return name_of(kNames, cls); }
std::optional<Class> parse_class(std::string_view text) { return value_of(kNames, text); }

double uncertainty_limit(Class cls) {
  switch (cls) {
    case Class::kCalibrated:
      return 0.02;
    case Class::kCrossValidated:
      return 0.05;
    case Class::kCorroborated:
      return 0.07;
    case Class::kVendorStated:
      return 0.10;
    case Class::kReferenceOnly:
      break;
  }
  return kInfinity;
}

}  // namespace joulemark
