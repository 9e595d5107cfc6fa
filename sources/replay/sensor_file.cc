#include "sources/replay/sensor_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>

#include "sources/replay/hash.h"

namespace joulemark::replay {
namespace {

constexpr std::string_view kPlainName = "expected letters, digits and ._:/- (at most 200)";

bool is_scope(std::string_view scope) {
  constexpr std::string_view kSegment = "abcdefghijklmnopqrstuvwxyz0123456789._:-/";
  return !scope.empty() && scope.size() <= 200 && scope.front() != '/' && scope.back() != '/' &&
         scope.find("//") == std::string_view::npos &&
         scope.find_first_not_of(kSegment) == std::string_view::npos;
}

void read_identity(Fields& fields, Sensor& sensor) {
  fields.require("id").text("id", sensor.id).check(is_plain_name(sensor.id), "id", kPlainName);
  fields.require("scope").text("scope", sensor.scope);
  fields.check(is_scope(sensor.scope), "scope",
               "expected a path such as node or node/gpu:0 (segments of a-z 0-9 . _ : -)");
  fields.word("component", sensor.component, parse_component,
              "node cpu memory gpu module psu outlet inlet shelf busbar chassis rack switch cdu "
              "rail other");
  fields.word("boundary", sensor.boundary, parse_boundary,
              "ac_input dc_input psu_output component unknown");
  fields.word("supply", sensor.supply, parse_supply, "ac dc unknown");
  fields.require("quantity").word("quantity", sensor.quantity, parse_quantity_kind, "power energy");
  fields.text("vendor", sensor.vendor).text("model", sensor.model);
  fields.text("firmware", sensor.firmware).text("serial", sensor.serial);
  fields.text("source_class", sensor.source_class);
}

Fields& non_negative(Fields& fields, std::string_view key, double& out, double most) {
  return fields.number(key, out).check(out >= 0.0 && out <= most, key,
                                       "must be at least 0 and plausible");
}

// As a device states its own limits of error; without them they are not known.
void read_accuracy(Fields& fields, Sensor& sensor) {
  Accuracy& accuracy = sensor.metrology.accuracy;
  double absolute = 0.0;
  non_negative(fields, "accuracy_ratio", accuracy.relative, 1.0);
  non_negative(fields, "accuracy_watts", absolute, kMostWatts.value());
  accuracy.absolute = Watts(absolute);
  if (accuracy.relative <= 0.0 && absolute <= 0.0) return;  // METHOD S-4: 0 means not stated
  accuracy.source = AccuracySource::kDevice;
  accuracy.group = default_accuracy_group(sensor);
}

Result<std::optional<Bound>> read_bound(const Settings* item) {
  if (item == nullptr) return std::nullopt;
  Bound bound;
  Fields fields(*item);
  fields.require("watts").watts("watts", bound.watts);
  fields.check(bound.watts >= Watts(0) && bound.watts <= kMostWatts, "watts",
               "must be between 0 and 1e8 W");
  fields.require("source").word("source", bound.source, parse_bounds_source,
                                "measured_idle nameplate device declared");
  fields.check(bound.source != BoundsSource::kObserved, "source",
               "must be one of: measured_idle nameplate device declared");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return bound;
}

Result<void> read_bounds(const Settings* bounds, Metrology& metrology) {
  if (bounds == nullptr) return {};
  Fields fields(*bounds);
  auto low = read_bound(fields.child("p_min"));
  auto high = read_bound(fields.child("p_max"));
  if (auto done = fields.finish(); !done) return done;
  if (!low) return tl::unexpected(low.error());
  if (!high) return tl::unexpected(high.error());
  metrology.power_min = *low;
  metrology.power_max = *high;
  return {};
}

void read_timing(Fields& fields, SensorSpec& spec) {
  Metrology& metrology = spec.sensor.metrology;
  bool known = true;
  fields.duration("update_interval", spec.update_interval).duration("latency", spec.latency);
  fields.check(spec.update_interval <= kLongest, "update_interval", "must be at most 100 years");
  fields.check(spec.latency <= kLongest, "latency", "must be at most 100 years");
  fields.boolean("update_interval_known", known);
  if (known) metrology.update_interval = spec.update_interval;
  metrology.latency_min = metrology.latency_max = spec.latency;
}

void read_errors(Fields& fields, SensorSpec& spec) {
  double gain = 0.0;
  Watts offset;
  fields.number("gain_error", gain);
  fields.check(gain > -1.0 && gain <= 1.0, "gain_error", "must be above -1 and at most 1");
  fields.watts("offset_watts", offset);
  fields.check(offset >= Watts(-1e8) && offset <= kMostWatts, "offset_watts",
               "must be within 1e8 W");
  if (gain > -1.0 && gain <= 1.0) spec.gain_billionths = std::llround(gain * 1e9);
  if (std::abs(offset.value()) <= kMostWatts.value()) spec.offset = to_nanowatts(offset);
}

void refuse(Fields& fields, std::initializer_list<std::string_view> keys, std::string_view what) {
  for (const std::string_view key : keys) fields.check(fields.child(key) == nullptr, key, what);
}

void read_power(Fields& fields, SensorSpec& spec) {
  refuse(fields, {"resolution_joules", "modulus_joules"}, "is a key of quantity: energy");
  Metrology& metrology = spec.sensor.metrology;
  double noise = 0.0;
  non_negative(fields, "resolution_watts", metrology.resolution, kMostWatts.value());
  non_negative(fields, "noise_watts", noise, kMostWatts.value());
  spec.noise = Watts(noise);
  fields.duration("averaging", metrology.averaging);
  fields.check(metrology.averaging <= kLongest, "averaging", "must be at most 100 years");
  fields.number("observed_ratio", metrology.observed_ratio);
  fields.check(metrology.observed_ratio > 0.0 && metrology.observed_ratio <= 1.0, "observed_ratio",
               "must be above 0 and at most 1");
  fields.check(metrology.observed_ratio == 1.0 || metrology.averaging > Duration{0},
               "observed_ratio", "needs averaging: it is a fraction of that");
  fields.word("rounding", metrology.rounding, parse_rounding, "round floor");
}

void read_modulus(Fields& fields, SensorSpec& spec) {
  double modulus = 0.0;
  fields.number("modulus_joules", modulus);
  if (fields.child("modulus_joules") == nullptr) return;
  const double counts = modulus / spec.sensor.joules_per_count;
  const double whole = std::round(counts);
  // Neither number need be exact in binary.
  const bool fits =
      whole >= 2.0 && whole <= 9e18 && std::abs(counts - whole) <= 0.01 + 4e-16 * whole;
  fields.check(fits, "modulus_joules", "must be a whole number, at least 2, of resolution_joules");
  if (!fits) return;
  spec.sensor.modulus_counts = static_cast<std::uint64_t>(whole);
  spec.sensor.metrology.modulus = Joules(whole * spec.sensor.joules_per_count);
}

void read_energy(Fields& fields, SensorSpec& spec) {
  refuse(fields, {"resolution_watts", "noise_watts", "averaging", "observed_ratio", "rounding"},
         "is a key of quantity: power");
  Sensor& sensor = spec.sensor;
  double count = 0.0;
  fields.require("resolution_joules").number("resolution_joules", count);
  const bool fits = count >= 1e-9 && count <= 1e12;
  fields.check(fits, "resolution_joules", "must be between 1e-9 and 1e12 J");
  if (!fits) return;
  sensor.joules_per_count = sensor.metrology.resolution = count;
  sensor.metrology.rounding = Rounding::kFloor;
  spec.resolution = to_attojoules(Joules(count));
  read_modulus(fields, spec);
}

Result<LoadPtr> load_of(const Settings& item, const Settings* name, const NodeContext& node) {
  if (name != nullptr) return find_load(*name, node.loads);
  if (node.load == nullptr) return item.error("needs the key 'load': its node has none");
  return node.load;
}

// A counter that could run backwards is a scenario that nobody means.
bool runs_backwards(const SensorSpec& spec) {
  const Int128 least =
      scale_by_billionths(spec.load->range().least, kBillion + spec.gain_billionths) + spec.offset;
  return spec.sensor.quantity == QuantityKind::kEnergy && least < 0;
}

bool wraps_without_modulus(const SensorSpec& spec) {
  return spec.sensor.modulus_counts == 0 &&
         std::any_of(spec.faults.begin(), spec.faults.end(),
                     [](const Fault& fault) { return fault.kind == FaultKind::kWrap; });
}

Result<SensorSpec> complete(const Settings& item, SensorSpec spec, const NodeContext& node) {
  auto load = load_of(item, item.find("load"), node);
  if (!load) return tl::unexpected(load.error());
  spec.load = std::move(*load);
  if (auto done = read_bounds(item.find("bounds"), spec.sensor.metrology); !done)
    return tl::unexpected(done.error());
  if (const Settings* faults = item.find("faults")) {
    auto read = read_faults(*faults, spec.sensor.quantity);
    if (!read) return tl::unexpected(read.error());
    spec.faults = std::move(*read);
  }
  if (runs_backwards(spec))
    return item.find("offset_watts")->error("the counter would run backwards at the least load");
  if (wraps_without_modulus(spec)) return item.error("a wrap needs the key 'modulus_joules'");
  return spec;
}

}  // namespace

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() <= 200 &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 ||
                  std::string_view("._:/-").find(static_cast<char>(c)) != std::string_view::npos;
         });
}

Result<LoadPtr> find_load(const Settings& name, const Loads& loads) {
  const auto text = name.as_text();
  if (!text) return name.error("expected the name of a load");
  const auto load = loads.find(*text);
  if (load == loads.end()) return name.error("there is no load '" + *text + "'");
  return load->second;
}

Result<SensorSpec> read_sensor(const Settings& item, const NodeContext& node) {
  SensorSpec spec;
  Sensor& sensor = spec.sensor;
  sensor.node = node.name;
  sensor.rack = node.rack;
  sensor.source = "replay";
  sensor.simulated = true;
  Fields fields(item);
  read_identity(fields, sensor);
  read_accuracy(fields, sensor);
  read_timing(fields, spec);
  read_errors(fields, spec);
  if (sensor.quantity == QuantityKind::kEnergy)
    read_energy(fields, spec);
  else
    read_power(fields, spec);
  double ceiling = 0.0;
  if (non_negative(fields, "ceiling_watts", ceiling, kMostWatts.value());
      fields.child("ceiling_watts") != nullptr)
    sensor.metrology.ceiling = Watts(ceiling);
  for (const char* key : {"load", "bounds", "faults"}) fields.child(key);
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  spec.seed = hash(sensor.node + "/" + sensor.id);
  if (spec.update_interval > Duration{0})
    spec.update_phase = Duration(uniform_to(spec.update_interval.count() - 1, mix(spec.seed)));
  return complete(item, std::move(spec), node);
}

}  // namespace joulemark::replay
