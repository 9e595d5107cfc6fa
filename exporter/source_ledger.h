// Health of the sources: who is being read, what failed and why, how long reads take. Part of the
// ledger; pure, so times are handed in. One source (registry name) may have several owners, one per
// device: the series of a source speak for all of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/source.h"
#include "core/units.h"
#include "exporter/sensor_ledger.h"

namespace joulemark {

inline constexpr std::array kReadDurationBounds = {0.0001, 0.0003, 0.001, 0.003, 0.01,
                                                   0.03,   0.1,    0.3,   1.0,   3.0};
inline constexpr std::size_t kErrorCodes = 7;

struct ReadDurations {
  std::array<std::uint64_t, kReadDurationBounds.size() + 1> buckets{};  // not cumulative
  double sum = 0.0;                                                     // s
  void add(Duration duration);
};

// Counters of a source; they outlive a reload.
struct SourceTotals {
  std::array<std::uint64_t, kErrorCodes> errors{};  // by ErrorCode
  ReadDurations durations;
  std::uint64_t abandoned = 0;
  std::optional<UtcTime> last_success;
};

struct SourceView {
  std::string name;
  bool up = false;
  std::string reason;  // why it is not up
  SourceTotals totals;
  std::vector<TargetsHealth> targets;  // of its owners
};

class SourceLedger {
 public:
  // wanted: the user asked for it, so its absence is a failure and not silence.
  void start(OwnerId owner, std::string source, bool wanted, MonotonicTime now);
  void stop(OwnerId owner);
  // Its thread hangs and is left behind.
  void abandon(OwnerId owner);

  // A probe, a discovery or a read begins; it hangs after `limit`.
  void begin(OwnerId owner, MonotonicTime limit);
  struct Change {
    bool changed = false;  // healthy <-> failing, or another code: worth a log line
    std::optional<ErrorCode> previous;
  };
  Change failed(OwnerId owner, const Error& error);  // of a probe or a discovery
  void probed(OwnerId owner);                        // it ended well
  Change read_failed(OwnerId owner, Duration duration, const Error& error);
  Change read_done(OwnerId owner, Duration duration, UtcTime now);

  void tell_targets(OwnerId owner, TargetsHealth targets);

  // Owners that hang since the last call, with their reasons; each is counted as a timeout once.
  struct Hanging {
    std::string source;
    OwnerId owner{};
  };
  std::vector<Hanging> newly_hanging(MonotonicTime now);

  // Every owner has tried its first discovery, or had 5 s for it: never dependent on a device.
  [[nodiscard]] bool ready(MonotonicTime now) const;
  [[nodiscard]] std::vector<SourceView> view(MonotonicTime now) const;

 private:
  struct Owner {
    std::string source;
    bool wanted = false;
    bool tried = false;
    bool absent = false;  // kNotPresent
    bool read_once = false;
    MonotonicTime started;
    std::optional<MonotonicTime> limit;  // of the call in progress
    bool hang_counted = false;
    std::optional<ErrorCode> failing;
    std::string reason;
    TargetsHealth targets;
  };

  Owner* find(OwnerId owner);
  static Change healthy(Owner& owner);
  static std::string trouble_of(const Owner& owner, MonotonicTime now);

  std::map<OwnerId, Owner> owners_;
  std::map<std::string, SourceTotals> totals_;
};

}  // namespace joulemark
