#include <cmath>
#include <nlohmann/json.hpp>

#include "core/time_text.h"
#include "measurement/crosscheck_correction.h"
#include "measurement/crosscheck_validity.h"
#include "measurement/defaults.h"
#include "query/crosscheck/crosscheck_advice.h"
#include "query/crosscheck/crosscheck_file.h"
#include "query/version.h"

namespace joulemark {
namespace {

using Json = nlohmann::ordered_json;

Json figure(double value) { return std::isfinite(value) ? Json(value) : Json(); }
Json crosscheck_text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json sensor_json(const CheckedSensor& sensor) {
  return {{"node", sensor.node},
          {"source", sensor.source},
          {"sensor", sensor.sensor},
          {"scope", sensor.scope},
          {"component", to_string(sensor.component)},
          {"boundary", to_string(sensor.boundary)},
          {"supply", to_string(sensor.supply)},
          {"quantity", to_string(sensor.quantity)},
          {"vendor", sensor.vendor},
          {"model", sensor.model},
          {"serial", sensor.serial},
          {"firmware", sensor.firmware},
          {"driver", sensor.driver},
          {"simulated", sensor.simulated}};
}

Json chain_json(const Chain& chain) {
  Json out = Json::array();
  for (const CheckedSensor& sensor : chain) out.push_back(sensor_json(sensor));
  return out;
}

Json certificate_json(const Certificate& one) {
  return {{"laboratory", one.laboratory},
          {"number", one.number},
          {"serial", one.serial},
          {"date", one.date},
          {"valid_until", one.valid_until},
          {"expanded_uncertainty", one.expanded_uncertainty},
          {"range_watts", {one.low_watts, one.high_watts}},
          {"certificate", one.file},
          {"sha256", one.sha256}};
}

Json log_json(const ReferenceLog& log) {
  return {{"name", log.name},
          {"sha256", log.sha256},
          {"utc_offset", crosscheck_text_or_null(log.utc_offset)},
          {"readings", log.readings}};
}

Json reference_json(const Reference& reference) {
  Json certificates = Json::array(), loads = Json::array();
  for (const Certificate& one : reference.certificates)
    certificates.push_back(certificate_json(one));
  for (const auto& [low, high] : reference.loads) loads.push_back({low, high});
  return {{"kind", to_string(reference.kind)},
          {"sensors", chain_json(reference.sensors)},
          {"log", reference.kind == ReferenceKind::kTelemetry ? Json() : log_json(reference.log)},
          {"loads_watts", loads},
          {"calibrated", reference.calibrated()},
          {"not_calibrated_because", reference.not_calibrated},
          {"certificates", certificates},
          {"relative_standard_uncertainty", reference.u_relative},
          {"group", reference.group}};
}

Json result_json(const LevelResult& level) {
  const Equivalence& e = level.equivalence;
  return {{"mean_watts", figure(level.watts)},
          {"en", figure(level.en)},
          {"mean_r", figure(e.mean_r)},
          {"ratio", figure(e.ratio())},
          {"n", e.blocks},
          {"n_eff", figure(e.n_eff)},
          {"u_scatter", figure(e.u_scatter)},
          {"interval", {figure(e.low()), figure(e.high())}},
          {"interval_infinite", std::isinf(e.half_width)},
          {"within_3_percent", e.within(kGrade3)},
          {"within_5_percent", e.within(kGrade5)}};
}

Json level_json(const CheckedLevel& level, const LevelResult& result) {
  Json blocks = Json::array(), left_out = Json::array();
  for (const CheckedBlock& block : level.blocks)
    blocks.push_back({{"begin", format_time(block.begin, 9)},
                      {"reference_joules", block.reference},
                      {"validated_joules", block.validated}});
  for (const auto& [begin, why] : level.left_out)
    left_out.push_back({{"begin", format_time(begin, 9)}, {"why", why}});
  return {{"name", level.name},
          {"kind", to_string(level.kind)},
          {"blocks", blocks},
          {"left_out", left_out},
          {"expanded_uncertainty_reference_joules", level.U_reference},
          {"expanded_uncertainty_validated_joules", level.U_validated},
          {"result", result_json(result)}};
}

Json whole_json(const CrosscheckRecord& record) {
  return {{"expanded_uncertainty_reference_joules", record.U_reference},
          {"expanded_uncertainty_validated_joules", record.U_validated},
          {"result", result_json(record.result.whole)}};
}

Json lag_json(const std::optional<Lag>& lag) {
  if (!lag) return {};
  return {{"seconds", lag->seconds},     {"peak", lag->peak},       {"step_s", lag->step},
          {"earliest_s", lag->earliest}, {"latest_s", lag->latest}, {"found", lag->found()}};
}

Json agreement_json(const CrosscheckResult& result) {
  return {{"deming",
           {{"slope", result.line.slope},
            {"intercept_watts", result.line.intercept},
            {"u_intercept_watts", result.line.u_intercept}}},
          {"bland_altman",
           {{"bias_watts", result.limits.bias},
            {"low_watts", result.limits.low},
            {"high_watts", result.limits.high},
            {"mean_watts", result.limits.mean}}}};
}

Json correction_json(const CrosscheckRecord& record) {
  if (!record.passed() || record.same_device) return {};
  const auto correction = unit_correction(record.result, record.ratio, record.reference.u_relative,
                                          record.reference.group);
  if (!correction) return {};
  Json points = Json::array();
  for (const CorrectionPoint& point : correction->points)
    points.push_back({{"watts", point.watts},
                      {"factor", std::exp(point.mean_r)},
                      {"u_scatter", point.u_scatter},
                      {"dof", figure(point.dof)}});
  return {{"points", points},
          {"u_reference", correction->u_reference},
          {"u_ratio", correction->u_ratio},
          {"reference_group", correction->reference}};
}

Json training_json(const std::optional<TrainingAcceptance>& training) {
  if (!training) return {};
  Json levels = Json::array();
  for (const TrainingLevelResult& level : training->levels)
    levels.push_back({{"name", level.name},
                      {"reference_watts", level.reference},
                      {"validated_watts", level.validated},
                      {"difference", level.difference},
                      {"within", level.within}});
  return {{"protocol", "mlperf-training"}, {"accepted", training->accepted}, {"levels", levels}};
}

Json codes_json(const Codes& codes) {
  Json out = Json::array();
  for (const Code code : codes) out.push_back(to_string(code));
  return out;
}

Json unit_json(const CrosscheckRecord& record) {
  const auto [low, high] = record.tested_watts();
  Json levels = Json::array();
  for (std::size_t i = 0; i < record.levels.size(); ++i)
    levels.push_back(level_json(record.levels[i], record.result.levels[i]));
  return {{"verdict", to_string(record.result.verdict)},
          {"reasons", record.result.reasons},
          {"codes", codes_json(record.result.codes)},
          {"allows", allowance(record)},
          {"advice", crosscheck_advice(record)},
          {"model", model_of(record.validated)},
          {"firmware", firmware_of(record.validated)},
          {"begun", format_time(record.begun(), 9)},
          {"made", format_time(record.made(), 9)},
          {"valid_until", format_time(valid_until(record.made()), 9)},
          {"range_watts", {low, high}},
          {"validated", chain_json(record.validated)},
          {"accuracy_watts", record.accuracy_watts},
          {"reference", reference_json(record.reference)},
          {"same_device", record.same_device},
          {"checked", record.checked},
          {"declared", record.declared},
          {"ratio",
           {{"expected", record.ratio.rho},
            {"relative_standard_uncertainty", record.ratio.u},
            {"how", record.ratio_how}}},
          {"block_seconds", record.block_seconds},
          {"lag", lag_json(record.lag)},
          {"levels", levels},
          {"whole", whole_json(record)},
          {"agreement", agreement_json(record.result)},
          {"correction", correction_json(record)},
          {"training_acceptance", training_json(record.training)}};
}

Json transfer_json(const std::optional<TransferredCorrection>& transfer) {
  if (!transfer) return {};
  return {{"factor", transfer->factor},
          {"s_unit", transfer->s_unit},
          {"u_relative", transfer->u_relative},
          {"dof", figure(transfer->dof)},
          {"coverage_factor", transfer->k},
          {"expanded_uncertainty_relative", transfer->U_relative},
          {"gives_class", transfer->gives_class}};
}

Json fleet_json(const CrosscheckFleet& fleet) {
  return {{"verdict", to_string(fleet.verdict)},
          {"reasons", fleet.reasons},
          {"tested", fleet.result.tested},
          {"passed", fleet.passed},
          {"en_above_1", fleet.result.above_one},
          {"en_above_1_5", fleet.result.far_above},
          {"transfer", transfer_json(fleet.transfer)}};
}

Json tool_json() {
  return {{"version", program_version()},
          {"revision", program_revision()},
          {"method", kMethodVersion},
          {"table", kTableVersion}};
}

}  // namespace

std::string crosscheck_to_json(const CrosscheckFile& file) {
  Json out{{"schema", "joulemark.crosscheck/1"},
           {"kind", file.fleet ? "fleet" : "unit"},
           {"verdict", to_string(file.verdict())},
           {"tool", tool_json()},
           {"units", Json::array()},
           {"fleet", file.fleet ? fleet_json(*file.fleet) : Json()}};
  for (const CrosscheckRecord& unit : file.units) out["units"].push_back(unit_json(unit));
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
