#include "exporter/metrics_page.h"

#include "core/metric_names.h"
#include "exporter/own_metrics.h"
#include "exporter/page_writer.h"
#include "exporter/sensor_families.h"

namespace joulemark {
namespace {

SensorSelection all_of(const std::vector<SensorView>& views) {
  SensorSelection out;
  out.reserve(views.size());
  for (const SensorView& view : views) out.push_back(&view);
  return out;
}

SensorSelection counted_of(const std::vector<NodeFigure>& figures,
                           const std::vector<SensorView>& views) {
  SensorSelection out;
  for (const NodeFigure& figure : figures)
    for (const NodeMember& member : figure.members)
      if (member.role == MemberRole::kCounted) out.push_back(&views[member.view]);
  return out;
}

void append_clock(std::string& out, const PageFacts& facts) {
  PageWriter writer(out);
  writer.family(metric::kClockSynchronized);
  writer.count("", facts.clock.synchronized ? 1 : 0);
  writer.family(metric::kClockErrorBound);
  if (facts.clock.synchronized) writer.number("", seconds(facts.clock.error_bound));
  writer.family(metric::kExporterTime);
  writer.time("", facts.now);
}

}  // namespace

const std::string& MetricsPage::description_of(const Snapshot& snapshot) {
  if (described_generation_ != snapshot.generation) {
    description_.clear();
    append_description_families(description_, all_of(snapshot.sensors));
    described_generation_ = snapshot.generation;
  }
  return description_;
}

MetricsPage::Pages MetricsPage::render(const Snapshot& snapshot, const PageFacts& facts) {
  const SensorSelection sensors = all_of(snapshot.sensors);
  const auto figures = covers_.figures(snapshot.sensors);
  Pages out;
  out.all.reserve(last_size_ + 4096);
  append_power_family(out.all, sensors);
  append_energy_families(out.all, sensors);
  append_node_families(out.all, figures, snapshot.sensors);
  out.all += description_of(snapshot);
  append_clock(out.all, facts);
  append_own_metrics(out.all, snapshot.sources, facts.build, facts.process);
  last_size_ = out.all.size();

  append_energy_families(out.energy, counted_of(figures, snapshot.sensors));
  append_clock(out.energy, facts);
  return out;
}

}  // namespace joulemark
