#include "sources/hwmon/sensors.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "sources/hwmon/acpi_meter.h"
#include "sources/hwmon/graphics.h"

namespace joulemark::hwmon {
namespace {

using std::chrono::milliseconds;

constexpr double kJoulesPerCount = 1e-6;
constexpr double kMicrowatt = 1e-6, kMilliwatt = 1e-3;
constexpr double kEnough = 0.95;  // METHOD G-7
constexpr Duration kFast = milliseconds(100), kFastest = milliseconds(10);
constexpr Duration kSlow = std::chrono::seconds(1);
constexpr Duration kMeterLatency = std::chrono::seconds(1);  // METHOD's row for hwmon meters

Duration duration_of(std::optional<unsigned> number) { return milliseconds(number.value_or(0)); }

// The text is no limit of error, so it counts as one standard deviation (METHOD ).
Accuracy stated_accuracy(double relative) {
  return {.relative = relative,
          .absolute = Watts(0.0),
          .distribution = Distribution::kNormalK1,
          .dof = 12.5,
          .group = {},
          .source = AccuracySource::kDevice};
}

void describe_power(const ChipView& view, const Channel& channel, Sensor& sensor) {
  Metrology& metrology = sensor.metrology;
  const bool acpi = view.chip.name == kAcpiMeter;
  metrology.resolution = acpi ? kMilliwatt : kMicrowatt;
  const std::string prefix = channel.id + "_";
  if (channel.average)
    metrology.averaging = duration_of(view.attributes.number(prefix + "average_interval"));
  // The row of the Grace says Tu = W.
  const bool grace = sensor.source_class == kGraceClass;
  const Duration update =
      grace ? metrology.averaging : duration_of(view.attributes.number("update_interval"));
  if (update > Duration(0)) metrology.update_interval = update;
  const auto accuracy = parse_accuracy(view.attributes.text(prefix + "accuracy"));
  if (!accuracy) return;
  metrology.accuracy = stated_accuracy(*accuracy);
  if (grace) return;
  // The row is for meters that state none; its latency holds for this one as well.
  sensor.source_class.clear();
  metrology.latency_max = kMeterLatency;
}

std::string model_of(const ChipView& view) {
  if (view.chip.name == kAcpiMeter) {
    std::string model = view.attributes.text("power1_model_number");
    return model.empty() ? view.chip.name : model;
  }
  if (!pci_address(view.chip.device)) return view.chip.name;
  const std::string id = view.attributes.device_text("device");
  return id.empty() ? view.chip.name : id;
}

Sensor sensor_of(const ChipView& view, const Channel& channel, Place place) {
  Sensor sensor;
  sensor.source = "hwmon";
  sensor.id = view.chip.key() + "/" + channel.id;
  sensor.scope = std::move(place.scope);
  sensor.component = place.component;
  sensor.boundary = place.boundary;
  const bool unknown = place.boundary == Boundary::kUnknown;
  sensor.supply = unknown ? Supply::kUnknown : Supply::kDc;
  sensor.source_class = place.source_class;
  sensor.driver = view.chip.name;
  sensor.vendor = std::move(place.vendor);
  sensor.model = model_of(view);
  if (view.chip.name == kAcpiMeter) sensor.serial = view.attributes.text("power1_serial_number");
  if (channel.energy) {
    sensor.quantity = QuantityKind::kEnergy;
    sensor.joules_per_count = sensor.metrology.resolution = kJoulesPerCount;
  } else {
    describe_power(view, channel, sensor);
  }
  return sensor;
}

// Whether readings at this interval leave nothing unobserved, or are counts (METHOD G-7, I-1).
bool is_periodic(const Sensor& sensor, Duration interval) {
  const Metrology& metrology = sensor.metrology;
  if (sensor.quantity == QuantityKind::kEnergy) return true;
  if (!metrology.update_interval || metrology.averaging == Duration(0)) return false;
  const Duration step = std::max(interval, *metrology.update_interval);
  return seconds(metrology.averaging) >= kEnough * seconds(step);
}

// Ten times a second; an average at least once while it lasts. A chassis meter goes through the
// firmware to a slow controller, and of a chip that nobody knows the cost is not known: once a
// second, and once per averaging interval.
Duration pace_of(const Sensor& sensor) {
  const Duration averaging = sensor.metrology.averaging;
  const bool slow = sensor.boundary == Boundary::kUnknown && sensor.driver != "ibmpowernv";
  if (slow) return averaging > Duration(0) ? std::clamp(averaging, kFast, kSlow) : kSlow;
  const bool contiguous = sensor.metrology.update_interval && averaging > Duration(0);
  return contiguous ? std::clamp(averaging, kFastest, kFast) : kFast;
}

void set_pace(std::vector<Candidate>& candidates, const Options& options) {
  Duration interval = kSlow;
  for (const Candidate& c : candidates) interval = std::min(interval, pace_of(c.sensor));
  interval = options.interval.value_or(interval);
  const bool periodic = std::ranges::all_of(
      candidates, [&](const Candidate& c) { return is_periodic(c.sensor, interval); });
  for (Candidate& candidate : candidates) {
    candidate.sensor.metrology.sampling = periodic ? Sampling::kPeriodic : Sampling::kStratified;
    candidate.sensor.metrology.sampling_interval = interval;
  }
}

}  // namespace

std::optional<double> parse_accuracy(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  double percent = 0.0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, percent);
  if (error != std::errc{} || rest != end) return std::nullopt;
  if (!(percent > 0.0 && percent < 100.0)) return std::nullopt;
  return 1.0 - percent / 100.0;
}

std::vector<Candidate> plan_sensors(const ChipView& view, const Options& options) {
  std::vector<Candidate> candidates;
  for (Channel& channel : labelled(find_channels(view.chip, view.attributes), view.attributes)) {
    Sensor sensor = sensor_of(view, channel, place_of(view, channel));
    candidates.push_back({std::move(channel), std::move(sensor)});
  }
  set_pace(candidates, options);
  return candidates;
}

}  // namespace joulemark::hwmon
