#include "query/node_classes.h"

#include <algorithm>
#include <iterator>

#include "measurement/classify.h"

namespace joulemark {
namespace {

// L-1: measured energy with the class of its series, estimated energy apart.
void add_items(const SeriesEnergy& energy, Class cls, std::vector<TotalItem>& items) {
  const double estimated = energy.filled + energy.missed;
  items.push_back({energy.energy - estimated, cls, false});
  if (estimated > 0.0) items.push_back({estimated, Class::kReferenceOnly, true});
}

}  // namespace

Class cap_of_report(const SeriesReport& series) {
  Codes codes;
  std::set_difference(series.codes.begin(), series.codes.end(), series.settled.begin(),
                      series.settled.end(), std::inserter(codes, codes.end()));
  const Class cap = cap_of_series(series.energy, codes);
  return series.settled.empty() ? cap : std::max(cap, Class::kCrossValidated);
}

Class classify(const std::vector<TotalItem>& items, const Total& figure, Codes& codes) {
  const Class cls = class_of_total(items, figure.energy, figure.headline_U, cap_of_codes(codes));
  const Class budget = class_of_sampling_budget(figure.budget, figure.energy);
  if (budget <= cls) return cls;
  codes.insert(Code::kBudgetExceeded);
  return budget;
}

void classify_node(NodeReport& node, const NodeMeasurement& measured, const CountedEnergy& counted,
                   std::vector<TotalItem>& all) {
  std::vector<TotalItem> items;
  for (std::size_t i = 0; i < node.series.size(); ++i) {
    SeriesReport& series = node.series[i];
    if (!series.energy.refused)
      series.accuracy_class = class_of_accuracy(measured.sensors[i]->series.metrology);
  }
  for (std::size_t part = 0; part < counted.parts.size(); ++part)
    if (counted.lifted[part])
      node.series[counted.series[part]].accuracy_class = *counted.lifted[part];
  const Class cap = cap_of_codes(node.codes);
  for (SeriesReport& series : node.series) {
    if (series.energy.refused) continue;
    series.cls = std::max(series.accuracy_class, cap_of_report(series));
    if (series.role == MemberRole::kCounted) series.cls = std::max(series.cls, cap);
  }
  for (std::size_t part = 0; part < counted.parts.size(); ++part) {
    const SeriesReport& series = node.series[counted.series[part]];
    node.reasons.insert(series.codes.begin(), series.codes.end());
    add_items(counted.parts[part], series.cls, items);
  }
  for (const SeriesEnergy& estimate : counted.estimates)
    items.push_back({estimate.energy, Class::kReferenceOnly, true});
  node.cls = classify(items, node.figure, node.codes);
  node.reasons.insert(node.codes.begin(), node.codes.end());
  all.insert(all.end(), items.begin(), items.end());
}

}  // namespace joulemark
