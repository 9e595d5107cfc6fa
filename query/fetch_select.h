// What a request selects, in the words of the server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "promapi/selector.h"
#include "query/fetch.h"

namespace joulemark {

inline std::vector<LabelMatcher> matchers_of(const FetchRequest& request) {
  std::vector<LabelMatcher> out = request.matchers;
  if (!request.nodes.empty()) out.push_back(one_of("node", request.nodes));
  return out;
}

}  // namespace joulemark
