// What the user wants: the configuration file (FORMATS 3) and the flags that change it. Every error
// names file, line, key and what is expected.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"
#include "core/sensor.h"
#include "core/settings.h"
#include "core/source.h"

namespace joulemark {

inline constexpr std::string_view kDefaultListenAddress = ":11818";

// Flags that stand above the file.
struct Overrides {
  std::string config_file;  // empty: no file
  std::vector<std::string> listen_addresses;
  std::string node;
  std::string replay_scenario;  // enables the source replay with this scenario
  bool disable_defaults = false;
  std::map<std::string, bool, std::less<>> sources;  // --source.x, --no-source.x
};

struct SourceChoice {
  const SourceEntry* entry = nullptr;
  bool wanted = false;  // named by the user, so that its absence is worth a line
  Settings settings;    // its part of the file without `enabled`
};

struct Config {
  std::string node;  // empty: $NODE_NAME, else the host name
  std::string rack;
  Supply supply = Supply::kUnknown;
  std::vector<std::string> listen_addresses;
  std::uint64_t seed = 0;             // 0: from the system
  std::vector<SourceChoice> sources;  // the enabled ones
};

// known: the registry. An empty `text` is a configuration without a file.
Result<Config> read_config(std::string_view text, const Overrides& overrides,
                           std::span<const SourceEntry> known);

// Reads the file that overrides name, if any.
Result<Config> load_config(const Overrides& overrides, std::span<const SourceEntry> known);

// Same keys and values, wherever they stand in their files.
bool same_settings(const Settings& a, const Settings& b);

// The error is about what the user wrote, and not about a device.
bool is_about_settings(const Error& error, const Settings& settings);

}  // namespace joulemark
