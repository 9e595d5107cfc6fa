// Selects series by metric names and label matchers; writes itself as PromQL with every character
// quoted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace joulemark {

struct LabelMatcher {
  enum class Op { kEqual, kNotEqual, kMatch, kNoMatch };  // = != =~ !~
  std::string name;
  Op op = Op::kEqual;
  std::string value;
  friend bool operator==(const LabelMatcher&, const LabelMatcher&) = default;
};

struct Selector {
  std::vector<std::string> metrics;  // any of these names; at least one
  std::vector<LabelMatcher> matchers;
};

std::string to_promql(const Selector& selector);

// The label has one of these values, none of which is a pattern.
LabelMatcher one_of(std::string_view name, const std::vector<std::string>& values);

// name="value", name!="value", name=~"pattern", name!~"pattern"; anything else is kInvalid.
Result<LabelMatcher> parse_matcher(std::string_view text);

// metric{label="value",...}, without range, offset or function; anything else is kInvalid.
Result<Selector> parse_selector(std::string_view text);

}  // namespace joulemark
