#include "query/crosscheck/gather_levels.h"

#include <algorithm>
#include <set>

#include "core/metric_names.h"
#include "core/time_text.h"
#include "query/clock_bounds.h"
#include "query/crosscheck/independence.h"
#include "query/crosscheck/mapped_chain.h"
#include "query/fetch_identity.h"
#include "query/figures.h"

namespace joulemark {
namespace {

constexpr double kSameClock = 0.0;  // s: a level's edges are cuts, the same for both sides
constexpr std::size_t kShownSensors = 5;

struct FoundSensor {
  SensorKey key;
  std::string instance;
  bool mapped = false;  // by a plan
  friend auto operator<=>(const FoundSensor&, const FoundSensor&) = default;
};

FoundSensor found_sensor(const SensorTelemetry& one) {
  return {{one.cluster, one.sensor.node, one.sensor.source, one.sensor.id}, one.exporter, true};
}

bool is_meant(const SensorSelector& selector, const SensorTelemetry& one) {
  return selector.matches({{"node", one.sensor.node},
                           {"source", one.sensor.source},
                           {"sensor", one.sensor.id},
                           {"scope", one.sensor.scope},
                           {"cluster", one.cluster},
                           {"instance", one.exporter}});
}

Result<FoundSensor> the_one(const SensorSelector& selector, const std::set<FoundSensor>& found,
                            UtcTime time) {
  if (found.size() == 1) return *found.begin();
  if (found.empty())
    return fail(ErrorCode::kNotPresent, "'" + selector.text + "': no sensor matches at " +
                                            format_time(time) +
                                            ": joulemark nodes shows what the server has");
  std::vector<std::string> names;
  names.reserve(found.size());
  for (const FoundSensor& one : found)
    names.push_back(to_string(one.key) + ", instance=\"" + one.instance + "\"");
  return fail(ErrorCode::kInvalid,
              "'" + selector.text + "' matches " + count(found.size(), "sensor") +
                  ", one is needed (several are added by giving the option again): " +
                  name_list(names, kShownSensors));
}

Result<FoundSensor> find_sensor(PrometheusClient& server, const SensorSelector& selector,
                                const std::vector<SensorTelemetry>& mapped, UtcTime time) {
  const auto samples =
      server.instant(to_promql({{std::string(metric::kSensorInfo)}, selector.matchers()}), time);
  if (!samples) return tl::unexpected(samples.error());
  std::set<FoundSensor> found;
  for (const InstantSample& sample : *samples)
    found.insert({sensor_key(sample.labels), std::string(label(sample.labels, "instance"))});
  for (const SensorTelemetry& one : mapped)
    if (is_meant(selector, one)) found.insert(found_sensor(one));
  return the_one(selector, found, time);
}

Result<std::vector<FoundSensor>> find_chain(PrometheusClient& server,
                                            const std::vector<SensorSelector>& selectors,
                                            const std::vector<SensorTelemetry>& mapped,
                                            UtcTime time, const char* option) {
  std::vector<FoundSensor> out;
  for (const SensorSelector& selector : selectors) {
    auto found = find_sensor(server, selector, mapped, time);
    if (!found) return fail_in(option, found.error());
    out.push_back(std::move(*found));
  }
  return out;
}

// The sensors of one side with their samples in one level.
struct ChainTelemetry {
  std::vector<Sensor> sensors;
  ChainSeries series;
  double clock = 0.5;
};

Result<ChainTelemetry> pick(const Telemetry& telemetry, const std::vector<FoundSensor>& chain) {
  ChainTelemetry out;
  std::set<std::string> exporters;
  for (const FoundSensor& wanted : chain) exporters.insert(wanted.instance);
  const ClockBounds clocks(telemetry.clocks, exporters, {kSameClock, 0.0});
  out.clock = clocks.delta();
  for (const FoundSensor& wanted : chain) {
    const auto found =
        std::find_if(telemetry.sensors.begin(), telemetry.sensors.end(), [&](const auto& one) {
          const SensorKey key{one.cluster, one.sensor.node, one.sensor.source, one.sensor.id};
          return key == wanted.key && one.exporter == wanted.instance;
        });
    if (found == telemetry.sensors.end())
      return fail(ErrorCode::kNotPresent, to_string(wanted.key) + " has no samples there");
    if (found->metadata_changed)
      return fail(ErrorCode::kInvalid, to_string(wanted.key) +
                                           ": what it says about itself changed there "
                                           "(METADATA_CHANGED)");
    out.clock = std::max(out.clock, clocks.delta_of(wanted.instance));
    out.sensors.push_back(found->sensor);
    out.series.push_back(found->series);
  }
  return out;
}

FetchRequest request_for(const std::vector<FoundSensor>& a, const std::vector<FoundSensor>& b,
                         const Window& window) {
  std::set<std::string> nodes, sources, sensors, instances;
  for (const auto* chain : {&a, &b})
    for (const FoundSensor& one : *chain) {
      if (one.mapped) continue;
      nodes.insert(one.key.node);
      sources.insert(one.key.source);
      sensors.insert(one.key.sensor);
      instances.insert(one.instance);
    }
  const auto any = [](const char* name, const std::set<std::string>& values) {
    return one_of(name, {values.begin(), values.end()});
  };
  return {window,
          {},
          {any("node", nodes), any("source", sources), any("sensor", sensors),
           any("instance", instances)}};
}

bool same_sensors(const std::vector<Sensor>& a, const std::vector<Sensor>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Sensor& x, const Sensor& y) {
    return checked_sensor(x) == checked_sensor(y) && x.metrology == y.metrology;
  });
}

class Gathering {
 public:
  Gathering(PrometheusClient& server, const CrosscheckRequest& request, const Progress& progress)
      : server_(server), request_(request), progress_(progress) {}

  Result<CrosscheckMaterial> run() {
    const Window& first = request_.levels.front().window;
    const auto mapped = mapped_in(first);
    if (!mapped) return tl::unexpected(mapped.error());
    auto validated = find_chain(server_, request_.validate, *mapped, first.end, "--validate");
    if (!validated) return tl::unexpected(validated.error());
    auto reference = find_chain(server_, request_.against, *mapped, first.end, "--against");
    if (!reference) return tl::unexpected(reference.error());
    validated_ = std::move(*validated);
    reference_ = std::move(*reference);
    for (const LevelRequest& level : request_.levels)
      if (auto added = add(level); !added) return fail_in("level " + level.name, added.error());
    if (auto done = describe(); !done) return tl::unexpected(done.error());
    out_.prepared.block_seconds = request_.block_seconds;
    out_.widest_lag = request_.over_storage ? kWidestLagOverStorage : kWidestLag;
    out_.training = request_.training;
    return std::move(out_);
  }

 private:
  Result<void> add(const LevelRequest& level) {
    const auto telemetry = telemetry_in(level.window);
    if (!telemetry) return tl::unexpected(telemetry.error());
    auto validated = pick(*telemetry, validated_);
    if (!validated) return tl::unexpected(validated.error());
    auto reference = request_.log ? from_log(level) : pick(*telemetry, reference_);
    if (!reference) return tl::unexpected(reference.error());
    if (out_.levels.empty()) {
      validated_sensors_ = validated->sensors;
      reference_sensors_ = reference->sensors;
    } else if (!same_sensors(validated->sensors, validated_sensors_) ||
               !same_sensors(reference->sensors, reference_sensors_)) {
      return fail(ErrorCode::kInvalid,
                  "what a sensor says about itself is not what it said in the first level");
    }
    out_.levels.push_back({level, std::move(reference->series), std::move(validated->series),
                           reference->clock, validated->clock});
    return {};
  }

  [[nodiscard]] Result<std::vector<SensorTelemetry>> mapped_in(const Window& window) const {
    return mapped_chain(server_, request_.mappings, request_.members, window);
  }

  // Our own sensors by fetch(), those of other exporters by the plan.
  [[nodiscard]] Result<Telemetry> telemetry_in(const Window& window) const {
    const auto is_ours = [](const FoundSensor& one) { return !one.mapped; };
    const auto any_ours = [&](const std::vector<FoundSensor>& chain) {
      return std::any_of(chain.begin(), chain.end(), is_ours);
    };
    Result<Telemetry> out = Telemetry{};
    if (any_ours(validated_) || any_ours(reference_))
      out = fetch(server_, request_for(validated_, reference_, window), progress_);
    if (!out) return out;
    auto mapped = mapped_in(window);
    if (!mapped) return tl::unexpected(mapped.error());
    for (SensorTelemetry& sensor : *mapped) out->sensors.push_back(std::move(sensor));
    return out;
  }

  // Nobody measured the log's clock: 0.5 s of S-5, which the lag then corrects.
  [[nodiscard]] Result<ChainTelemetry> from_log(const LevelRequest& level) const {
    const PowerLog& log = request_.log->log;
    if (auto good = check_covers(log, request_.log->facts.name, level.window); !good)
      return tl::unexpected(good.error());
    ChainTelemetry out;
    out.series = {log.series};
    return out;
  }

  Result<void> describe() {
    CrosscheckRecord& record = out_.prepared;
    for (const Sensor& sensor : validated_sensors_)
      record.validated.push_back(checked_sensor(sensor));
    Reference& reference = record.reference;
    reference.certificates = request_.certificates;
    if (request_.log) {
      reference.kind = request_.log->log.kind;
      reference.log = request_.log->facts;
      record.declared = request_.log->declared;
    }
    for (const Sensor& sensor : reference_sensors_)
      reference.sensors.push_back(checked_sensor(sensor));
    if (auto declared = declare(); !declared) return declared;
    return relate();
  }

  Result<void> declare() {
    CrosscheckRecord& record = out_.prepared;
    if (request_.validated_boundary) {
      if (auto done = declare_boundary(record.validated, *request_.validated_boundary,
                                       "--validated-boundary");
          !done)
        return done;
      record.declared.push_back("the validated side measures at " +
                                std::string(to_string(*request_.validated_boundary)));
    }
    if (!request_.reference_boundary) return {};
    record.declared.push_back("the reference measures at " +
                              std::string(to_string(*request_.reference_boundary)));
    return declare_boundary(record.reference.sensors, *request_.reference_boundary,
                            "--reference-boundary");
  }

  //
  Result<void> relate() {
    CrosscheckRecord& record = out_.prepared;
    auto independence =
        request_.log
            ? Result<Independence>(independence_of_log(record.reference.log.name, record.validated))
            : check_independence(record.reference.sensors, record.validated);
    if (!independence) return tl::unexpected(independence.error());
    record.same_device = independence->same_device;
    for (std::string& each : independence->checked) record.checked.push_back(std::move(each));
    for (std::string& each : independence->declared) record.declared.push_back(std::move(each));
    state_unknown_accuracy();
    if (record.same_device) {
      record.ratio_how = "one device: 1";
      return {};
    }
    return expect_ratio();
  }

  Result<void> expect_ratio() {
    CrosscheckRecord& record = out_.prepared;
    const auto lower = place_of(record.validated.front());
    if (!lower)
      return fail(ErrorCode::kInvalid, "nothing tells at which boundary " +
                                           to_string(record.validated.front()) +
                                           " measures: declare it with --validated-boundary");
    const Place upper = request_.log ? Place::kOutlet : *place_of(record.reference.sensors.front());
    const bool one_scope = record.validated.size() == 1 && record.reference.sensors.size() == 1 &&
                           record.validated[0].node == record.reference.sensors[0].node &&
                           record.validated[0].scope == record.reference.sensors[0].scope;
    auto chosen = expected_ratio(upper, *lower, one_scope, request_.ratio);
    if (!chosen) return tl::unexpected(chosen.error());
    record.ratio = chosen->ratio;
    record.ratio_how = std::move(chosen->how);
    return {};
  }

  void state_unknown_accuracy() {
    for (const Sensor& sensor : validated_sensors_)
      if (sensor.metrology.accuracy.source == AccuracySource::kNone)
        out_.prepared.checked.push_back(to_string(checked_sensor(sensor)) +
                                        " states no accuracy: E_n holds none for it");
  }

  PrometheusClient& server_;
  const CrosscheckRequest& request_;
  const Progress& progress_;
  std::vector<FoundSensor> validated_, reference_;
  std::vector<Sensor> validated_sensors_, reference_sensors_;
  CrosscheckMaterial out_;
};

}  // namespace

Result<CrosscheckMaterial> gather_levels(PrometheusClient& server, const CrosscheckRequest& request,
                                         const Progress& progress) {
  if (request.levels.empty()) return fail(ErrorCode::kInvalid, "no levels");
  return Gathering(server, request, progress).run();
}

}  // namespace joulemark
