// The flags, in the manner of the Prometheus exporters.
#pragma once

#include <optional>
#include <string>

#include "core/source.h"
#include "exporter/config.h"
#include "platform/logging.h"

namespace joulemark {

// --replay.truth: what a scenario holds by construction.
struct TruthQuestion {
  std::string scenario;
  UtcTime start, end;
  std::string node;  // empty: all
};

struct CommandLine {
  Overrides overrides;
  std::string sysfs = "/sys", procfs = "/proc";
  bool show_serials = false;
  LogOptions log;
  bool check_config = false;
  bool write_metrics_document = false;
  std::optional<TruthQuestion> truth;
  std::optional<int> exit_status;  // help, version or an error: already printed
};

CommandLine parse_command_line(int argc, const char* const* argv,
                               std::span<const SourceEntry> known);

}  // namespace joulemark
