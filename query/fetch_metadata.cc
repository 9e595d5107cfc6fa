#include "query/fetch_metadata.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/metric_names.h"
#include "measurement/defaults.h"

namespace joulemark {
namespace {

constexpr double kMostSupplies = 1000.0;

constexpr std::array<std::string_view, 13> kValues{metric::kAccuracyRatio,
                                                   metric::kAccuracyWatts,
                                                   metric::kAccuracyDof,
                                                   metric::kAccuracyCommonRatio,
                                                   metric::kResolutionWatts,
                                                   metric::kResolutionJoules,
                                                   metric::kUpdateInterval,
                                                   metric::kAveraging,
                                                   metric::kObservedRatio,
                                                   metric::kLatency,
                                                   metric::kSamplingInterval,
                                                   metric::kBound,
                                                   metric::kRating};

// The closed list of FORMATS 2 without the identity.
constexpr std::array<std::string_view, 23> kInfoLabels{"scope",
                                                       "component",
                                                       "boundary",
                                                       "supply",
                                                       "quantity",
                                                       "power_kind",
                                                       "sampling",
                                                       "time",
                                                       "rounding",
                                                       "accuracy_source",
                                                       "accuracy_distribution",
                                                       "accuracy_group",
                                                       "vendor",
                                                       "model",
                                                       "serial",
                                                       "firmware",
                                                       "driver",
                                                       "rack",
                                                       "chassis",
                                                       "source_class",
                                                       "filtered",
                                                       "simulated",
                                                       "method"};

std::vector<std::string> metadata_metrics() {
  std::vector<std::string> out{std::string(metric::kSensorInfo)};
  out.insert(out.end(), kValues.begin(), kValues.end());
  return out;
}

Labels info_labels(const Labels& labels) {
  Labels out;
  for (const std::string_view name : kInfoLabels)
    if (const auto value = label(labels, name); !value.empty()) out.emplace(name, value);
  return out;
}

std::string value_name(const Labels& labels) {
  std::string out(label(labels, "__name__"));
  for (const std::string_view name : {"limit", "evidence"})
    if (const auto value = label(labels, name); !value.empty()) out += " " + std::string(value);
  return out;
}

// Several scrape jobs may tell the same; telling something else is a contradiction.
void add(MetadataSnapshot& snapshot, const InstantSample& sample) {
  const MetadataKey key{sensor_key(sample.labels), label(sample.labels, "instance")};
  SensorMetadata& metadata = snapshot.sensors[key];
  if (label(sample.labels, "__name__") == metric::kSensorInfo) {
    Labels info = info_labels(sample.labels);
    if (!metadata.info.empty() && metadata.info != info) snapshot.contradicted.insert(key);
    metadata.info = std::move(info);
    return;
  }
  const auto [entry, is_new] = metadata.values.emplace(value_name(sample.labels), sample.value);
  if (!is_new && entry->second != sample.value) snapshot.contradicted.insert(key);
}

// Reads one sensor; remembers the first word that is not known.
class MetadataReader {
 public:
  explicit MetadataReader(const SensorMetadata& metadata) : metadata_(metadata) {}

  [[nodiscard]] std::string text(std::string_view name) const {
    return std::string(label(metadata_.info, name));
  }
  [[nodiscard]] bool flag(std::string_view name) const {
    return label(metadata_.info, name) == "true";
  }
  template <class T, class Parse>
  void word(std::string_view name, T& out, Parse parse) {
    const std::string_view value = label(metadata_.info, name);
    if (value.empty()) return;
    if (const auto parsed = parse(value))
      out = *parsed;
    else if (unknown_.empty())
      unknown_ = std::string(name) + "=\"" + std::string(value) + '"';
  }
  template <class T, class Parse>
  void lenient_word(std::string_view name, T& out, Parse parse) const {
    if (const auto parsed = parse(label(metadata_.info, name))) out = *parsed;
  }
  [[nodiscard]] std::optional<double> value(std::string_view name) const {
    const auto found = metadata_.values.find(std::string(name));
    return found == metadata_.values.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] std::optional<Duration> duration(std::string_view name) const {
    const auto found = value(name);
    return found ? std::optional(from_seconds(*found)) : std::nullopt;
  }
  // Of several bounds with evidence the widest holds: a narrower one may be wrong. Declared ones
  // count only if there is nothing else (METHOD S-4b).
  [[nodiscard]] std::optional<Bound> bound(std::string_view limit) const;
  [[nodiscard]] const std::string& unknown() const { return unknown_; }

 private:
  const SensorMetadata& metadata_;
  std::string unknown_;
};

std::optional<Bound> MetadataReader::bound(std::string_view limit) const {
  const std::string prefix = std::string(metric::kBound) + " " + std::string(limit) + " ";
  std::optional<Bound> widest;
  for (const auto& [name, watts] : metadata_.values) {
    if (!name.starts_with(prefix)) continue;
    const auto source = parse_bounds_source(std::string_view(name).substr(prefix.size()))
                            .value_or(BoundsSource::kDeclared);
    const bool wider =
        widest && (limit == "min" ? watts < widest->watts.value() : watts > widest->watts.value());
    const bool better =
        widest && widest->source == BoundsSource::kDeclared && source != BoundsSource::kDeclared;
    const bool worse =
        widest && widest->source != BoundsSource::kDeclared && source == BoundsSource::kDeclared;
    if (!widest || better || (wider && !worse)) widest = Bound{Watts(watts), source};
  }
  return widest;
}

// Limits of error that nobody states are not zero: then nobody is the source either.
Accuracy accuracy_of(MetadataReader& reader) {
  Accuracy out;
  const auto relative = reader.value(metric::kAccuracyRatio);
  const auto absolute = reader.value(metric::kAccuracyWatts);
  out.relative = relative.value_or(0.0);
  out.absolute = Watts(absolute.value_or(0.0));
  out.dof = reader.value(metric::kAccuracyDof);
  out.common = reader.value(metric::kAccuracyCommonRatio).value_or(1.0);
  out.group = reader.text("accuracy_group");
  reader.word("accuracy_distribution", out.distribution, parse_distribution);
  reader.word("accuracy_source", out.source, parse_accuracy_source);
  if (!relative && !absolute) out.source = AccuracySource::kNone;
  return out;
}

Metrology metrology_of(MetadataReader& reader, QuantityKind quantity) {
  Metrology out;
  out.averaging = reader.duration(metric::kAveraging).value_or(Duration{0});
  out.observed_ratio = reader.value(metric::kObservedRatio).value_or(1.0);
  out.update_interval = reader.duration(metric::kUpdateInterval);
  out.latency_min = reader.duration(std::string(metric::kLatency) + " min").value_or(Duration{0});
  out.latency_max =
      reader.duration(std::string(metric::kLatency) + " max").value_or(out.latency_min);
  out.resolution = reader
                       .value(quantity == QuantityKind::kEnergy ? metric::kResolutionJoules
                                                                : metric::kResolutionWatts)
                       .value_or(0.0);
  out.sampling_interval = reader.duration(metric::kSamplingInterval);
  out.power_min = reader.bound("min");
  out.power_max = reader.bound("max");
  if (const auto rating = reader.value(metric::kRating)) out.rating = Watts(*rating);
  out.filtered = reader.flag("filtered");
  reader.word("rounding", out.rounding, parse_rounding);
  reader.word("sampling", out.sampling, parse_sampling);
  reader.word("time", out.time_stamp, parse_time_stamp);
  reader.word("power_kind", out.power_kind, parse_power_kind);
  out.accuracy = accuracy_of(reader);
  return out;
}

// The exporter states the default limits of one row, whose absolute part counts per power supply.
std::uint64_t supplies_by_load(const Sensor& sensor) {
  const Accuracy& stated = sensor.metrology.accuracy;
  if (stated.source != AccuracySource::kClassDefault || !is_psu_input(sensor.source_class))
    return 0;
  const DefaultLimits* row = find_default_limits(sensor.source_class);
  const double supplies = stated.absolute / row->accuracy.absolute;
  return static_cast<std::uint64_t>(std::clamp(std::round(supplies), 1.0, kMostSupplies));
}

}  // namespace

Result<MetadataSnapshot> fetch_metadata(PrometheusClient& client,
                                        const std::vector<LabelMatcher>& matchers, UtcTime time) {
  auto samples = client.instant(to_promql({metadata_metrics(), matchers}), time);
  if (!samples) return tl::unexpected(std::move(samples.error()));
  MetadataSnapshot out;
  for (const InstantSample& sample : *samples) add(out, sample);
  std::erase_if(out.sensors, [](const auto& entry) { return entry.second.info.empty(); });
  return out;
}

Result<Sensor> to_sensor(const SensorKey& key, const SensorMetadata& metadata) {
  MetadataReader reader(metadata);
  Sensor out;
  out.node = key.node;
  out.source = key.source;
  out.id = key.sensor;
  out.scope = reader.text("scope");
  reader.lenient_word("component", out.component, parse_component);
  reader.lenient_word("boundary", out.boundary, parse_boundary);
  reader.lenient_word("supply", out.supply, parse_supply);
  reader.word("quantity", out.quantity, parse_quantity_kind);
  out.metrology = metrology_of(reader, out.quantity);
  out.vendor = reader.text("vendor");
  out.model = reader.text("model");
  out.serial = reader.text("serial");
  out.firmware = reader.text("firmware");
  out.driver = reader.text("driver");
  out.rack = reader.text("rack");
  out.chassis = reader.text("chassis");
  out.source_class = reader.text("source_class");
  out.metrology.supplies_by_load = supplies_by_load(out);
  out.simulated = reader.flag("simulated");
  if (!reader.unknown().empty())
    return fail(ErrorCode::kInvalid, "joulemark_sensor_info of " + to_string(key) + " says " +
                                         reader.unknown() +
                                         ", which this program does not know: take the version "
                                         "that fits the exporter");
  return out;
}

}  // namespace joulemark
