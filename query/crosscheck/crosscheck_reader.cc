#include <array>

#include "measurement/numbers.h"
#include "query/crosscheck/crosscheck_file.h"
#include "query/crosscheck/fact_reader.h"
#include "query/crosscheck/training_protocol.h"

namespace joulemark {
namespace {

constexpr std::string_view kCrosscheckSchema = "joulemark.crosscheck/1";
constexpr double kLongestBlock = 3600.0;  // s, as --block

CheckedSensor read_sensor(const FactReader& facts) {
  CheckedSensor out;
  out.node = facts.text("node");
  out.source = facts.text("source");
  out.sensor = facts.text("sensor");
  out.scope = facts.text("scope");
  out.vendor = facts.text("vendor");
  out.model = facts.text("model");
  out.serial = facts.text("serial");
  out.firmware = facts.text("firmware");
  out.driver = facts.text("driver");
  out.simulated = facts.truth("simulated");
  facts.word("component", out.component, parse_component);
  facts.word("boundary", out.boundary, parse_boundary);
  facts.word("supply", out.supply, parse_supply);
  facts.word("quantity", out.quantity, parse_quantity_kind);
  return out;
}

Chain read_chain(const FactReader& facts, const char* key) {
  Chain out;
  for (const FactReader& sensor : facts.list(key)) out.push_back(read_sensor(sensor));
  return out;
}

Certificate read_certificate_facts(const FactReader& facts) {
  Certificate out;
  out.laboratory = facts.text("laboratory");
  out.number = facts.text("number");
  out.serial = facts.text("serial");
  out.date = facts.text("date");
  out.valid_until = facts.text("valid_until");
  out.expanded_uncertainty = facts.number("expanded_uncertainty");
  std::tie(out.low_watts, out.high_watts) = facts.range("range_watts");
  out.file = facts.text("certificate");
  out.sha256 = facts.text("sha256");
  if (auto good = check_certificate(out); !good) facts.complain("", good.error().message);
  return out;
}

Reference read_reference(const FactReader& facts) {
  Reference out;
  facts.word("kind", out.kind, parse_reference_kind);
  out.sensors = read_chain(facts, "sensors");
  if (out.kind != ReferenceKind::kTelemetry) {
    const FactReader log = facts.map("log");
    out.log = {log.text("name"), log.text("sha256"),
               log.has("utc_offset") ? log.text("utc_offset") : "",
               static_cast<std::size_t>(std::max(0.0, std::min(1e12, log.number("readings"))))};
  }
  out.loads = facts.ranges("loads_watts");
  for (const FactReader& one : facts.list("certificates"))
    out.certificates.push_back(read_certificate_facts(one));
  out.not_calibrated = facts.texts("not_calibrated_because");
  out.u_relative = facts.number("relative_standard_uncertainty");
  out.group = facts.text("group");
  const bool is_log = out.kind != ReferenceKind::kTelemetry;
  if (out.loads.size() != (is_log ? 1 : out.sensors.size()) || (!is_log && out.sensors.empty()))
    facts.complain("loads_watts", "must hold one range for each sensor of the reference");
  if (!is_amount(out.u_relative))
    facts.complain("relative_standard_uncertainty", "must not be negative");
  return out;
}

CheckedLevel read_level(const FactReader& facts) {
  CheckedLevel out;
  out.name = facts.text("name");
  facts.word("kind", out.kind, parse_level_kind);
  for (const FactReader& block : facts.list("blocks"))
    out.blocks.push_back(
        {block.time("begin"), block.number("reference_joules"), block.number("validated_joules")});
  for (const FactReader& block : facts.list("left_out"))
    out.left_out.emplace_back(block.time("begin"), block.text("why"));
  out.U_reference = facts.number("expanded_uncertainty_reference_joules");
  out.U_validated = facts.number("expanded_uncertainty_validated_joules");
  return out;
}

std::optional<Lag> read_lag(const FactReader& facts) {
  if (!facts.has("lag")) return {};
  const FactReader lag = facts.map("lag");
  return Lag{.seconds = lag.number("seconds"),
             .peak = lag.number("peak"),
             .step = lag.number("step_s"),
             .earliest = lag.number("earliest_s"),
             .latest = lag.number("latest_s")};
}

// the blocks do not overlap, within a level or between levels.
void check_blocks(const FactReader& facts, const CrosscheckRecord& record) {
  if (!(record.block_seconds >= kBlock && record.block_seconds <= kLongestBlock))
    return facts.complain("block_seconds", "must be from 60 to 3600");
  const Duration length = from_seconds(record.block_seconds);
  std::vector<UtcTime> begins;
  for (const CheckedLevel& level : record.levels)
    for (const CheckedBlock& block : level.blocks) begins.push_back(block.begin);
  if (begins.size() > kMostBlocksOfUnit)
    return facts.complain("levels", "have more than 5,000 blocks");
  std::sort(begins.begin(), begins.end());
  for (std::size_t i = 1; i < begins.size(); ++i)
    if (begins[i] - begins[i - 1] < length - from_seconds(1e-6))
      return facts.complain("levels", "have blocks that overlap");
}

CrosscheckRecord read_record(const FactReader& facts) {
  CrosscheckRecord out;
  out.validated = read_chain(facts, "validated");
  if (out.validated.empty()) facts.complain("validated", "must hold a sensor");
  out.reference = read_reference(facts.map("reference"));
  out.same_device = facts.truth("same_device");
  out.checked = facts.texts("checked");
  out.declared = facts.texts("declared");
  const FactReader ratio = facts.map("ratio");
  out.ratio = {ratio.number("expected"), ratio.number("relative_standard_uncertainty")};
  out.ratio_how = ratio.text("how");
  out.block_seconds = facts.number("block_seconds");
  out.lag = read_lag(facts);
  out.accuracy_watts = facts.number("accuracy_watts");
  for (const FactReader& level : facts.list("levels")) out.levels.push_back(read_level(level));
  const FactReader whole = facts.map("whole");
  out.U_reference = whole.number("expanded_uncertainty_reference_joules");
  out.U_validated = whole.number("expanded_uncertainty_validated_joules");
  check_blocks(facts, out);
  return out;
}

// What is written must follow from the blocks.
Result<void> recompute(CrosscheckRecord& record, const FactReader& facts) {
  auto result = crosscheck(crosscheck_input(record));
  if (!result) return tl::unexpected(result.error());
  record.result = std::move(*result);
  const std::string written = facts.text("verdict");
  if (written != to_string(record.result.verdict))
    return fail(ErrorCode::kInvalid, "the verdict is written as " + written + ", the blocks say " +
                                         std::string(to_string(record.result.verdict)));
  for (std::string& objection : calibration_objections(record))
    if (std::find(record.reference.not_calibrated.begin(), record.reference.not_calibrated.end(),
                  objection) == record.reference.not_calibrated.end())
      record.reference.not_calibrated.push_back(std::move(objection));
  if (facts.map("reference").truth("calibrated") != record.reference.calibrated())
    return fail(ErrorCode::kInvalid, "the reference is written as calibrated and is not: " +
                                         record.reference.not_calibrated.front());
  if (!facts.has("training_acceptance")) return {};
  auto training = training_protocol(record);
  if (!training) return tl::unexpected(training.error());
  if (training->accepted != facts.map("training_acceptance").truth("accepted"))
    return fail(ErrorCode::kInvalid, "the training acceptance is not what its windows say");
  record.training = std::move(*training);
  return {};
}

Result<std::vector<CrosscheckRecord>> read_units(const FactReader& root,
                                                 const std::optional<Error>& error) {
  std::vector<CrosscheckRecord> out;
  for (const FactReader& facts : root.list("units")) {
    CrosscheckRecord record = read_record(facts);
    if (error) return tl::unexpected(*error);
    if (auto good = recompute(record, facts); !good)
      return fail_in("unit " + std::to_string(out.size() + 1), good.error());
    out.push_back(std::move(record));
  }
  if (out.empty()) root.complain("units", "must hold a unit");
  if (error) return tl::unexpected(*error);
  return out;
}

Result<CrosscheckFile> read_file(const FactReader& root, const std::optional<Error>& error) {
  if (root.text("schema") != kCrosscheckSchema)
    root.complain("schema", "must be " + std::string(kCrosscheckSchema));
  const std::string kind = root.text("kind");
  if (kind != "unit" && kind != "fleet") root.complain("kind", "must be unit or fleet");
  if (error) return tl::unexpected(*error);
  auto units = read_units(root, error);
  if (!units) return tl::unexpected(units.error());
  CrosscheckFile out{"", std::move(*units), {}};
  if (kind == "fleet") {
    auto fleet = fleet_of_units(out.units);
    if (!fleet) return tl::unexpected(fleet.error());
    out.fleet = std::move(*fleet);
  } else if (out.units.size() != 1) {
    root.complain("units", "must hold one unit: it is no fleet");
  }
  const std::string written = root.text("verdict");
  if (written != to_string(out.verdict()))
    root.complain("verdict", "is written as " + written + ", the units say " +
                                 std::string(to_string(out.verdict())));
  if (error) return tl::unexpected(*error);
  return out;
}

}  // namespace

Result<CrosscheckFile> crosscheck_from_json(std::string_view text, const std::string& name) {
  if (text.size() > kLongestCrosscheckFile)
    return fail(ErrorCode::kInvalid, name + ": is longer than 64 MiB");
  const auto json = FactReader::Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return fail(ErrorCode::kInvalid,
                name + ": is not JSON: expected a file of joulemark crosscheck --output json");
  std::optional<Error> error;
  auto file = read_file(FactReader(json, "crosscheck", error), error);
  if (!file) return fail_in(name, file.error());
  file->name = name;
  return file;
}

}  // namespace joulemark
