#include "query/plan/site_cover.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "query/figures.h"

namespace joulemark {
namespace {

// What the meter says of itself; within the scope its path began at "node".
std::string place_of_scope(const FedScope& fed, const std::string& path) {
  constexpr std::string_view kWithin = "node/";
  if (path.starts_with(kWithin)) return path.substr(kWithin.size());
  return fed.scopes.size() == 1 ? fed.scopes.front() : path;
}

bool all_meet_sampling(const NodeReport& report) {
  return std::none_of(report.series.begin(), report.series.end(), [](const SeriesReport& series) {
    return series.role == MemberRole::kCounted && series.codes.contains(Code::kSamplingTooSlow);
  });
}

// The order of S-1b.
auto order_of(const NodeReport& report) {
  return std::tuple(!report.complete, !all_meet_sampling(report), report.basis,
                    -static_cast<std::ptrdiff_t>(report.feeds.size()), report.node);
}

void refuse_without_all_meters(NodeReport& report, const FedScope& fed) {
  if (fed.absent.empty()) return;
  report.status = NodeReport::Status::kRefused;
  report.reasons = {Code::kPartialScope};
  report.why = fmt::format("the server has no series of {} of its {}: {}", fed.absent.size(),
                           count(fed.scopes.size(), "scope"), name_list(fed.absent, 3));
}

std::vector<std::size_t> in_order(const std::vector<NodeReport>& reports) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < reports.size(); ++i)
    if (reports[i].status == NodeReport::Status::kOk) out.push_back(i);
  std::sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
    return order_of(reports[a]) < order_of(reports[b]);
  });
  return out;
}

std::vector<std::string> members_of_unit(const NodeReport& report) {
  return report.feeds.empty() ? std::vector<std::string>{report.node} : report.feeds;
}

// METHOD S-1d: what also feeds others counts whole.
void mark_over_inclusive(NodeReport& report, const std::set<std::string>& members) {
  for (const std::string& fed : report.feeds)
    if (!members.contains(fed)) report.codes.insert(Code::kOverInclusive);
}

}  // namespace

void choose_site_cover(std::vector<NodeReport>& reports, const Measurements& measured,
                       const Arrangement& arrangement) {
  std::set<std::string> members(measured.missing.begin(), measured.missing.end());
  for (NodeReport& report : reports) {
    const FedScope* fed = fed_scope_of(arrangement, report.node);
    if (fed == nullptr) {
      members.insert(report.node);
      continue;
    }
    for (SeriesReport& series : report.series) series.scope = place_of_scope(*fed, series.scope);
    report.feeds = fed->feeds;
    report.equipment = fed->equipment;
    if (fed->equipment) members.insert(report.node);
    refuse_without_all_meters(report, *fed);
  }
  std::map<std::string, std::string> covered_by;
  for (const std::size_t i : in_order(reports)) {
    const auto fed = members_of_unit(reports[i]);
    const bool taken = std::any_of(
        fed.begin(), fed.end(), [&](const std::string& name) { return covered_by.contains(name); });
    if (taken) {
      reports[i].status =
          reports[i].feeds.empty() ? NodeReport::Status::kCovered : NodeReport::Status::kUnused;
      continue;
    }
    for (const std::string& name : fed) covered_by[name] = reports[i].node;
    mark_over_inclusive(reports[i], members);
  }
  for (NodeReport& report : reports) {
    const auto found = covered_by.find(report.node);
    if (found == covered_by.end() || found->second == report.node) continue;
    report.member_of = found->second;
    report.status = NodeReport::Status::kCovered;
  }
}

}  // namespace joulemark
