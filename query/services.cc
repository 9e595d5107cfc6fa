#include "query/services.h"

#include <algorithm>

namespace joulemark {

int complain(const Services& services, const std::string& message) {
  std::string line = message;
  std::replace(line.begin(), line.end(), '\n', ' ');
  services.err << "joulemark: " << line << std::endl;
  return kFailed;
}

}  // namespace joulemark
