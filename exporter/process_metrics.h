// The exporter as a process: what every exporter says of itself (process_*).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/units.h"

namespace joulemark {

struct ProcessFacts {
  double cpu_seconds = 0.0;
  std::uint64_t open_fds = 0, max_fds = 0;
  std::uint64_t virtual_bytes = 0, resident_bytes = 0;
  std::uint64_t threads = 0;
  UtcTime started;
};

// Empty where /proc/self is not readable.
std::optional<ProcessFacts> read_process_facts();

// The fields of /proc/self/stat that matter here; empty if the line is not one.
struct StatLine {
  std::uint64_t threads = 0, start_ticks = 0, virtual_bytes = 0, resident_pages = 0;
};
std::optional<StatLine> parse_stat(std::string_view line);

}  // namespace joulemark
