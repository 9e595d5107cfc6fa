// Writes the text format of Prometheus, version 0.0.4: each family one block, in the order of the
// calls. Absent values are left out: a value that is no number never reaches the page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/units.h"

namespace joulemark {

class PageWriter {
 public:
  explicit PageWriter(std::string& out) : out_(out) {}

  // Begins a family of the catalogue; its HELP and TYPE appear with the first sample.
  void family(std::string_view name);

  // labels: "{a="b"}" or empty.
  void number(std::string_view labels, double value);
  void count(std::string_view labels, std::uint64_t value);
  void product(std::string_view labels, std::uint64_t counts, double unit);
  void time(std::string_view labels, UtcTime value);

 private:
  void begin_sample(std::string_view labels);

  std::string& out_;
  std::string_view name_;
  bool headed_ = false;
};

}  // namespace joulemark
