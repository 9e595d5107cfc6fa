#include "query/plan/declared.h"

#include <fmt/format.h>

#include <utility>

#include "query/figures.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostApart = 24;

class Entries {
 public:
  explicit Entries(const Plan& plan) : plan_(plan) {}

  // change takes one thing out of the plan.
  template <class Change>
  void add(std::string key, std::string value, std::string evidence, Change change) {
    DeclaredEntry entry{{std::move(key), std::move(value), std::move(evidence), {}, {}}, plan_};
    change(entry.without);
    out_.push_back(std::move(entry));
  }
  // One entry per item of a list; one for all of them if there are many, as each costs a whole
  // calculation.
  template <class Item, class Describe>
  void each(std::string_view what, std::vector<Item> Plan::*list, Describe describe) {
    if ((plan_.*list).size() > kMostApart)
      return add(std::string(what), fmt::format("all {}", (plan_.*list).size()),
                 "declared; too many to be told apart here",
                 [&](Plan& plan) { (plan.*list).clear(); });
    for (std::size_t i = 0; i < (plan_.*list).size(); ++i) {
      auto [key, value, evidence] = describe((plan_.*list)[i]);
      add(std::move(key), std::move(value), std::move(evidence), [&](Plan& plan) {
        (plan.*list).erase((plan.*list).begin() + static_cast<std::ptrdiff_t>(i));
      });
    }
  }
  std::vector<DeclaredEntry> take() && { return std::move(out_); }

 private:
  const Plan& plan_;
  std::vector<DeclaredEntry> out_;
};

struct Words {
  std::string key, value, evidence;
};

std::string limits_in_words(const PlanBounds& bounds) {
  const auto one = [](const char* name, const std::optional<Bound>& bound) {
    return bound
               ? fmt::format("{} {:g} W ({})", name, bound->watts.value(), to_string(bound->source))
               : std::string();
  };
  const std::string low = one("p_min", bounds.minimum);
  const std::string high = one("p_max", bounds.maximum);
  return low + (low.empty() || high.empty() ? "" : ", ") + high;
}

std::string shelves_in_words(const PlanShelves& one) {
  std::string out = fmt::format("{} feed {}", count(one.scopes.size(), "scope"),
                                count(one.feeds.size(), "member"));
  if (one.distribution_loss)
    out += fmt::format(", loss {:g} to {:g}", one.distribution_loss->first,
                       one.distribution_loss->second);
  return out;
}

std::string points_in_words(const PlanPsu& psu) {
  std::string out = fmt::format("{:g} W at {:g} V, {} per node:", psu.curve.rated_watts,
                                psu.line_volts, psu.psus_per_node);
  for (const EfficiencyPoint& point : psu.curve.points)
    out += fmt::format(" {:g} to {:g} at load {:g}", point.low, point.high, point.load);
  return out;
}

void add_supplies(const Plan& plan, Entries& out) {
  for (std::size_t i = 0; i < plan.members.size(); ++i) {
    const PlanMembers& group = plan.members[i];
    if (group.supply == Supply::kUnknown) continue;
    out.add("members supply",
            fmt::format("{} of {}", to_string(group.supply), name_list(group.nodes, 2)),
            "declared; holds only where the meters do not say",
            [i](Plan& without) { without.members[i].supply = Supply::kUnknown; });
  }
}

void add_covers(const Plan& plan, Entries& out) {
  if (!plan.outlets.empty())
    out.add("covers outlets", fmt::format("of {}", count(plan.outlets.size(), "node")),
            "declared; compared with the meters of the nodes where these have any",
            [](Plan& without) { without.outlets.clear(); });
  out.each("covers, shelves", &Plan::shelves, [](const PlanShelves& one) {
    return Words{"covers " + one.rack, shelves_in_words(one),
                 "declared; compared with the trays where all of them are measured"};
  });
  out.each("covers, chassis", &Plan::chassis, [](const PlanChassis& one) {
    return Words{
        "covers " + one.chassis,
        fmt::format("{} feed {}", count(one.scopes.size(), "scope"), name_list(one.feeds, 4)),
        "declared"};
  });
}

void add_estimates(Entries& out) {
  out.each("psu_efficiency", &Plan::psus, [](const PlanPsu& one) {
    return Words{"psu_efficiency " + one.curve.psu_model, points_in_words(one),
                 "certified points as typed into the plan"};
  });
  out.each("unmeasured", &Plan::unmeasured, [](const PlanUnmeasured& one) {
    return Words{"unmeasured " + one.what,
                 fmt::format("{:g} to {:g} W in each of {}", one.low, one.high,
                             count(one.nodes.size(), "node")),
                 "declared"};
  });
  out.each("shared", &Plan::shared, [](const PlanShared& one) {
    if (!one.measured_by.empty())
      return Words{"shared " + one.name, "measured by " + name_list(one.measured_by, 2),
                   "measured"};
    return Words{"shared " + one.name,
                 fmt::format("{:g} W rated, {} of {} ports", one.equipment.max_watts,
                             one.equipment.ports_used, one.equipment.ports_total),
                 "rating and ports as typed into the plan"};
  });
}

void add_knowledge(const Plan& plan, Entries& out) {
  out.each("bounds", &Plan::bounds, [](const PlanBounds& one) {
    return Words{"bounds " + name_list(one.nodes, 2), limits_in_words(one), "as its source says"};
  });
  out.each("calibration", &Plan::calibration, [](const PlanCertificate& one) {
    return Words{
        "calibration " + one.serial,
        fmt::format("U {} (k = 2), {} to {}", percent(one.expanded_uncertainty), one.date,
                    one.valid_until),
        fmt::format("certificate {} of {}, {}", one.number, one.laboratory, one.certificate)};
  });
  out.each("crosschecks", &Plan::crosschecks, [](const std::string& one) {
    return Words{"crosschecks " + one, "a cross-check of meters (METHOD X)",
                 "its own blocks, computed again"};
  });
  out.each("accuracy", &Plan::accuracy, [](const PlanAccuracy& one) {
    return Words{"accuracy " + one.vendor + " " + one.model,
                 fmt::format("{} of the reading, {:g} W", percent(one.ratio), one.watts),
                 "data sheet " + one.datasheet};
  });
  out.each("storage", &Plan::storage, [](const PlanStorage& one) {
    return Words{"storage " + one.scope, fmt::format("{:g} J usable", one.usable_joules),
                 one.charge_begin ? "charge at both edges as typed into the plan"
                                  : "charge not known: the whole capacity is in U"};
  });
  if (plan.clock_bound)
    out.add("clock bound_seconds", fmt::format("{:g} s", *plan.clock_bound),
            "declared; it can only raise the bound",
            [](Plan& without) { without.clock_bound.reset(); });
}

}  // namespace

std::vector<DeclaredEntry> declared_entries(const Plan& plan) {
  Entries out(plan);
  add_supplies(plan, out);
  add_covers(plan, out);
  add_estimates(out);
  add_knowledge(plan, out);
  return std::move(out).take();
}

}  // namespace joulemark
