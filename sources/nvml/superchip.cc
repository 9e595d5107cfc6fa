#include "sources/nvml/superchip.h"

#include <cctype>

namespace joulemark::nvml {

bool names_a_superchip(std::string_view name) {
  for (const char* family : {"GH", "GB"}) {
    const auto at = name.find(family);
    if (at != name.npos && at + 2 < name.size() &&
        std::isdigit(static_cast<unsigned char>(name[at + 2])) != 0)
      return true;
  }
  return false;
}

}  // namespace joulemark::nvml
