#include "exporter/own_metrics.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <limits>
#include <sstream>

#include "core/metric_names.h"
#include "exporter/label_text.h"
#include "exporter/metric_catalogue.h"

namespace joulemark {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using Labels = std::vector<ClientMetric::Label>;

prometheus::MetricType type_of(MetricType type) {
  switch (type) {
    case MetricType::kCounter:
      return prometheus::MetricType::Counter;
    case MetricType::kHistogram:
      return prometheus::MetricType::Histogram;
    case MetricType::kGauge:
      break;
  }
  return prometheus::MetricType::Gauge;
}

MetricFamily family(std::string_view name) {
  const MetricEntry& entry = metric_entry(name);
  return {std::string(entry.name), std::string(entry.help), type_of(entry.type), {}};
}

void add(MetricFamily& to, Labels labels, double value) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = value;
  metric.counter.value = value;
  to.metric.push_back(std::move(metric));
}

MetricFamily single(std::string_view name, double value) {
  MetricFamily out = family(name);
  add(out, {}, value);
  return out;
}

void add_histogram(MetricFamily& to, Labels labels, const ReadDurations& durations) {
  ClientMetric metric;
  metric.label = std::move(labels);
  std::uint64_t cumulative = 0;
  for (std::size_t i = 0; i < durations.buckets.size(); ++i) {
    cumulative += durations.buckets.at(i);
    const double bound = i < kReadDurationBounds.size() ? kReadDurationBounds.at(i)
                                                        : std::numeric_limits<double>::infinity();
    metric.histogram.bucket.push_back({cumulative, bound});
  }
  metric.histogram.sample_count = cumulative;
  metric.histogram.sample_sum = durations.sum;
  to.metric.push_back(std::move(metric));
}

double since_1970(UtcTime time) { return seconds(time.time_since_epoch()); }

void add_targets(MetricFamily& to, const SourceView& source) {
  for (const TargetsHealth& targets : source.targets)
    for (const TargetHealth& one : *targets)
      add(to, {{"source", source.name}, {"target", one.url}, {"node", one.node}}, one.up ? 1 : 0);
}

std::vector<MetricFamily> source_families(const std::vector<SourceView>& sources) {
  MetricFamily up = family(metric::kSourceUp), target = family(metric::kSourceTargetUp),
               duration = family(metric::kSourceReadDuration),
               errors = family(metric::kSourceErrors), success = family(metric::kSourceLastSuccess),
               abandoned = family(metric::kSourceAbandoned);
  for (const SourceView& source : sources) {
    const Labels labels{{"source", source.name}};
    const SourceTotals& totals = source.totals;
    add(up, labels, source.up ? 1 : 0);
    add_targets(target, source);
    add_histogram(duration, labels, totals.durations);
    for (std::size_t code = 0; code < totals.errors.size(); ++code)
      if (totals.errors.at(code) > 0)
        add(errors,
            {{"source", source.name},
             {"code", std::string(to_string(static_cast<ErrorCode>(code)))}},
            static_cast<double>(totals.errors.at(code)));
    if (totals.last_success) add(success, labels, since_1970(*totals.last_success));
    add(abandoned, labels, static_cast<double>(totals.abandoned));
  }
  return {up, target, duration, errors, success, abandoned};
}

MetricFamily build_family(const BuildInfo& build) {
  MetricFamily out = family(metric::kBuildInfo);
  add(out,
      {{"version", std::string(build.version)},
       {"revision", std::string(build.revision)},
       {"method", std::string(build.method)},
       {"table", std::string(build.table)}},
      1);
  return out;
}

void add_process(std::vector<MetricFamily>& out, const ProcessFacts& process) {
  out.push_back(single("process_cpu_seconds_total", process.cpu_seconds));
  out.push_back(single("process_open_fds", static_cast<double>(process.open_fds)));
  out.push_back(single("process_max_fds", static_cast<double>(process.max_fds)));
  out.push_back(single("process_virtual_memory_bytes", static_cast<double>(process.virtual_bytes)));
  out.push_back(
      single("process_resident_memory_bytes", static_cast<double>(process.resident_bytes)));
  out.push_back(single("process_start_time_seconds", since_1970(process.started)));
  out.push_back(single("process_threads", static_cast<double>(process.threads)));
}

}  // namespace

void append_own_metrics(std::string& out, const std::vector<SourceView>& sources,
                        const BuildInfo& build, const std::optional<ProcessFacts>& process) {
  std::vector<MetricFamily> families = source_families(sources);
  families.push_back(build_family(build));
  if (process) add_process(families, *process);
  std::erase_if(families, [](const MetricFamily& f) { return f.metric.empty(); });
  std::ostringstream text;
  prometheus::TextSerializer().Serialize(text, families);
  out += text.view();
}

}  // namespace joulemark
