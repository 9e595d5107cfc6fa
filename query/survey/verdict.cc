#include "query/survey/verdict.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace joulemark {
namespace {

using redfish::About;
using redfish::Measured;

// Values of one measuring point: its power, its counters.
using Point = std::vector<const Assessment*>;

bool is_metered(const Measured& value) {
  return value.reading && (value.about == About::kChassis || value.about == About::kDistribution ||
                           value.about == About::kOutlet || value.about == About::kSupplyInput);
}

std::vector<Point> points_of(const std::vector<Assessment>& values) {
  std::map<std::tuple<std::string, About, std::string>, Point> groups;
  for (const Assessment& one : values) {
    const Measured& value = *one.value;
    const bool outlet = value.about == About::kOutlet;
    if (is_metered(value))
      groups[{value.owner, value.about, outlet ? value.name : std::string()}].push_back(&one);
  }
  std::vector<Point> out;
  out.reserve(groups.size());
  for (auto& [key, point] : groups) out.push_back(std::move(point));
  return out;
}

template <class Holds>
bool any(const Point& point, Holds holds) {
  return std::any_of(point.begin(), point.end(),
                     [&](const Assessment* one) { return holds(*one); });
}

bool states_accuracy(const Assessment& one) {
  return one.value->stated.reading_accuracy || one.value->stated.accuracy_percent;
}

bool has_boundary(const Assessment& one) {
  return one.value->boundary == Boundary::kAcInput || one.value->boundary == Boundary::kDcInput;
}

bool is_fine_counter(const Assessment& one) {
  return one.value->quantity == QuantityKind::kEnergy && one.window_1 && *one.window_1 <= 600.0;
}

// A little above 1 s, since readings a second apart can see no better.
bool is_quick(const Assessment& one) {
  const auto stated = one.value->stated.sensing_interval;
  return (stated && *stated <= std::chrono::seconds(1)) ||
         (one.seen.update_interval && *one.seen.update_interval <= 1.1);
}

bool is_broken_counter(const Assessment& one) {
  const bool counter = one.value->quantity == QuantityKind::kEnergy;
  return counter && (one.seen.falls || (one.ratio_to_power &&
                                        (*one.ratio_to_power < 0.8 || *one.ratio_to_power > 1.25)));
}

std::vector<std::string> lacks_of(const Point& point) {
  std::vector<std::string> out;
  if (!any(point, has_boundary))
    out.emplace_back("boundary unknown: AC and DC cannot be told apart");
  if (!any(point, states_accuracy))
    out.emplace_back("no accuracy stated (ReadingAccuracy, Accuracy)");
  if (!any(point, is_fine_counter))
    out.emplace_back("no energy counter fine enough for 1 % in 10 minutes");
  if (!any(point, is_quick))
    out.emplace_back("update interval above 1 s, or neither stated nor seen");
  if (any(point, is_broken_counter))
    out.emplace_back("an energy counter fell, or did not run with its power");
  return out;
}

// Nothing served, or nothing that this user may see.
std::string why_nothing(const SurveyErrand& errand) {
  for (const auto& [path, error] : errand.discovery().resources().failed())
    if (error.code != ErrorCode::kNotPresent) return path + ": " + error.message;
  return "no power of a node, an outlet or a PDU is served";
}

}  // namespace

Verdict verdict_of(const SurveyErrand& errand, const std::vector<Assessment>& values) {
  const auto points = points_of(values);
  if (points.empty()) return {"no-power", {why_nothing(errand)}};
  std::vector<std::vector<std::string>> lacks;
  lacks.reserve(points.size());
  for (const Point& point : points) lacks.push_back(lacks_of(point));
  const auto least = std::min_element(
      lacks.begin(), lacks.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return {least->empty() ? "validated-capable" : "reference-only", *least};
}

}  // namespace joulemark
