#include "query/red_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "query/code_order.h"
#include "query/figures.h"

namespace joulemark {
namespace {

constexpr double kRecommended = 600.0;  // s (METHOD F-2)
constexpr double kStale = 0.9;          // of the look-back

std::vector<std::string> nodes_with(const Report& report, Code code) {
  std::vector<std::string> out;
  for (const NodeReport& node : report.nodes)
    if (node.reasons.contains(code)) out.push_back(node.node);
  return out.size() == report.nodes.size() ? std::vector<std::string>{} : out;
}

// Codes that lower the class by their amount (METHOD L-5). GAP has a line of its own.
bool may_cap(Code code) {
  return effect_of(code) != Effect::kInform || code == Code::kEdgeExtrapolated ||
         code == Code::kTickLimited || code == Code::kWindowTooShort ||
         code == Code::kBudgetExceeded;
}

bool caused_by_the_look_back(const Report& report, Code code, double planned) {
  return code == Code::kWindowTooShort && planned >= kRecommended &&
         report.times.duration() < kRecommended;
}

void add_codes(const Report& report, double planned, std::vector<RedLine>& out) {
  for (const Code code : by_seriousness(report.total.reasons)) {
    if (!may_cap(code) || caused_by_the_look_back(report, code, planned)) continue;
    out.push_back({std::string(to_string(code)), nodes_with(report, code),
                   std::string(meaning_of(code)), std::string(remedy_of(code))});
  }
}

void add_missing(const Report& report, std::vector<RedLine>& out) {
  RedLine line{"MISSING",
               {},
               "the server has no readings of it",
               "start its exporter and add it to the scrape configuration; joulemark nodes shows "
               "what the server has"};
  for (const NodeReport& node : report.nodes)
    if (node.status == NodeReport::Status::kMissing) line.nodes.push_back(node.node);
  if (!line.nodes.empty()) out.push_back(std::move(line));
}

void add_refused(const Report& report, std::vector<RedLine>& out) {
  for (const NodeReport& node : report.nodes)
    if (node.status == NodeReport::Status::kRefused)
      out.push_back({"REFUSED",
                     {node.node},
                     node.why,
                     node.reasons.empty() ? "" : std::string(remedy_of(*node.reasons.begin()))});
}

void add_gaps(const std::vector<NodeOutlook>& nodes, std::vector<RedLine>& out) {
  RedLine line{"GAPS",
               {},
               "",
               "look at the scrape health of the server (up, scrape_duration_seconds) "
               "and at the exporter's log"};
  double worst = 0.0;
  for (const NodeOutlook& node : nodes) {
    if (node.gaps <= 0.0) continue;
    worst = std::max(worst, node.gaps);
    line.nodes.push_back(node.node);
  }
  line.meaning = fmt::format("up to {} of the last {} without data", short_seconds(worst),
                             short_seconds(seconds(kLookBack)));
  if (!line.nodes.empty()) out.push_back(std::move(line));
}

void add_recent(const std::vector<NodeOutlook>& nodes, std::vector<RedLine>& out) {
  double longest = 0.0;
  for (const NodeOutlook& node : nodes) longest = std::max(longest, node.watched);
  RedLine line{"RECENT",
               {},
               "readings in a part of the last 10m only",
               "if the exporter or the server was just started, wait; else see why it stopped"};
  for (const NodeOutlook& node : nodes)
    if (node.watched > 0.0 && node.watched < kStale * longest) line.nodes.push_back(node.node);
  if (!line.nodes.empty()) out.push_back(std::move(line));
}

}  // namespace

std::vector<RedLine> red_lines(const Report& report, const std::vector<NodeOutlook>& nodes,
                               double planned) {
  std::vector<RedLine> out;
  add_missing(report, out);
  add_refused(report, out);
  add_gaps(nodes, out);
  add_recent(nodes, out);
  add_codes(report, planned, out);
  return out;
}

}  // namespace joulemark
