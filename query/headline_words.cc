#include "query/headline_words.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "query/counted_parts.h"
#include "query/figures.h"

namespace joulemark {
namespace {

constexpr double kJoulesPerKilowattHour = 3.6e6;

}  // namespace

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

std::string origin_of(const WindowRecord& window) {
  std::string out = window.origin;
  if (!window.given.empty()) out += " (" + window.given + ")";
  if (!window.command.empty()) out += ": " + window.command.front();
  if (window.exit_status) out += fmt::format(", exit status {}", *window.exit_status);
  return out;
}

std::string work_words(const WorkRatio& ratio) {
  if (ratio.per_second)
    return fmt::format("mean power over {:.6g} per s of {}", *ratio.per_second, ratio.how);
  const std::string many = fmt::format("{:.6g}", ratio.work);
  return ratio.how.empty() ? many : many + " by " + ratio.how;
}

std::string mean_power(double watts, double uncertainty) {
  const double unit = watts < 1e4 ? 1.0 : watts < 1e7 ? 1e3 : 1e6;
  const char* name = unit == 1.0 ? "W" : unit == 1e3 ? "kW" : "MW";
  return rounded(watts, uncertainty, unit).value + " " + name;
}

std::string kilowatt_hours(double joules, double uncertainty) {
  return rounded(joules, uncertainty, kJoulesPerKilowattHour).value + " kWh";
}

std::string supply_text(Supply supply) {
  return supply == Supply::kAc ? "AC" : supply == Supply::kDc ? "DC" : "supply not declared";
}

std::string where_measured(const Report& report) {
  std::map<std::string, std::size_t> places;
  std::size_t ok = 0;
  for (const NodeReport& node : report.nodes) {
    if (!node.counted()) continue;
    places[place_of(node.basis)] += node.is_scope() ? node.feeds.size() : 1;
    ++ok;
  }
  if (ok == 0) return {};
  std::string out = supply_text(report.total.supply);
  for (const auto& [place, nodes] : places) {
    out += ", " + place;
    if (places.size() > 1) out += fmt::format(" ({})", count(nodes, "node"));
  }
  std::set<std::string> coolings;
  for (const NodeReport& node : report.nodes)
    if (!node.cooling.empty()) coolings.insert(node.cooling);
  if (!coolings.empty()) out += "; cooling: " + join({coolings.begin(), coolings.end()}, ", ");
  return out;
}

std::string kind_of_uncertainty(const Total& figure) {
  if (figure.codes.contains(Code::kAliasRisk)) return "U_safe: includes worst-case aliasing";
  return fmt::format("k = {:.2f}, about 95 %", figure.combined.k);
}

std::string partial_sum(const Evidence& evidence) {
  return fmt::format("sum of the {} measured of {}", evidence.measured,
                     count(evidence.asked, "node"));
}

}  // namespace joulemark
