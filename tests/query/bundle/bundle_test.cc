#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "query/bundle/open_bundle.h"
#include "query/bundle/write_bundle.h"
#include "query/report_json.h"
#include "query/text_file.h"
#include "tests/query/canned_reports.h"

namespace joulemark {
namespace {

using ::testing::IsEmpty;

std::string scratch(const std::string& name) { return ::testing::TempDir() + "/" + name; }

struct Written {
  Telemetry telemetry;
  EvaluationRequest request;
  Report report;
  std::string bytes;
};

Written written(Telemetry telemetry, EvaluationRequest request) {
  auto report = evaluate(telemetry, request);
  EXPECT_TRUE(report) << report.error().message;
  report->id = report_id(*report);
  auto bytes = make_bundle(*report, telemetry, request);
  EXPECT_TRUE(bytes) << bytes.error().message;
  return {std::move(telemetry), std::move(request), *report, bytes.value_or("")};
}

OpenedBundle opened(const std::string& bytes) {
  const std::string path = scratch("opened.jm.tar.zst");
  EXPECT_TRUE(write_text_file(path, bytes));
  auto bundle = open_bundle(path);
  EXPECT_TRUE(bundle) << bundle.error().message;
  return bundle ? std::move(*bundle) : OpenedBundle{};
}

TEST(Bundle, GivesBackWhatTheCalculationTook) {
  const Written one = written(canned::telemetry({canned::counter(canned::node("a")),
                                                 canned::periodic_power(canned::node("b"))}),
                              canned::request());
  const OpenedBundle bundle = opened(one.bytes);
  EXPECT_THAT(bundle.faults, IsEmpty());
  auto again = evaluate(bundle.telemetry, bundle.request);
  ASSERT_TRUE(again) << again.error().message;
  again->id = report_id(*again);
  EXPECT_EQ(report_to_json(*again), report_to_json(one.report));
  EXPECT_EQ(bundle.report_json, report_to_json(one.report));
}

TEST(Bundle, OfTheSameTelemetryHasTheSameBytes) {
  const Telemetry telemetry = canned::telemetry({canned::counter(canned::node("a"))});
  EXPECT_EQ(written(telemetry, canned::request()).bytes,
            written(telemetry, canned::request()).bytes);
}

}  // namespace
}  // namespace joulemark
