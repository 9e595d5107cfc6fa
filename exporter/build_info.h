// Which program this is.
#pragma once

#include <string_view>

namespace joulemark {

struct BuildInfo {
  std::string_view version, revision, method, table;
};

const BuildInfo& build_info();

}  // namespace joulemark
