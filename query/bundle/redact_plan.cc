#include "query/bundle/redact_plan.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/time_text.h"
#include "query/digest.h"
#include "query/figures.h"
#include "query/node_list.h"

namespace joulemark {
namespace {

using PlanJson = nlohmann::ordered_json;
using FileNames = std::map<std::string, std::string>;  // of the plan, old to new

// One text of a plan or of a file that a program wrote: a file, a name, a list of nodes, a scope,
// or words with names in them.
std::string redacted_scalar(const RedactedNames& names, const FileNames& files,
                            const std::string& text) {
  if (const auto file = files.find(text); file != files.end()) return file->second;
  if (names.knows(text)) return names.name(text);
  if (const auto nodes = expand_node_list(text); nodes && !nodes->empty()) {
    const bool known = std::all_of(nodes->begin(), nodes->end(),
                                   [&](const std::string& node) { return names.knows(node); });
    std::vector<std::string> out;
    for (const std::string& node : *nodes) out.push_back(names.name(node));
    if (known) return join(out, ",");
  }
  return names.scope(text);
}

PlanJson redacted_json(const RedactedNames& names, const FileNames& files, const PlanJson& value) {
  if (value.is_string()) return redacted_scalar(names, files, value.get<std::string>());
  PlanJson out = value;
  if (value.is_array())
    for (PlanJson& item : out) item = redacted_json(names, files, item);
  if (!value.is_object()) return out;
  out = PlanJson::object();
  for (const auto& [key, item] : value.items())
    out[redacted_scalar(names, files, key)] = redacted_json(names, files, item);
  return out;
}

// YAML as JSON, which is YAML too: comments are gone, quoted texts stay texts.
PlanJson json_of(const YAML::Node& node) {
  if (node.IsMap()) {
    PlanJson out = PlanJson::object();
    for (const auto& item : node) out[item.first.as<std::string>()] = json_of(item.second);
    return out;
  }
  if (node.IsSequence()) {
    PlanJson out = PlanJson::array();
    for (const auto& item : node) out.push_back(json_of(item));
    return out;
  }
  if (!node.IsScalar()) return {};
  const std::string text = node.as<std::string>();
  const bool quoted = node.Tag() == "!";
  PlanJson plain = quoted ? PlanJson() : PlanJson::parse(text, nullptr, false);
  if (plain.is_number() || plain.is_boolean()) return plain;
  return text;
}

std::string allocation_text(const RedactedNames& names, const AllocationRecord& record) {
  const auto renamed = [&](const std::vector<std::string>& nodes) {
    std::vector<std::string> out(nodes.size());
    std::transform(nodes.begin(), nodes.end(), out.begin(),
                   [&](const std::string& node) { return names.name(node); });
    return out;
  };
  const auto nodes = renamed(record.nodes);
  const auto shared = renamed(record.shared);
  if (record.kind == AllocationEvidence::kSlurm) {
    PlanJson jobs =
        PlanJson::array({{{"job_id", names.name(record.job)}, {"nodes", join(nodes, ",")}}});
    if (!shared.empty()) jobs.push_back({{"job_id", "another"}, {"nodes", join(shared, ",")}});
    return PlanJson{{"jobs", jobs}}.dump(1) + "\n";
  }
  if (record.kind != AllocationEvidence::kKubernetes) return join(nodes, "\n") + "\n";
  PlanJson items = PlanJson::array();
  for (const std::string& node : nodes) items.push_back({{"spec", {{"nodeName", node}}}});
  return PlanJson{{"items", items}}.dump(1) + "\n";
}

std::string work_text(const RedactedNames& names, const WorkLog& log) {
  std::string out;
  for (const WorkEntry& entry : log.entries) {
    PlanJson line{{"node", names.name(entry.node)},
                  {"job", names.name(entry.job)},
                  {"allocated", entry.allocated},
                  {"kind", entry.kind},
                  {"amount", entry.amount}};
    if (entry.begin) line["begin"] = format_time(*entry.begin, 9);
    if (entry.end) line["end"] = format_time(*entry.end, 9);
    out += line.dump() + "\n";
  }
  return out;
}

// New names of the files, so that a folder or a person in them does not leave the site.
FileNames renamed_files(const PreparedPlan& plan) {
  FileNames out;
  std::size_t other = 0;
  for (const auto& [file, bytes] : plan.folder.files) {
    const Plan& p = plan.plan;
    if (p.allocation && p.allocation->file == file)
      out[file] = "allocation.txt";
    else if (p.idle_baseline == file)
      out[file] = "idle.json";
    else if (p.work && p.work->file == file)
      out[file] = "work.jsonl";
    else
      out[file] =
          "file" + std::to_string(++other) +
          (std::find(p.crosschecks.begin(), p.crosschecks.end(), file) != p.crosschecks.end()
               ? ".json"
               : ".txt");
  }
  return out;
}

class PlanRedactor {
 public:
  PlanRedactor(const RedactedNames& names, const PreparedPlan& plan)
      : names_(names), plan_(plan), files_(renamed_files(plan)) {}

  PlanFolder folder(std::vector<RemovedFile>& removed) {
    PlanFolder out{"plan.yaml", redacted_yaml(), {}};
    for (const auto& [file, bytes] : plan_.folder.files)
      out.files[files_.at(file)] = redacted_file(file, bytes, removed);
    return out;
  }

 private:
  std::string redacted_yaml() const {
    const PlanJson plan = json_of(YAML::Load(plan_.folder.text));
    return redacted_json(names_, files_, plan).dump(2) + "\n";
  }

  std::string redacted_file(const std::string& file, const std::string& bytes,
                            std::vector<RemovedFile>& removed) const {
    const Plan& plan = plan_.plan;
    const auto instead = [&](std::string text, const std::string& why) {
      removed.push_back({files_.at(file), sha256_hex(bytes), why});
      return text;
    };
    if (plan.allocation && plan.allocation->file == file && plan_.allocation)
      return instead(allocation_text(names_, *plan_.allocation),
                     "only the nodes of the job were kept of this record");
    if (plan.work && plan.work->file == file && plan_.work)
      return instead(work_text(names_, *plan_.work), "written again with other names");
    const bool crosscheck =
        std::find(plan.crosschecks.begin(), plan.crosschecks.end(), file) != plan.crosschecks.end();
    if (plan.idle_baseline == file || crosscheck)
      return instead(redacted_json(names_, files_, PlanJson::parse(bytes)).dump(1) + "\n",
                     "written again with other names");
    return instead("left out by joulemark bundle redact; its SHA-256 is in manifest.json\n",
                   "left out: it cannot be searched for names");
  }

  const RedactedNames& names_;
  const PreparedPlan& plan_;
  FileNames files_;
};

void add_scope_names(RedactedNames& names, const std::vector<std::string>& scopes) {
  for (const std::string& scope : scopes) names.add_places(scope);
}

void add_node_names(RedactedNames& names, const NodeNames& nodes) {
  for (const std::string& node : nodes) names.add("node", node);
}

void add_cover_names(RedactedNames& names, const Plan& plan) {
  for (const PlanOutlets& one : plan.outlets) {
    names.add("node", one.node);
    add_scope_names(names, one.scopes);
  }
  for (const PlanShelves& one : plan.shelves) {
    names.add_places(one.rack);
    add_scope_names(names, one.scopes);
    add_node_names(names, one.feeds);
  }
  for (const PlanChassis& one : plan.chassis) {
    names.add_places(one.chassis);
    add_scope_names(names, one.scopes);
    add_node_names(names, one.feeds);
  }
  for (const PlanStorage& one : plan.storage) names.add_places(one.scope);
}

void add_evidence_names(RedactedNames& names, const PreparedPlan& plan) {
  if (plan.allocation) {
    add_node_names(names, plan.allocation->nodes);
    names.add("jobid", plan.allocation->job);
  }
  if (plan.work)
    for (const WorkEntry& entry : plan.work->entries) {
      names.add("node", entry.node);
      names.add("jobid", entry.job);
    }
  if (plan.idle)
    for (const IdleNode& node : plan.idle->nodes) {
      names.add("node", node.node);
      for (const IdleSeries& series : node.series) names.add("serial", series.serial);
    }
  for (const CrosscheckFile& file : plan.crosschecks)
    for (const CrosscheckRecord& unit : file.units)
      for (const Chain* chain : {&unit.validated, &unit.reference.sensors})
        for (const CheckedSensor& sensor : *chain) {
          names.add("node", sensor.node);
          names.add("serial", sensor.serial);
          names.add_places(sensor.scope);
        }
}

void add_idle_window(RedactedNames& names, const PreparedPlan& plan) {
  if (!plan.idle) return;
  names.add("host", plan.idle->window.host);
  names.add("boot", plan.idle->window.boot_id);
  names.add("server", RedactedNames::host_of(plan.idle->server));
  for (const std::string& word : plan.idle->window.command) names.add("word", word);
}

}  // namespace

void add_names(RedactedNames& names, const PreparedPlan& prepared) {
  const Plan& plan = prepared.plan;
  add_node_names(names, plan.nodes());
  add_cover_names(names, plan);
  add_evidence_names(names, prepared);
  add_idle_window(names, prepared);
  if (plan.allocation) names.add("jobid", plan.allocation->job);
  if (plan.work) names.add("jobid", plan.work->job);
  for (const PlanShared& one : plan.shared) {
    names.add("equipment", one.name);
    add_scope_names(names, one.measured_by);
  }
  for (const PlanCertificate& one : plan.calibration) {
    names.add("serial", one.serial);
    names.add("certificate", one.number);
  }
}

Result<RedactedPlan> redact(const RedactedNames& names, const PreparedPlan& plan) {
  RedactedPlan out;
  try {
    auto prepared = prepare_plan(PlanRedactor(names, plan).folder(out.removed));
    if (!prepared) return fail_in("the plan cannot be redacted", prepared.error());
    out.plan = std::move(*prepared);
  } catch (const std::exception& error) {  // of the YAML and JSON libraries
    return fail(ErrorCode::kInvalid, std::string("the plan cannot be redacted: ") + error.what());
  }
  return out;
}

}  // namespace joulemark
