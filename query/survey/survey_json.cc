#include "query/survey/survey_json.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/names.h"
#include "core/time_text.h"
#include "query/survey/profile_checks.h"
#include "query/survey/verdict.h"

namespace joulemark {
namespace {

using redfish::About;
using redfish::Seen;

template <class T>
SurveyJson or_null(const std::optional<T>& value) {
  return value ? SurveyJson(*value) : SurveyJson();
}

SurveyJson text_or_null(const std::string& text) {
  return text.empty() ? SurveyJson() : SurveyJson(text);
}

constexpr NameTable<About, 12> kAbout{{{About::kChassis, "chassis"},
                                       {About::kSupplyInput, "power supply input"},
                                       {About::kSupplyOutput, "power supply output"},
                                       {About::kCpu, "processor"},
                                       {About::kMemory, "memory"},
                                       {About::kGpu, "accelerator"},
                                       {About::kModule, "module"},
                                       {About::kDistribution, "PDU or shelf"},
                                       {About::kMains, "mains"},
                                       {About::kBranch, "branch"},
                                       {About::kOutlet, "outlet"},
                                       {About::kPart, "part"}}};
constexpr NameTable<Seen, 8> kSeen{{{Seen::kEnvironmentMetrics, "EnvironmentMetrics"},
                                    {Seen::kPowerControl, "PowerControl"},
                                    {Seen::kPowerSupply, "PowerSupply"},
                                    {Seen::kSensor, "Sensor"},
                                    {Seen::kOem, "Oem"},
                                    {Seen::kDistribution, "PowerDistributionMetrics"},
                                    {Seen::kCircuit, "Circuit"},
                                    {Seen::kOutlet, "Outlet"}}};

SurveyJson accuracy_json(const redfish::Stated& stated) {
  if (stated.reading_accuracy)
    return {
        {"property", "ReadingAccuracy"}, {"value", *stated.reading_accuracy}, {"of", "absolute"}};
  if (stated.accuracy_percent)
    return {{"property", "Accuracy"}, {"value", *stated.accuracy_percent}, {"of", "percent"}};
  return nullptr;
}

SurveyJson value_json(const Assessment& one) {
  const redfish::Measured& value = *one.value;
  const redfish::Stated& stated = value.stated;
  const bool energy = value.quantity == QuantityKind::kEnergy;
  SurveyJson out;
  out["path"] = value.path;
  out["pointer"] = value.pointer;
  out["sensor"] = text_or_null(value.data_source);
  out["name"] = value.name;
  out["through"] = name_of(kSeen, value.seen);
  out["covers"] = name_of(kAbout, value.about);
  out["quantity"] = to_string(value.quantity);
  out["lifetime"] = value.lifetime;
  out["boundary"] = to_string(value.boundary);
  out["supply"] = to_string(value.supply);
  out["evidence"] = text_or_null(value.evidence);
  out["reading"] = value.reading ? SurveyJson(value.reading->token) : SurveyJson();
  out[energy ? "joules" : "watts"] = value.reading ? SurveyJson(value.si()) : SurveyJson();
  out["reading_type"] = text_or_null(stated.reading_type);
  out["reading_units"] = text_or_null(stated.units);
  out["implementation"] = text_or_null(stated.implementation);
  out["decimals"] = or_null(one.seen.decimals);
  out["quantum"] = or_null(one.quantum);
  out["significant_figures"] = or_null(one.significant_figures);
  if (energy) {
    out["window_1_percent_s"] = or_null(one.window_1);
    out["window_0_1_percent_s"] = or_null(one.window_01);
    out["age_at_present_power_s"] = or_null(one.age);
    out["rises"] = one.seen.readings > 1 ? SurveyJson(!one.seen.falls) : SurveyJson();
    out["ratio_to_integrated_power"] = or_null(one.ratio_to_power);
    out["lifetime_start"] = text_or_null(stated.lifetime_start);
    out["reset_time"] = text_or_null(stated.reset_time);
  }
  out["accuracy"] = accuracy_json(stated);
  out["precision"] = or_null(stated.precision);
  out["calibration_time"] = text_or_null(stated.calibration_time);
  out["reading_time"] = text_or_null(stated.reading_time);
  out["update_interval_stated_s"] =
      stated.sensing_interval ? SurveyJson(seconds(*stated.sensing_interval)) : SurveyJson();
  out["update_interval_measured_s"] = or_null(one.seen.update_interval);
  out["readings"] = one.seen.readings;
  out["changes"] = one.seen.changes;
  return out;
}

SurveyJson power_json(const SurveyErrand& errand) {
  SurveyJson out = SurveyJson::array();
  for (const redfish::ChassisPower& power : errand.power())
    out.push_back({{"chassis", power.id},
                   {"watts", power.watts},
                   {"values", power.parts.size()},
                   {"boundary", to_string(power.boundary)},
                   {"supply", to_string(power.supply)},
                   {"evidence", power.evidence},
                   {"shared", power.shared}});
  return out;
}

// Metric reports that show values of this service together: how many, and how many in thousandths.
SurveyJson reports_json(const redfish::Inventory& inventory) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
  for (const redfish::ReportedValue& one : inventory.reported) {
    ++counts[one.path].first;
    if (one.scale != 1.0) ++counts[one.path].second;
  }
  SurveyJson out = SurveyJson::array();
  for (const auto& [path, count] : counts)
    out.push_back({{"path", path}, {"values", count.first}, {"in_thousandths", count.second}});
  return out;
}

SurveyJson latency_json(std::vector<Duration> latencies) {
  if (latencies.empty()) return nullptr;
  std::sort(latencies.begin(), latencies.end());
  const auto at = [&](double share) {
    const auto i = static_cast<std::size_t>(share * static_cast<double>(latencies.size() - 1));
    return 1e3 * seconds(latencies[i]);
  };
  return {{"p50_ms", at(0.5)}, {"p95_ms", at(0.95)}};
}

// Resources that did not come, but for those that are simply not there.
SurveyJson errors_json(const redfish::Resources& resources) {
  constexpr std::size_t kMost = 20;
  SurveyJson out = SurveyJson::array();
  for (const auto& [path, error] : resources.failed())
    if (error.code != ErrorCode::kNotPresent && out.size() < kMost)
      out.push_back({{"path", path}, {"error", error.message}});
  return out;
}

// In their order, each once.
SurveyJson distinct_words(const std::vector<std::string>& words) {
  constexpr std::size_t kMost = 8;
  SurveyJson out = SurveyJson::array();
  for (const std::string& word : words)
    if (!word.empty() && out.size() < kMost && std::find(out.begin(), out.end(), word) == out.end())
      out.push_back(word);
  return out;
}

std::string joined(const std::string& manufacturer, const std::string& model) {
  return manufacturer.empty() || model.empty() ? model : manufacturer + " " + model;
}

SurveyJson models_of(const redfish::Inventory& inventory) {
  std::vector<std::string> out;
  for (const auto& one : inventory.equipment) out.push_back(joined(one.manufacturer, one.model));
  for (const auto& one : inventory.chassis) out.push_back(joined(one.manufacturer, one.model));
  return distinct_words(out);
}

SurveyJson firmware_of(const redfish::Inventory& inventory) {
  std::vector<std::string> out;
  for (const auto& one : inventory.equipment) out.push_back(one.firmware);
  for (const auto& one : inventory.chassis) out.push_back(one.firmware);
  return distinct_words(out);
}

SurveyJson service_json(const SurveyedService& service, bool redacted) {
  const SurveyErrand& errand = *service.errand;
  SurveyJson out;
  out["target"] = service.name;
  if (const auto error = errand.error()) {
    out["error"] = redacted ? std::string(to_string(error->code)) : error->message;
    out["verdict"] = "no-answer";
    out["reasons"] = {redacted ? std::string("the service did not answer") : error->message};
    return out;
  }
  const redfish::Inventory& inventory = errand.inventory();
  const auto values = assess(errand);
  const Verdict verdict = verdict_of(errand, values);
  out["complete"] = errand.finished();
  out["vendor"] = text_or_null(inventory.vendor);
  out["product"] = text_or_null(inventory.product);
  out["models"] = models_of(inventory);
  out["firmware"] = firmware_of(inventory);
  out["redfish_version"] = text_or_null(inventory.redfish_version);
  out["authentication"] = errand.authentication();
  out["trust"] = service.trust;
  out["expand"] = inventory.expand;
  out["requests"] = errand.requests();
  out["latency"] = latency_json(errand.discovery().latencies());
  out["not_fetched"] = errand.discovery().resources().failed().size();
  out["errors"] = errors_json(errand.discovery().resources());
  out["links_to_other_hosts"] = errand.discovery().resources().foreign().size();
  out["power"] = power_json(errand);
  out["values"] = SurveyJson::array();
  for (const Assessment& one : values) out["values"].push_back(value_json(one));
  out["reports"] = reports_json(inventory);
  out["remarks"] = SurveyJson::array();
  for (const redfish::Remark& remark : inventory.remarks)
    out["remarks"].push_back({{"code", remark.code}, {"path", remark.path}, {"text", remark.text}});
  out["profile"] = SurveyJson::array();
  for (const ProfileCheck& check : profile_checks(inventory))
    out["profile"].push_back(
        {{"check", check.name}, {"need", check.need}, {"outcome", check.outcome}});
  out["verdict"] = verdict.word;
  out["reasons"] = verdict.reasons;
  return out;
}

}  // namespace

SurveyJson survey_json(const std::vector<SurveyedService>& services, Duration probe, UtcTime time,
                       bool redacted) {
  SurveyJson out;
  out["schema"] = "joulemark.survey/1";
  out["time"] = format_time(time);
  out["probe_seconds"] = seconds(probe);
  out["redacted"] = redacted;
  out["targets"] = SurveyJson::array();
  for (const SurveyedService& service : services)
    out["targets"].push_back(service_json(service, redacted));
  return out;
}

Result<SurveyJson> merged(const std::vector<std::pair<std::string, SurveyJson>>& surveys) {
  SurveyJson out;
  std::set<std::string> names;
  for (const auto& [file, survey] : surveys) {
    if (!survey.is_object() ||
        survey.value("schema", SurveyJson()) != SurveyJson("joulemark.survey/1") ||
        !survey.contains("targets") || !survey["targets"].is_array())
      return fail(ErrorCode::kInvalid, file + ": is no survey (schema joulemark.survey/1)");
    if (out.is_null()) {
      out = survey;
      out["targets"] = SurveyJson::array();
    }
    const bool redacted = survey.value("redacted", SurveyJson(true)) == SurveyJson(true);
    out["redacted"] = redacted && out.value("redacted", SurveyJson(true)) == SurveyJson(true);
    for (SurveyJson target : survey["targets"]) {
      if (!target.is_object() || !target.contains("target") || !target["target"].is_string())
        return fail(ErrorCode::kInvalid, file + ": holds a target without a name");
      const auto name = target["target"].get<std::string>();
      std::string unique = name;
      for (int i = 2; !names.insert(unique).second; ++i)
        unique = name + " (" + std::to_string(i) + ")";
      target["target"] = unique;
      out["targets"].push_back(std::move(target));
    }
  }
  return out;
}

}  // namespace joulemark
