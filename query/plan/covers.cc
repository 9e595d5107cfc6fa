// covers: which scopes outside the machines feed which members (METHOD S-1).
#include <fmt/format.h>

#include <algorithm>

#include "measurement/scope.h"
#include "query/plan/plan_readers.h"

namespace joulemark {
namespace {

Result<std::vector<std::string>> scopes_in(const Settings& value, const std::string& as,
                                           PlanNames& names) {
  auto scopes = texts_in(value);
  if (!scopes) return scopes;
  if (scopes->empty()) return value.error("names no scope");
  for (const std::string& scope : *scopes) {
    if (!valid_scope(scope))
      return value.error(
          fmt::format("'{}' is not a scope: segments of a-z 0-9 . _ : - joined by "
                      "/, such as pdu:r5a/outlet:12",
                      scope.substr(0, 60)));
    if (auto once = names.scopes.claim("scope " + scope, as, value); !once)
      return tl::unexpected<Error>(once.error());
  }
  return scopes;
}

Result<void> fed_once(const NodeNames& nodes, const std::string& by, const Settings& at,
                      PlanNames& names) {
  for (const std::string& node : nodes)
    if (auto once = names.fed.claim("node " + node, "fed by " + by, at); !once) return once;
  return {};
}

Result<void> read_outlets_of(const std::string& node, const Settings& value, Plan& plan,
                             PlanNames& names) {
  if (auto good = check_members({node}, names, value); !good) return good;
  auto scopes = scopes_in(value, "an outlet of " + node, names);
  if (!scopes) return tl::unexpected<Error>(scopes.error());
  if (auto once = fed_once({node}, "its outlets", value, names); !once) return once;
  plan.outlets.push_back({node, std::move(*scopes)});
  return {};
}

bool any_member(const NodeNames& nodes, const PlanNames& names) {
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const std::string& node) { return names.members.contains(node); });
}

// What shelves and chassis have in common: scopes, and the nodes behind them, ours or not.
struct Feed {
  std::vector<std::string> scopes;
  NodeNames nodes;
};

Result<Feed> read_feed(const std::string& name, const Settings& value, PlanNames& names) {
  Feed out;
  if (auto once = names.nodes.claim("node " + name, "a feed", value); !once)
    return tl::unexpected<Error>(once.error());
  auto scopes = scopes_in(*value.find("scopes"), "a feed of " + name, names);
  if (!scopes) return tl::unexpected<Error>(scopes.error());
  out.scopes = std::move(*scopes);
  const Settings& feeds = *value.find("feeds");
  auto nodes = node_names_in(feeds);
  if (!nodes) return tl::unexpected<Error>(nodes.error());
  out.nodes = std::move(*nodes);
  if (!any_member(out.nodes, names))
    return feeds.error(
        fmt::format("{} feeds no member of this plan: leave it out, or correct the "
                    "names",
                    name));
  if (auto once = fed_once(out.nodes, name, feeds, names); !once)
    return tl::unexpected<Error>(once.error());
  return out;
}

Result<void> read_shelf(const std::string& rack, const Settings& value, Plan& plan,
                        PlanNames& names) {
  Fields fields(value);
  fields.require("scopes").require("feeds");
  const Settings* loss = fields.child("distribution_loss");
  if (auto done = fields.finish(); !done) return done;
  auto feed = read_feed(rack, value, names);
  if (!feed) return tl::unexpected<Error>(feed.error());
  PlanShelves out{rack, std::move(feed->scopes), std::move(feed->nodes), {}};
  if (is_stated(loss)) {
    auto range = range_in(*loss);
    if (!range) return tl::unexpected<Error>(range.error());
    if (range->second >= 1.0) return loss->error("a loss is a fraction below 1, such as 0.02");
    out.distribution_loss = *range;
  }
  plan.shelves.push_back(std::move(out));
  return {};
}

Result<void> read_chassis(const std::string& chassis, const Settings& value, Plan& plan,
                          PlanNames& names) {
  Fields fields(value);
  fields.require("scopes").require("feeds");
  if (auto done = fields.finish(); !done) return done;
  auto feed = read_feed(chassis, value, names);
  if (!feed) return tl::unexpected<Error>(feed.error());
  plan.chassis.push_back({chassis, std::move(feed->scopes), std::move(feed->nodes)});
  return {};
}

}  // namespace

Result<void> read_covers(const Settings& root, Plan& plan, PlanNames& names) {
  if (const Settings* covers = root.find("covers"); is_stated(covers)) {
    Fields fields(*covers);
    const Settings* outlets = fields.child("outlets");
    const Settings* shelves = fields.child("shelves");
    const Settings* chassis = fields.child("chassis");
    if (auto done = fields.finish(); !done) return done;
    const auto each = [&](const Settings* map, auto read) {
      return each_entry(map, [&](const std::string& key, const Settings& value) {
        return read(key, value, plan, names);
      });
    };
    if (auto done = each(outlets, read_outlets_of); !done) return done;
    if (auto done = each(shelves, read_shelf); !done) return done;
    if (auto done = each(chassis, read_chassis); !done) return done;
  }
  if (const Settings* counted = root.find("counted"); is_stated(counted))
    return counted->error(
        "a fixed cover needs a hash that is older than the window (METHOD S-1b), which cannot be "
        "checked yet: leave it out, the rule chooses");
  return {};
}

}  // namespace joulemark
