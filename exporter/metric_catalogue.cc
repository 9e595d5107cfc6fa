#include "exporter/metric_catalogue.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/metric_names.h"

namespace joulemark {
namespace {

using enum MetricType;

constexpr std::string_view kIdentity = "node, source, sensor";
constexpr std::string_view kPlaced = "node, source, sensor, scope, component, boundary";
constexpr std::string_view kUnknown = "not known";
constexpr std::string_view kNever = "never";
constexpr std::string_view kStale = "no reading yet, or none for max(3 s, 3 sampling intervals)";
constexpr std::string_view kBeforeFirst = "no reading yet";
constexpr std::string_view kNoFigure =
    "no sensor of the node is alive and has a basis, or a member has no fresh reading";

// In the order of the page.
constexpr std::array kCatalogue = {
    MetricEntry{metric::kPower, kGauge, "W", kPlaced,
                "Latest power of a power sensor, or the mean over the last reading interval of an "
                "energy counter.",
                kStale},
    MetricEntry{metric::kEnergy, kCounter, "J",
                "node, source, sensor, scope, component, boundary, method",
                "Energy since joulemark_energy_start_timestamp_seconds: the device's counter with "
                "its wraps removed (method=counter), or power integrated at the sampling rate of "
                "the exporter (method=integrated).",
                kStale},
    MetricEntry{metric::kReadingTime, kGauge, "s", kIdentity,
                "When the reading behind power and energy was taken, or the device's own time "
                "stamp; readings are taken on the exporter's clock, not on the scrape.",
                kStale},
    MetricEntry{metric::kSamplingVariance, kCounter, "J2", kIdentity,
                "Running sum of the sampling variance of the integrated energy.",
                "an energy counter, or as joulemark_energy_joules_total"},
    MetricEntry{metric::kPowerExtreme, kGauge, "W", "node, source, sensor, limit, window",
                "Smallest and largest power among the readings of the last 60 s.",
                "as joulemark_energy_joules_total, or an energy counter without a rate yet"},
    MetricEntry{metric::kEnergyStart, kGauge, "s", kIdentity,
                "When the count of energy began; changes whenever it restarts.", kBeforeFirst},
    MetricEntry{metric::kUncovered, kCounter, "s", kIdentity,
                "Time since the start for which no energy was counted.", kBeforeFirst},
    MetricEntry{metric::kResets, kCounter, "1", kIdentity,
                "Resets of the device's own counter since the start.", kBeforeFirst},

    MetricEntry{metric::kNodePower, kGauge, "W", "node, basis, complete",
                "Power of the node without counting anything twice; for dashboards.", kNoFigure},
    MetricEntry{metric::kNodeEnergy, kCounter, "J", "node, basis, complete",
                "Energy of the node without counting anything twice, since its members were "
                "chosen; for dashboards.",
                kNoFigure},
    MetricEntry{
        metric::kNodeMember, kGauge, "1", "node, source, sensor, basis, role",
        "What the sensor is to the figure of its node: counted, or why it is not. Basis none: "
        "nothing is counted.",
        kNever},

    MetricEntry{metric::kSensorInfo, kGauge, "1",
                "node, source, sensor, scope, component, boundary, supply, quantity, power_kind, "
                "sampling, time, rounding, accuracy_source, accuracy_distribution, "
                "accuracy_group, vendor, model, serial, firmware, driver, rack, chassis, "
                "source_class, filtered, simulated",
                "What the sensor is. serial only with --labels.serials.", kNever},
    MetricEntry{metric::kAccuracyRatio, kGauge, "1", kIdentity,
                "Limit of error, as a fraction of the reading.", kUnknown},
    MetricEntry{metric::kAccuracyWatts, kGauge, "W", kIdentity,
                "Limit of error, the part that does not depend on the reading.", kUnknown},
    MetricEntry{metric::kAccuracyDof, kGauge, "1", kIdentity,
                "Degrees of freedom of the limits of error.", kUnknown},
    MetricEntry{metric::kAccuracyCommonRatio, kGauge, "1", kIdentity,
                "Share of the error variance that is common to the accuracy group.", kUnknown},
    MetricEntry{metric::kResolutionWatts, kGauge, "W", kIdentity, "Resolution of a power sensor.",
                "not known, or an energy counter"},
    MetricEntry{metric::kResolutionJoules, kGauge, "J", kIdentity,
                "Resolution of an energy counter.", "not known, or a power sensor"},
    MetricEntry{metric::kUpdateInterval, kGauge, "s", kIdentity,
                "Time between changes of the value in the device.", kUnknown},
    MetricEntry{metric::kAveraging, kGauge, "s", kIdentity,
                "Window over which the device averages power; 0 for instantaneous.",
                "an energy counter"},
    MetricEntry{metric::kObservedRatio, kGauge, "1", kIdentity,
                "Share of its averaging window that the device really observes.", kNever},
    MetricEntry{metric::kLatency, kGauge, "s", "node, source, sensor, limit",
                "Limits of the delay between the true value and the reading.", kNever},
    MetricEntry{metric::kSamplingInterval, kGauge, "s", kIdentity,
                "Interval, or stratum, at which the exporter reads.", kNever},
    MetricEntry{metric::kBound, kGauge, "W", "node, source, sensor, limit, evidence",
                "Limits of the power, and where they come from.", kUnknown},
    MetricEntry{metric::kRating, kGauge, "W", kIdentity, "Rated power of the device.", kUnknown},

    MetricEntry{metric::kClockSynchronized, kGauge, "1", "",
                "1 if the kernel says that the clock is synchronised.", kNever},
    MetricEntry{metric::kClockErrorBound, kGauge, "s", "",
                "Largest error of the clock by the kernel's account.",
                "the clock is not synchronised"},
    MetricEntry{metric::kExporterTime, kGauge, "s", "",
                "The exporter's clock when this page was written.", kNever},

    MetricEntry{metric::kSourceUp, kGauge, "1", "source",
                "1 if the last read of every device of the source ended in time and without "
                "error.",
                "a source that is on by default and not present on this machine"},
    MetricEntry{metric::kSourceTargetUp, kGauge, "1", "source, target, node",
                "1 if the service was read without trouble in its last round.",
                "a source without services; a service that has not been tried yet"},
    MetricEntry{metric::kSourceReadDuration, kHistogram, "s", "source", "Duration of the reads.",
                "as joulemark_source_up"},
    MetricEntry{metric::kSourceErrors, kCounter, "1", "source, code",
                "Failed probes, discoveries and reads.", "no such error yet"},
    MetricEntry{metric::kSourceLastSuccess, kGauge, "s", "source",
                "When a read of the source last ended without error.", "no such read yet"},
    MetricEntry{metric::kSourceAbandoned, kCounter, "1", "source",
                "Threads left behind in a read that did not end, at a reload.",
                "as joulemark_source_up"},
    MetricEntry{metric::kBuildInfo, kGauge, "1", "version, revision, method, table",
                "Version of the exporter, of the method and of its table of default limits.",
                kNever},

    MetricEntry{"process_cpu_seconds_total", kCounter, "s", "",
                "Total user and system CPU time spent.", kNever},
    MetricEntry{"process_open_fds", kGauge, "1", "", "Open file descriptors.",
                "/proc is not readable"},
    MetricEntry{"process_max_fds", kGauge, "1", "", "Limit of open file descriptors.",
                "/proc is not readable"},
    MetricEntry{"process_virtual_memory_bytes", kGauge, "B", "", "Virtual memory size.",
                "/proc is not readable"},
    MetricEntry{"process_resident_memory_bytes", kGauge, "B", "", "Resident memory size.",
                "/proc is not readable"},
    MetricEntry{"process_start_time_seconds", kGauge, "s", "",
                "Start time of the process since 1970.", "/proc is not readable"},
    MetricEntry{"process_threads", kGauge, "1", "", "Threads of the process.",
                "/proc is not readable"},
};

constexpr std::string_view kPreamble = R"(# Metrics

Written by `joulemark-exporter --docs.metrics`; a test compares this file with the program.

* `node`, `source` and `sensor` identify a sensor. `node` is the machine that is measured, which is not always the one
  that the exporter runs on: scrape with `honor_labels: true`.
* Absent is not zero: a series without a valid value has no sample, never NaN and never 0.
* Power, energy, time, variance and extremes of one sensor always come from one and the same reading.
* `/metrics` has everything. `/metrics/energy` has, for the counted sensors only, energy, reading time, variance,
  extremes, start, uncovered and resets, and the three clock series: a small page for scrapes every second.
* Energy counters: use `rate(joulemark_energy_joules_total[1m])` for power in dashboards, and `joulemark energy` for the
  energy of a window with its uncertainty.

| metric | type | unit | labels | meaning | absent when |
|---|---|---|---|---|---|
)";

void append_row(std::string& out, const MetricEntry& entry) {
  out += "| `";
  out += entry.name;
  out += "` | ";
  out += to_string(entry.type);
  for (const std::string_view cell : {entry.unit, entry.labels, entry.help, entry.absent}) {
    out += " | ";
    out += cell;
  }
  out += " |\n";
}

}  // namespace

std::span<const MetricEntry> metric_catalogue() { return kCatalogue; }

const MetricEntry& metric_entry(std::string_view name) {
  const auto* const entry = std::ranges::find(kCatalogue, name, &MetricEntry::name);
  assert(entry != kCatalogue.end());
  return *entry;
}

std::string_view to_string(MetricType type) {
  switch (type) {
    case kCounter:
      return "counter";
    case kHistogram:
      return "histogram";
    case kGauge:
      break;
  }
  return "gauge";
}

std::string metrics_document() {
  std::string out(kPreamble);
  for (const MetricEntry& entry : kCatalogue) append_row(out, entry);
  return out;
}

}  // namespace joulemark
