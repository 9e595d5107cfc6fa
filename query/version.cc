#include "query/version.h"

namespace joulemark {

std::string_view program_version() { return JOULEMARK_VERSION; }
std::string_view program_revision() { return JOULEMARK_REVISION; }

}  // namespace joulemark
