// One line of the text format in which Prometheus is served (version 0.0.4).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace joulemark::dcgm_exporter {

// The name that a line begins with; empty: a comment, a blank line.
std::string_view name_in(std::string_view line);

struct Sample {
  std::string_view name;
  std::vector<std::pair<std::string, std::string>> labels;
  std::string_view value;  // as it is written

  // Empty: the sample has no such label.
  [[nodiscard]] std::string_view label(std::string_view name) const;
};

// Empty: the line is no sample (a comment, cut short, quotes that do not end).
std::optional<Sample> parse_sample(std::string_view line);

}  // namespace joulemark::dcgm_exporter
