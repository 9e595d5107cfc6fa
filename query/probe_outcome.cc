#include "query/probe_outcome.h"

#include <algorithm>
#include <iterator>

#include "core/time_text.h"
#include "query/figures.h"

namespace joulemark {
namespace {

constexpr std::string_view kPermissionRemedy =
    "; here: sudo joulemark sources, or once: setcap cap_dac_read_search=ep on joulemark and on "
    "joulemark-exporter";
constexpr std::string_view kHangRemedy =
    ": the driver or the device hangs; see the kernel's log (dmesg)";

SourceState state_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNotPresent:
      return SourceState::kNothingHere;
    case ErrorCode::kPermission:
      return SourceState::kNoPermission;
    case ErrorCode::kTimeout:
      return SourceState::kNoAnswer;
    default:
      return SourceState::kFailed;
  }
}

// Of several devices without sensors, the one that asks for something to be done.
bool more_telling(SourceState a, SourceState b) {
  constexpr SourceState kOrder[] = {SourceState::kNoPermission, SourceState::kNoAnswer,
                                    SourceState::kFailed, SourceState::kNothingHere};
  return std::ranges::find(kOrder, a) < std::ranges::find(kOrder, b);
}

std::string with_remedy(const Error& error) {
  return error.message +
         (error.code == ErrorCode::kPermission ? std::string(kPermissionRemedy) : "");
}

void add_sensors(SourceLook& out, const DeviceLook& device) {
  for (const SensorLook& look : device.sensors) {
    const auto same = [&](const SensorLook& other) {
      return other.sensor.node == look.sensor.node && other.sensor.id == look.sensor.id;
    };
    if (std::ranges::any_of(out.sensors, same))
      out.problems.push_back("sensor '" + look.sensor.id +
                             "' exists twice; the second is left out");
    else
      out.sensors.push_back(look);
  }
}

void add_device(SourceLook& out, const DeviceLook& device, const LookOptions& limits) {
  SourceState state = SourceState::kFailed;
  if (!device.discovered) {
    state = SourceState::kNoAnswer;
    out.problems.push_back("a device did not say within " + format_duration(limits.answer_limit) +
                           " what it has" + std::string(kHangRemedy));
  } else if (!device.done) {
    state = SourceState::kFound;
    out.problems.push_back("a read did not end within " + format_duration(limits.read_limit) +
                           std::string(kHangRemedy));
  } else if (device.error) {
    state = state_of(device.error->code);
    if (state != SourceState::kNothingHere || !device.sensors.empty())
      out.problems.push_back(with_remedy(*device.error));
  }
  out.problems.insert(out.problems.end(), device.not_served.begin(), device.not_served.end());
  add_sensors(out, device);
  if (!out.sensors.empty())
    out.state = SourceState::kFound;
  else if (more_telling(state, out.state))
    out.state = state;
}

void add_open_error(SourceLook& out, const Error& error) {
  out.state = state_of(error.code);
  if (out.state == SourceState::kNothingHere) return;
  // A source that is off by default and cannot work without settings says which it misses.
  if (error.code == ErrorCode::kInvalid && !out.on_by_default)
    out.state = SourceState::kNeedsConfiguration;
  // Settings that stand in no file have no place to name.
  const bool nowhere = error.message.starts_with(": ");
  out.problems.push_back(with_remedy({error.code, error.message.substr(nowhere ? 2 : 0)}));
}

}  // namespace

SourceLook not_looked_at(const SourceEntry& entry) {
  return {.name = std::string(entry.name),
          .summary = std::string(entry.summary),
          .on_by_default = entry.on_by_default,
          .state = SourceState::kOff};
}

SourceLook outcome_of(const SourceEntry& entry, const Probe& probe, const LookOptions& limits) {
  SourceLook out = not_looked_at(entry);
  out.state = SourceState::kNothingHere;
  if (!probe.opened) {
    out.state = SourceState::kNoAnswer;
    out.problems.push_back("looking for it did not end within " +
                           format_duration(limits.answer_limit) + std::string(kHangRemedy));
  } else if (probe.error) {
    add_open_error(out, *probe.error);
  }
  for (const DeviceLook& device : probe.devices) add_device(out, device, limits);
  out.warnings = probe.warnings;
  return out;
}

}  // namespace joulemark
