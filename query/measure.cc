#include "query/measure.h"

#include <stop_token>

#include "query/bundle/write_bundle.h"
#include "query/evaluation.h"
#include "query/fetch.h"
#include "query/fetch_wait.h"
#include "query/mlperf_files/submission_files.h"
#include "query/plan/plan_fetch.h"
#include "query/power_trace.h"
#include "query/progress_line.h"
#include "query/report_html.h"
#include "query/report_json.h"
#include "query/report_text.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

constexpr Duration kAroundEdge = std::chrono::seconds(1);
constexpr Duration kSettled = std::chrono::minutes(5);  // after it nothing more can come

Result<void> wait(PrometheusClient& server, const FetchRequest& request, const Services& services,
                  const Progress& progress) {
  if (services.clock.now() > request.window.end + kSettled) return {};
  const auto waited =
      wait_for_end(server, request, services.clock, std::stop_token{}, {}, progress);
  if (!waited) return tl::unexpected<Error>(waited.error());
  return {};
}

// METHOD N-0: with a list, the other members of the same telemetry are looked at around both edges.
// What cannot be fetched there is not examined, and the report says so.
std::vector<Telemetry> others_at_edges(PrometheusClient& server, const Window& window,
                                       const Selection& selection, const Progress& progress) {
  std::vector<Telemetry> out;
  if (!selection.nodes && !selection.plan) return out;
  for (const UtcTime edge : {window.start, window.end}) {
    auto piece =
        fetch(server, {{edge - kAroundEdge, edge + kAroundEdge}, {}, selection.matchers}, progress);
    if (!piece) return {};
    out.push_back(std::move(*piece));
  }
  return out;
}

Result<FetchRequest> request_for(PrometheusClient& server, const Window& window,
                                 const Selection& selection) {
  FetchRequest out{window, selection.nodes.value_or(std::vector<std::string>{}),
                   selection.matchers};
  if (!selection.plan) return out;
  auto nodes = nodes_of_plan(server, selection.plan->plan, window);
  if (!nodes) return tl::unexpected<Error>(nodes.error());
  out.nodes = std::move(*nodes);
  return out;
}

std::string written_as(OutputFormat format, const Measured& measured) {
  switch (format) {
    case OutputFormat::kJson:
      return report_to_json(measured.report);
    case OutputFormat::kHtml:
      return report_to_html(measured.report, power_trace(measured.telemetry, measured.report,
                                                         plan_of(measured.request)));
    case OutputFormat::kText:
      break;
  }
  return report_to_text(measured.report);
}

int deliver_report(const Measured& measured, const OutputArguments& output,
                   const Services& services) {
  const std::string text = written_as(output.format, measured);
  if (output.file.empty()) {
    services.out << text << std::flush;
    if (!services.out) return complain(services, "standard output: cannot be written");
  } else if (const auto written = write_text_file(output.file, text); !written) {
    return complain(services, "--output-file: " + written.error().message);
  }
  return status_of(measured.report, output.required);
}

}  // namespace

Result<Measured> measure(PrometheusClient& server, const WindowRecord& window,
                         const Selection& selection, const Services& services) {
  const auto times = window.window();
  if (!times) return tl::unexpected<Error>(times.error());
  ProgressLine line(services);
  const Progress progress = [&](std::string_view stage, double share) { line.show(stage, share); };
  const auto request = request_for(server, *times, selection);
  if (!request) return tl::unexpected<Error>(request.error());
  if (auto waited = wait(server, *request, services, progress);
      !waited && !(waited.error().code == ErrorCode::kNotPresent && selection.plan))
    return tl::unexpected<Error>(waited.error());
  auto telemetry = selection.plan ? fetch_by_plan(server, selection.plan->plan, *request, progress)
                                  : fetch(server, *request, progress);
  if (!telemetry) return tl::unexpected<Error>(telemetry.error());
  EvaluationRequest asked{window, selection.nodes, selection.from,
                          others_at_edges(server, *times, selection, progress), selection.plan};
  auto report = evaluate(*telemetry, asked);
  if (!report) return tl::unexpected<Error>(report.error());
  report->id = report_id(*report);
  return Measured{std::move(*report), std::move(*telemetry), std::move(asked)};
}

ExitStatus status_of(const Report& report, std::optional<Class> required) {
  if (report.total.figure.status != Total::Status::kComplete) return kRefused;
  return required && report.total.cls > *required ? kBelowRequired : kComputed;
}

int deliver(const Measured& measured, const OutputArguments& output, const Services& services) {
  int status = deliver_report(measured, output, services);
  if (!output.bundle.empty())
    if (const auto written =
            write_bundle(output.bundle, measured.report, measured.telemetry, measured.request);
        !written)
      status = complain(services, "--bundle: " + written.error().message);
  if (!output.mlperf_files.empty())
    if (const auto written = submission_files(measured).and_then([&](const SubmissionFiles& files) {
          return write_submission_files(output.mlperf_files, files);
        });
        !written)
      status = complain(services, "--mlperf-files: " + written.error().message);
  return status;
}

}  // namespace joulemark
