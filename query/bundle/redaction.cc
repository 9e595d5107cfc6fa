#include "query/bundle/redaction.h"

#include <fmt/format.h>

#include <cmath>

#include "query/bundle/inventory.h"
#include "query/bundle/redact_inputs.h"
#include "query/bundle/redact_plan.h"
#include "query/bundle/write_bundle.h"
#include "query/report_json.h"

namespace joulemark {
namespace {

constexpr double kSameFigure = 1e-9;  // relative

bool nearly_same(double a, double b) {
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= kSameFigure * std::max({std::abs(a), std::abs(b), 1.0});
}

bool same_figure(const Total& a, const Total& b) {
  return a.status == b.status && nearly_same(a.energy, b.energy) &&
         nearly_same(a.headline_U, b.headline_U) && a.codes == b.codes;
}

// What may not change by calling things otherwise.
bool same_result(const Report& a, const Report& b) {
  bool same = same_figure(a.total.figure, b.total.figure) && a.total.cls == b.total.cls &&
              a.total.reasons == b.total.reasons &&
              nearly_same(a.total.U_without_plan, b.total.U_without_plan) &&
              a.nodes.size() == b.nodes.size();
  for (std::size_t i = 0; same && i < a.nodes.size(); ++i)
    same = a.nodes[i].status == b.nodes[i].status && a.nodes[i].cls == b.nodes[i].cls &&
           a.nodes[i].reasons == b.nodes[i].reasons &&
           same_figure(a.nodes[i].figure, b.nodes[i].figure);
  return same;
}

// Every text of the new bundle that came from the old one.
std::vector<std::pair<std::string, std::string>> renamed_texts(const Report& report,
                                                               const Telemetry& telemetry,
                                                               const EvaluationRequest& request) {
  const auto inventory = [](const Telemetry& one) {
    const InventoryMembers members{std::vector<std::string>(one.sensors.size()),
                                   std::vector<std::string>(one.work.size())};
    return inventory_to_json(one, members, InventoryRequest{}, {}) + clocks_to_csv(one.clocks);
  };
  std::vector<std::pair<std::string, std::string>> out{
      {"report.json", report_to_json(report)},
      {"window.json", window_to_json(request.window)},
      {"inventory.json", inventory(telemetry)}};
  for (const Telemetry& piece : request.others) out.emplace_back("others/", inventory(piece));
  if (!request.plan) return out;
  out.emplace_back("plan.yaml", request.plan->folder.text);
  for (const auto& [file, bytes] : request.plan->folder.files) out.emplace_back(file, bytes);
  return out;
}

Result<void> check_nothing_remains(const RedactedNames& names, const Report& report,
                                   const Telemetry& telemetry, const EvaluationRequest& request) {
  for (const auto& [member, text] : renamed_texts(report, telemetry, request))
    if (const std::string left = names.found_in(text); !left.empty())
      return fail(
          ErrorCode::kInvalid,
          fmt::format("cannot be redacted safely: '{}' would still stand in {}", left, member));
  return {};
}

}  // namespace

Result<std::string> redacted_bundle(const Verification& original, const std::string& salt) {
  if (!original.verified())
    return fail(ErrorCode::kInvalid,
                original.bundle.path + ": does not verify: see joulemark verify");
  Telemetry telemetry = original.bundle.telemetry;
  EvaluationRequest request = original.bundle.request;
  RedactedNames names(salt);
  add_names(names, telemetry, request);
  if (request.plan) add_names(names, *request.plan);
  names.number();
  redact(names, telemetry, request);
  Redaction redaction;
  if (request.plan) {
    auto plan = redact(names, *request.plan);
    if (!plan) return fail_in(original.bundle.path, plan.error());
    request.plan = std::move(plan->plan);
    redaction.removed = std::move(plan->removed);
  }
  auto report = evaluate(telemetry, request);
  if (!report) return fail_in(original.bundle.path, report.error());
  report->id = report_id(*report);
  if (!same_result(*original.report, *report))
    return fail(ErrorCode::kInvalid, original.bundle.path +
                                         ": cannot be redacted: with other names the method would "
                                         "choose or count otherwise");
  if (auto clean = check_nothing_remains(names, *report, telemetry, request); !clean)
    return fail_in(original.bundle.path, clean.error());
  return make_bundle(*report, telemetry, request, &redaction);
}

}  // namespace joulemark
