#include "query/plan/dcgm_mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/time_text.h"
#include "promapi/selector.h"
#include "query/plan/unit.h"
#include "sources/dcgm_exporter/cadence.h"
#include "sources/dcgm_exporter/field_table.h"
#include "sources/dcgm_exporter/page.h"

namespace joulemark {
namespace {

constexpr std::string_view kByAddress = "{pci_bus_id}", kByUuid = "{UUID}", kByOldUuid = "{uuid}";
constexpr double kLeastGpuWatts = 5.0, kMostGpuWatts = 3000.0;

std::vector<std::string> metrics_of(const PlanMapping& mapping) {
  const auto selector = parse_selector(mapping.match);
  return selector ? selector->metrics : std::vector<std::string>();
}

tl::unexpected<Error> complain(const Settings& item, const char* key, const std::string& what) {
  const Settings* at = item.find(key);
  return (at != nullptr ? *at : item).error(what);
}

Result<void> check_name(const Settings& item, const PlanMapping& mapping, const std::string& name) {
  const dcgm_exporter::Field* field = dcgm_exporter::find_field(name);
  if (field == nullptr)
    return complain(item, "match",
                    name +
                        " is no field of power or energy whose unit is known: "
                        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION (millijoule), "
                        "DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL (joule), DCGM_FI_DEV_POWER_USAGE "
                        "(watt) and others are (sources/dcgm_exporter)");
  const bool energy = field->what == dcgm_exporter::What::kEnergy;
  if (energy != (mapping.sensor.quantity == QuantityKind::kEnergy))
    return complain(item, "quantity", name + (energy ? " is an energy" : " is a power"));
  const auto factor = unit_factor(mapping.unit, mapping.sensor.quantity);
  if (factor && *factor != field->si_per_unit)
    return complain(item, "unit",
                    name + " is in " +
                        (!energy                     ? "watt"
                         : field->si_per_unit == 1.0 ? "joule"
                                                     : "millijoule"));
  return {};
}

Duration scrape_interval_of(const Series& series) {
  const std::size_t n = series.time.size();
  if (n < 2) return Duration(0);
  return (series.time.back() - series.time.front()) / static_cast<Duration::rep>(n - 1);
}

MonotonicTime moment(const Series& series, std::size_t i) {
  return MonotonicTime(series.time[i].time_since_epoch());
}

// Which samples say something that is no older than it may be.
std::vector<bool> fresh(const Series& series, dcgm_exporter::Cadence& cadence) {
  std::vector<bool> out;
  for (std::size_t i = 0; i < series.value.size(); ++i) {
    if (i > 0 && series.value[i] != series.value[i - 1]) cadence.changed(moment(series, i));
    const auto last = cadence.last();
    out.push_back(last && moment(series, i) - *last <= cadence.patience());
  }
  return out;
}

void keep(Series& series, const std::vector<bool>& kept) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    series.time[n] = series.time[i];
    series.value[n++] = series.value[i];
  }
  series.time.resize(n);
  series.value.resize(n);
}

// An index says nothing about which GPU it is, and changes from boot to boot.
Result<void> check_scope(const Settings& item, const PlanMapping& mapping) {
  for (const std::string_view token : {kByAddress, kByUuid, kByOldUuid})
    if (mapping.sensor.scope.find(token) != std::string::npos) return {};
  return complain(item, "scope",
                  "name each GPU by its address, as source nvml does, so that none counts twice: "
                  "node/gpu:{pci_bus_id} ({UUID}, where there is no such label)");
}

bool asks_the_driver(const SensorTelemetry& one) {
  return one.sensor.source == "nvml" || one.sensor.source == "dcgm_exporter";
}

double mean_watts(const Series& series) {
  double joules = 0.0;
  for (std::size_t i = 1; i < series.value.size(); ++i)
    joules += std::max(0.0, series.value[i] - series.value[i - 1]);
  return joules / seconds(series.time.back() - series.time.front());
}

}  // namespace

bool is_of_dcgm(const PlanMapping& mapping) {
  const auto names = metrics_of(mapping);
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return dcgm_exporter::is_of_dcgm(name); });
}

Result<void> check_dcgm_mapping(const Settings& item, const PlanMapping& mapping) {
  if (!is_of_dcgm(mapping)) return {};
  for (const std::string& name : metrics_of(mapping))
    if (auto done = check_name(item, mapping, name); !done) return done;
  if (auto done = check_scope(item, mapping); !done) return done;
  if (mapping.sensor.metrology.update_interval) return {};
  return complain(item, "update_interval",
                  "a dcgm-exporter repeats the value that it collected last: give update_interval, "
                  "its --collect-interval (30s, if it was started without)");
}

std::vector<RangeSeries> each_gpu_once(const std::vector<RangeSeries>& series,
                                       const PlanMapping& mapping) {
  if (!is_of_dcgm(mapping)) return series;
  std::vector<RangeSeries> out;
  std::set<std::string> seen;
  for (const RangeSeries& one : series) {
    std::string uuid(label(one.labels, "UUID"));
    if (uuid.empty()) uuid = label(one.labels, "uuid");
    if (uuid.starts_with("MIG-")) continue;
    const std::string name = std::string(label(one.labels, "__name__")) + "/" + uuid;
    if (uuid.empty() || seen.insert(name).second) out.push_back(one);
  }
  return out;
}

Result<Labels> dcgm_labels(const Labels& labels, const PlanMapping& mapping) {
  if (mapping.sensor.scope.find(kByAddress) == std::string::npos) return labels;
  const std::string_view told = label(labels, "pci_bus_id");
  const std::string address = dcgm_exporter::pci_address(told);
  if (address.empty())
    return fail(
        ErrorCode::kInvalid,
        fmt::format("mapping of {}: pci_bus_id '{}' is no address of a GPU{}", mapping.match, told,
                    told.empty() ? "; before 3.4 dcgm-exporter had none: write {UUID}" : ""));
  Labels out = labels;
  out["pci_bus_id"] = address;
  return out;
}

Result<void> check_no_second_name(const PlanMapping& mapping,
                                  const std::vector<SensorTelemetry>& mapped,
                                  const std::vector<SensorTelemetry>& others) {
  if (!is_of_dcgm(mapping) || mapping.sensor.scope.find(kByAddress) != std::string::npos) return {};
  for (const SensorTelemetry& one : mapped)
    for (const SensorTelemetry& other : others)
      if (asks_the_driver(other) && other.sensor.node == one.sensor.node)
        return fail(ErrorCode::kInvalid,
                    fmt::format("mapping of {}: {} has GPUs of source {}, too, which would count "
                                "twice: name them by {{pci_bus_id}}, or leave the mapping out",
                                mapping.match, one.sensor.node, other.sensor.source));
  return {};
}

Result<void> settle_dcgm_energy(SensorTelemetry& sensor) {
  Series& series = sensor.series;
  const Duration update = *sensor.sensor.metrology.update_interval;
  dcgm_exporter::Cadence cadence(update, scrape_interval_of(series));
  const auto kept = fresh(series, cadence);
  const auto good = std::count(kept.begin(), kept.end(), true);
  if (const auto slow = cadence.too_slow())
    return fail(ErrorCode::kInvalid,
                fmt::format("mapping: {} changes every {}: longer than update_interval ({}); give "
                            "what the dcgm-exporter was started with",
                            sensor.sensor.id, format_duration(*slow), format_duration(update)));
  keep(series, kept);
  if (good < 2) return {};
  const double watts = mean_watts(series);
  if (watts >= kLeastGpuWatts && watts <= kMostGpuWatts) return {};
  return fail(
      ErrorCode::kInvalid,
      fmt::format("mapping: {} climbs by {:.4g} W: not in the unit of its name, or of no GPU",
                  sensor.sensor.id, watts));
}

}  // namespace joulemark
