#include "exporter/build_info.h"

#include "measurement/defaults.h"

namespace joulemark {

const BuildInfo& build_info() {
  static constexpr BuildInfo kInfo{JOULEMARK_VERSION, JOULEMARK_REVISION, kMethodVersion,
                                   kTableVersion};
  return kInfo;
}

}  // namespace joulemark
