#include "query/plan/plan_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace joulemark {
namespace {

using PlanJson = nlohmann::ordered_json;

PlanJson finite(double value) { return std::isfinite(value) ? PlanJson(value) : PlanJson(); }
PlanJson finite(const std::optional<double>& value) { return value ? finite(*value) : PlanJson(); }
PlanJson stated(const std::string& text) { return text.empty() ? PlanJson() : PlanJson(text); }

PlanJson share_json(const EnergyShare& share) {
  return {{"energy_millijoules", share.total()},
          {"idle_millijoules", share.idle},
          {"dynamic_millijoules", share.dynamic},
          {"expanded_uncertainty_joules", finite(share.U)},
          {"idle_expanded_uncertainty_joules", finite(share.U_idle)},
          {"dynamic_expanded_uncertainty_joules", finite(share.U_dynamic)}};
}

PlanJson job_json(const JobTotal& job) {
  PlanJson out{{"job", job.job}, {"work", finite(job.weight)}};
  out.update(share_json(job.energy));
  out["joules_per_work"] = job.per_work ? finite(job.per_work->value) : PlanJson();
  out["joules_per_work_expanded_uncertainty"] = job.per_work ? finite(job.per_work->U) : PlanJson();
  return out;
}

PlanJson share_of_job_json(const ShareOfJob& job) {
  PlanJson out{{"job", job.job}, {"work", finite(job.weight)}};
  out.update(share_json(job.energy));
  if (job.shared)
    out["second_figure"] = {{"class", "reference-only"},
                            {"share_millijoules", job.shared->share},
                            {"bracket_millijoules", {job.shared->low, job.shared->high}}};
  return out;
}

PlanJson member_json(const ShareOfMember& member) {
  PlanJson out{{"member", member.node},
               {"role", stated(member.role)},
               {"share", finite(member.share)},
               {"idle_fraction", finite(member.idle_fraction)},
               {"work", finite(member.weight)},
               {"shared", member.shared},
               {"unattributed_millijoules", member.unattributed}};
  out.update(share_json(member.energy));
  out["jobs"] = PlanJson::array();
  for (const ShareOfJob& job : member.jobs) out["jobs"].push_back(share_of_job_json(job));
  return out;
}

PlanJson role_json(const ShareOfRole& role) {
  PlanJson out{
      {"role", stated(role.role)}, {"members", role.members}, {"work", finite(role.weight)}};
  out.update(share_json(role.energy));
  return out;
}

template <class List, class Write>
PlanJson list_json(const List& list, Write write) {
  PlanJson out = PlanJson::array();
  for (const auto& one : list) out.push_back(write(one));
  return out;
}

}  // namespace

nlohmann::ordered_json shared_json(const std::vector<SharedReport>& shared) {
  return list_json(shared, [](const SharedReport& one) {
    return PlanJson{{"name", one.name},
                    {"kind", one.kind},
                    {"model", stated(one.model)},
                    {"energy_joules", finite(one.energy)},
                    {"expanded_uncertainty_joules", finite(one.U)},
                    {"mlperf_training_joules", finite(one.training_energy)},
                    {"how_known", one.how}};
  });
}

nlohmann::ordered_json attribution_json(const Report& report) {
  if (!report.attribution) return nullptr;
  const AttributionReport& from = *report.attribution;
  PlanJson out{{"kind", stated(from.kind)}, {"why", stated(from.why)}, {"notes", from.notes}};
  if (!from.split) return out;
  out["total_millijoules"] = from.split->total;
  out["unattributed_millijoules"] = from.split->unattributed;
  out["jobs"] = list_json(from.split->jobs, job_json);
  out["roles"] = list_json(from.split->roles, role_json);
  out["members"] = list_json(from.split->members, member_json);
  return out;
}

nlohmann::ordered_json ratios_json(const std::vector<WorkRatio>& ratios) {
  return list_json(ratios, [](const WorkRatio& one) {
    PlanJson out{{"unit", one.unit},
                 {"value", finite(one.value)},
                 {"expanded_uncertainty", finite(one.U)},
                 {"work", one.per_second ? PlanJson() : finite(one.work)}};
    if (one.per_second) out["work_per_second"] = *one.per_second;
    if (!one.how.empty()) out["counted_by"] = one.how;
    return out;
  });
}

nlohmann::ordered_json declared_json(const std::vector<Declared>& declared) {
  return list_json(declared, [](const Declared& one) {
    return PlanJson{{"key", one.key},
                    {"value", one.value},
                    {"evidence", one.evidence},
                    {"effect_on_energy", finite(one.effect_on_energy)},
                    {"effect_on_uncertainty", finite(one.effect_on_uncertainty)}};
  });
}

}  // namespace joulemark
