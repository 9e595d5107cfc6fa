#include "mlperf/audit/duplicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace joulemark::mlperf {
namespace {

constexpr std::size_t kFewestCompared = 10, kFewestValues = 5;
constexpr double kScaleDigits = 1e6;

using Fingerprint = std::vector<double>;

Fingerprint values_and_times(const PowerSeries& readings) {
  Fingerprint out = readings.watts;
  for (const std::int64_t ms : readings.ms) out.push_back(static_cast<double>(ms));
  return out;
}
Fingerprint values_alone(const PowerSeries& readings) { return readings.watts; }
Fingerprint sorted_values(const PowerSeries& readings) {
  Fingerprint out = readings.watts;
  std::sort(out.begin(), out.end());
  return out;
}
Fingerprint relative_values(const PowerSeries& readings) {
  double sum = 0.0;
  for (const double watts : readings.watts) sum += std::fabs(watts);
  const double mean = sum / static_cast<double>(readings.size());
  Fingerprint out;
  for (const double watts : readings.watts)
    out.push_back(std::round(kScaleDigits * watts / mean));
  return out;
}

struct Likeness {
  FindingCode code;
  std::string_view words;
  Fingerprint (*fingerprint)(const PowerSeries&);
  bool must_vary;
};

constexpr std::array kLikenesses{
    Likeness{FindingCode::kDuplicateSeries, "hold the same readings at the same times",
             values_and_times, false},
    Likeness{FindingCode::kNearDuplicate, "hold the same powers, shifted in time", values_alone,
             true},
    Likeness{FindingCode::kNearDuplicate, "hold the same powers in another order", sorted_values,
             true},
    Likeness{FindingCode::kNearDuplicate, "are alike but for one factor", relative_values, true}};

bool is_compared(const PowerSeries& readings, bool must_vary) {
  if (readings.size() < kFewestCompared) return false;
  return !must_vary ||
         std::set<double>(readings.watts.begin(), readings.watts.end()).size() >= kFewestValues;
}

std::string names_of(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i)
    out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return out;
}

// Reports the groups of one likeness; of each only the first stays.
std::vector<NamedSeries> without_alike(const std::vector<NamedSeries>& series,
                                       const Likeness& likeness, Findings& out) {
  std::map<Fingerprint, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < series.size(); ++i)
    if (is_compared(*series[i].readings, likeness.must_vary))
      groups[likeness.fingerprint(*series[i].readings)].push_back(i);
  std::set<std::size_t> settled;
  std::map<std::size_t, std::vector<std::string>> found;  // in the order of the files
  for (const auto& [fingerprint, members] : groups) {
    if (members.size() < 2) continue;
    for (const std::size_t i : members) found[members.front()].push_back(series[i].name);
    settled.insert(members.begin() + 1, members.end());
  }
  for (const auto& [first, names] : found)
    out.push_back({likeness.code, fmt::format("{} {}", names_of(names), likeness.words)});
  std::vector<NamedSeries> rest;
  for (std::size_t i = 0; i < series.size(); ++i)
    if (!settled.contains(i)) rest.push_back(series[i]);
  return rest;
}

}  // namespace

void find_duplicates(const std::vector<NamedSeries>& series, Findings& out) {
  std::vector<NamedSeries> left = series;
  for (const Likeness& likeness : kLikenesses) left = without_alike(left, likeness, out);
}

}  // namespace joulemark::mlperf
