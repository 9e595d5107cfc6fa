#include "query/crosscheck/crosscheck_request.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>

#include "core/time_text.h"
#include "query/digest.h"
#include "query/plan/plan_reader.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

tl::unexpected<Error> wrong(const std::string& option, const std::string& why) {
  return fail(ErrorCode::kInvalid, option + ": " + why);
}

std::optional<double> fraction(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value >= 0.0 && value <= 1.0 ? std::optional(value) : std::nullopt;
}

// "0.94,0.96"
Result<std::optional<std::pair<double, double>>> fractions(const std::string& text,
                                                           const char* option) {
  if (text.empty()) return std::optional<std::pair<double, double>>{};
  const auto comma = text.find(',');
  const auto low = fraction(std::string_view(text).substr(0, comma));
  const auto high = comma == std::string::npos ? std::nullopt
                                               : fraction(std::string_view(text).substr(comma + 1));
  if (!low || !high || *low > *high)
    return wrong(option, "expected two fractions LO,HI such as 0.94,0.96");
  return std::optional(std::pair(*low, *high));
}

Result<std::optional<Boundary>> boundary(const std::string& word, const char* option) {
  if (word.empty()) return std::optional<Boundary>{};
  const auto parsed = parse_boundary(word);
  if (!parsed || *parsed == Boundary::kUnknown)
    return wrong(option, "expected ac_input, dc_input, psu_output or component");
  return std::optional(*parsed);
}

Result<void> check_sides(const CrosscheckArguments& asked) {
  if (asked.validate.empty())
    return wrong("--validate", "which sensor? such as 'node=gpu0001,source=hwmon,scope=node'");
  if (asked.against.empty() == asked.log.empty())
    return wrong("--against", asked.log.empty()
                                  ? "the reference is missing: --against SELECTOR, or --reference "
                                    "FILE for a log"
                                  : "and --reference exclude each other");
  const bool of_log = !asked.utc_offset.empty() || !asked.averaging.empty() ||
                      asked.reference_uncertainty.has_value();
  if (asked.log.empty() && of_log)
    return wrong("--reference",
                 "is missing: --reference-utc-offset, --reference-averaging and "
                 "--reference-uncertainty are about a log");
  const auto bad = [](const std::optional<double>& value, double most) {
    return value && !(*value > 0.0 && *value < most);
  };
  if (bad(asked.reference_uncertainty, 0.5))
    return wrong("--reference-uncertainty", "expected a fraction above 0, such as 0.005");
  return {};
}

Result<void> read_selectors(const std::vector<std::string>& texts, const char* option,
                            std::vector<SensorSelector>& out) {
  for (const std::string& text : texts) {
    auto selector = parse_sensor_selector(text);
    if (!selector) return fail_in(option, selector.error());
    out.push_back(std::move(*selector));
  }
  return {};
}

Result<PowerLogOptions> log_options(const CrosscheckArguments& asked) {
  PowerLogOptions out;
  out.uncertainty = asked.reference_uncertainty;
  if (!asked.utc_offset.empty()) {
    const auto offset = parse_utc_offset(asked.utc_offset);
    if (!offset) return fail_in("--reference-utc-offset", offset.error());
    out.utc_offset = *offset;
  }
  if (!asked.averaging.empty()) {
    const auto averaging = parse_duration(asked.averaging);
    if (!averaging) return fail_in("--reference-averaging", averaging.error());
    out.averaging = *averaging;
  }
  return out;
}

std::vector<std::string> declared_of_log(const CrosscheckArguments& asked) {
  std::vector<std::string> out;
  if (!asked.utc_offset.empty())
    out.push_back("the times of the log are " + asked.utc_offset + " from UTC");
  if (!asked.averaging.empty())
    out.push_back("each reading of the log is an average over " + asked.averaging);
  if (asked.reference_uncertainty)
    out.push_back(fmt::format("the limit of error of the log's instrument is {}",
                              *asked.reference_uncertainty));
  return out;
}

Result<void> read_log(const CrosscheckArguments& asked, CrosscheckRequest& out) {
  if (asked.log.empty()) return {};
  const auto options = log_options(asked);
  if (!options) return tl::unexpected(options.error());
  const auto text = read_text_file(asked.log, kLongestPowerLog);
  if (!text) return fail_in("--reference", text.error());
  auto log = power_log_from(*text, asked.log, *options);
  if (!log) return fail_in("--reference", log.error());
  ReferenceLog facts{std::filesystem::path(asked.log).filename().string(), sha256_hex(*text),
                     log->kind == ReferenceKind::kAnalyzerLog ? asked.utc_offset : "",
                     log->series.time.size()};
  out.log = NamedLog{std::move(facts), std::move(*log), declared_of_log(asked)};
  return {};
}

Result<void> read_levels(const CrosscheckArguments& asked, CrosscheckRequest& out) {
  std::vector<LevelRequest> levels;
  for (const std::string& text : asked.levels) {
    auto level = parse_level(text);
    if (!level) return tl::unexpected(level.error());
    levels.push_back(std::move(*level));
  }
  if (!asked.levels_file.empty()) {
    const auto text = read_text_file(asked.levels_file);
    if (!text) return fail_in("--levels", text.error());
    auto more = levels_from(*text, asked.levels_file);
    if (!more) return fail_in("--levels", more.error());
    levels.insert(levels.end(), more->begin(), more->end());
  }
  auto checked = checked_levels(std::move(levels));
  if (!checked) return tl::unexpected(checked.error());
  out.levels = std::move(*checked);
  return {};
}

Result<void> read_ratio(const CrosscheckArguments& asked, CrosscheckRequest& out) {
  out.ratio.cord_loss = asked.cord_loss;
  auto efficiency = fractions(asked.psu_efficiency, "--psu-efficiency");
  if (!efficiency) return tl::unexpected(efficiency.error());
  auto distribution = fractions(asked.distribution, "--distribution");
  if (!distribution) return tl::unexpected(distribution.error());
  out.ratio.psu_efficiency = *efficiency;
  out.ratio.distribution = *distribution;
  return {};
}

Result<void> read_declared(const CrosscheckArguments& asked, CrosscheckRequest& out) {
  const auto validated = boundary(asked.validated_boundary, "--validated-boundary");
  if (!validated) return tl::unexpected(validated.error());
  const auto reference = boundary(asked.reference_boundary, "--reference-boundary");
  if (!reference) return tl::unexpected(reference.error());
  out.validated_boundary = *validated;
  out.reference_boundary = *reference;
  return {};
}

Result<void> read_block(const CrosscheckArguments& asked, CrosscheckRequest& out) {
  const auto block = parse_duration(asked.block);
  if (!block) return fail_in("--block", block.error());
  out.block_seconds = seconds(*block);
  if (out.block_seconds < kBlock || out.block_seconds > 3600.0)
    return wrong("--block", "expected 60s to 1h (METHOD X-2, S-6)");
  return {};
}

Result<void> read_mappings(const CrosscheckArguments& asked, CrosscheckRequest& out) {
  if (asked.plan.empty()) return {};
  const auto text = read_text_file(asked.plan);
  if (!text) return fail_in("--plan", text.error());
  auto plan = read_plan(*text, asked.plan);
  if (!plan) return fail_in("--plan", plan.error());
  if (plan->mapping.empty())
    return wrong("--plan", asked.plan + " has no mapping: crosscheck takes nothing else from it");
  out.members = plan->nodes();
  out.mappings = std::move(plan->mapping);
  return {};
}

Result<void> read_certificates(const CrosscheckArguments& asked, CrosscheckRequest& out) {
  for (const std::string& path : asked.certificates) {
    auto certificate = read_certificate(path);
    if (!certificate) return fail_in("--certificate", certificate.error());
    out.certificates.push_back(std::move(*certificate));
  }
  if (!asked.log.empty() && out.certificates.size() > 1)
    return wrong("--certificate", "a log comes from one instrument: give one");
  return {};
}

}  // namespace

Result<CrosscheckRequest> crosscheck_request(const CrosscheckArguments& asked) {
  CrosscheckRequest out;
  out.over_storage = asked.over_storage;
  out.training = !asked.protocol.empty();
  Result<void> done = check_sides(asked);
  if (done) done = read_selectors(asked.validate, "--validate", out.validate);
  if (done) done = read_selectors(asked.against, "--against", out.against);
  for (const auto read : {read_ratio, read_declared, read_block, read_levels, read_certificates,
                          read_log, read_mappings})
    if (done) done = read(asked, out);
  if (!done) return tl::unexpected(done.error());
  return out;
}

}  // namespace joulemark
