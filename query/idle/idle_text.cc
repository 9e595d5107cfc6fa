#include "query/idle/idle_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/time_text.h"
#include "measurement/defaults.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/screen.h"
#include "query/text_table.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostIdleNodes = 20;
constexpr std::size_t kMostWithoutBaseline = 10;
constexpr std::size_t kMostIdleNotes = 5;
constexpr std::size_t kIdleColumns = 110;

std::string idle_watts(double watts, double u) { return rounded(watts, u, 1.0).value; }

std::string idle_limit(std::optional<double> watts, double u) {
  return watts ? idle_watts(*watts, u) : "?";
}

Lines idle_row(const IdleNode& node) {
  std::vector<std::string> series;
  for (const IdleSeries& one : node.series)
    series.push_back(one.identity.source + " " + one.identity.sensor);
  return {node.node,
          idle_watts(node.watts, node.u),
          rounded(node.watts, node.u, 1.0).uncertainty,
          idle_limit(node.lowest, node.u),
          idle_limit(node.highest, node.u),
          name_list(series, 4)};
}

std::vector<const IdleNode*> nodes_with_baseline(const IdleFile& file, bool with) {
  std::vector<const IdleNode*> out;
  for (const IdleNode& node : file.nodes)
    if (node.why.empty() == with) out.push_back(&node);
  return out;
}

Lines idle_headline(const IdleFile& file, std::size_t with) {
  Lines out{
      fmt::format("joulemark {}   method {}   idle baseline", program_version(), kMethodVersion)};
  if (file.window.begin && file.window.end)
    out.push_back(
        fmt::format("WINDOW   {} .. {}   {:.3f} s   {}", format_time(file.window.begin->realtime),
                    format_time(file.window.end->realtime), file.duration, origin_of(file.window)));
  out.push_back(
      fmt::format("IDLE     {} of {} with a baseline", with, count(file.nodes.size(), "node")));
  append(out, wrap("STATE    " + (file.power_state.empty()
                                      ? "power state not stated (--power-state): what is split "
                                        "later must have run in the same one"
                                      : file.power_state),
                   kIdleColumns, 9));
  return out;
}

Lines idle_table(const std::vector<const IdleNode*>& nodes) {
  std::vector<Lines> rows{{"NODE", "W", "u W", "lowest", "highest", "MEASURED BY"}};
  for (std::size_t i = 0; i < std::min(nodes.size(), kMostIdleNodes); ++i)
    rows.push_back(idle_row(*nodes[i]));
  Lines out =
      text_table(rows, {{24, false}, {10, true}, {8, true}, {10, true}, {10, true}}, kIdleColumns);
  if (nodes.size() > kMostIdleNodes)
    out.push_back(fmt::format("and {} more: see --output json", nodes.size() - kMostIdleNodes));
  return out;
}

Lines nodes_without_baseline(const std::vector<const IdleNode*>& nodes) {
  Lines out;
  for (std::size_t i = 0; i < std::min(nodes.size(), kMostWithoutBaseline); ++i)
    append(out, wrap((i == 0 ? "NO BASELINE  " : "             ") + nodes[i]->node + ": " +
                         nodes[i]->why,
                     kIdleColumns, 15));
  if (nodes.size() > kMostWithoutBaseline)
    out.push_back(fmt::format("             and {} more: see --output json",
                              nodes.size() - kMostWithoutBaseline));
  return out;
}

Lines idle_next_step(bool all, const std::string& file_name) {
  const std::string name = file_name.empty() ? "FILE" : file_name;
  if (!all)
    return wrap(
        "DO     stop what runs on the named nodes, or leave them out with --nodes, and "
        "measure again",
        kIdleColumns, 7);
  Lines out =
      wrap((file_name.empty() ? "DO     write it with --output-file " + name + "; then name it "
                              : "DO     name it ") +
               "in the plan: idle: {baseline: " + name + "}",
           kIdleColumns, 7);
  append(out, wrap("       `lowest` is evidence of the smallest power: bounds: p_min: {watts: ..., "
                   "source: measured_idle}",
                   kIdleColumns, 7));
  return out;
}

void add_idle_block(Lines& out, const Lines& block) {
  if (block.empty()) return;
  out.emplace_back();
  append(out, block);
}

Lines idle_notes(const IdleFile& file) {
  Lines out;
  for (std::size_t i = 0; i < std::min(file.notes.size(), kMostIdleNotes); ++i)
    append(out, wrap("NOTE   " + file.notes[i], kIdleColumns, 7));
  if (file.notes.size() > kMostIdleNotes)
    out.push_back(fmt::format("       and {} more", file.notes.size() - kMostIdleNotes));
  return out;
}

}  // namespace

std::string idle_to_text(const IdleFile& file, const std::string& file_name) {
  const auto with = nodes_with_baseline(file, true);
  const auto without = nodes_with_baseline(file, false);
  Lines out = idle_headline(file, with.size());
  if (!with.empty()) add_idle_block(out, idle_table(with));
  add_idle_block(out, nodes_without_baseline(without));
  add_idle_block(out, idle_notes(file));
  add_idle_block(out, idle_next_step(without.empty(), file_name));
  return join(out, "\n") + "\n";
}

}  // namespace joulemark
