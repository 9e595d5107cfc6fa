#include "mlperf/audit/duplicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "mlperf/audit/correlation.h"

namespace joulemark::mlperf {
namespace {

constexpr std::size_t kFewestCompared = 10, kFewestValues = 5;
constexpr double kScaleDigits = 1e6;
constexpr double kNoTwoMachines = 0.99;  // correlation of their differences

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
  for (const double watts : readings.watts) out.push_back(std::round(kScaleDigits * watts / mean));
  return out;
}

struct Alike {
  FindingCode code;
  std::string_view words;
  Fingerprint (*fingerprint)(const PowerSeries&);
  bool must_vary;
};

constexpr std::array kLikenesses{
    Alike{FindingCode::kDuplicateSeries, "hold the same readings at the same times",
          values_and_times, false},
    Alike{FindingCode::kNearDuplicate, "hold the same powers, shifted in time", values_alone, true},
    Alike{FindingCode::kNearDuplicate, "hold the same powers in another order", sorted_values,
          true},
    Alike{FindingCode::kNearDuplicate, "are alike but for one factor", relative_values, true}};

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
                                       const Alike& likeness, Findings& out) {
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

// Every pair is compared at every lag, unless there are very many.
int widest_lag(std::size_t series) {
  constexpr std::size_t kManySeries = 100;
  return series <= kManySeries ? 60 : 0;
}

void find_correlated(const std::vector<NamedSeries>& series, Findings& out) {
  const int widest = widest_lag(series.size());
  for (std::size_t a = 0; a < series.size(); ++a)
    for (std::size_t b = a + 1; b < series.size(); ++b) {
      if (!is_compared(*series[a].readings, true) || !is_compared(*series[b].readings, true))
        continue;
      const auto found =
          strongest_likeness(series[a].readings->watts, series[b].readings->watts, widest);
      if (!found || found->correlation < kNoTwoMachines) continue;
      out.push_back(
          {FindingCode::kNearDuplicate,
           fmt::format(
               "{} and {} rise and fall together (correlation {:.3f}{})", series[a].name,
               series[b].name, found->correlation,
               found->lag == 0 ? "" : fmt::format(", {} readings apart", std::abs(found->lag)))});
    }
}

}  // namespace

void find_duplicates(const std::vector<NamedSeries>& series, Findings& out) {
  std::vector<NamedSeries> left = series;
  for (const Alike& likeness : kLikenesses) left = without_alike(left, likeness, out);
  find_correlated(left, out);
}

}  // namespace joulemark::mlperf
