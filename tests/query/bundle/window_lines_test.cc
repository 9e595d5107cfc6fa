// A window that came from a log stands in the bundle with the lines that it came from.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/bundle/verification.h"
#include "query/logged_window.h"
#include "tests/query/bundle/repack.h"
#include "tests/query/canned.h"

namespace joulemark {
namespace {

using testing::HasSubstr;

MadeBundle of_a_logged_window() {
  const auto line = [](const char* key, std::int64_t ms) {
    return "0: :::MLLOG {\"key\": \"" + std::string(key) +
           "\", \"time_ms\": " + std::to_string(ms) + ", \"value\": null, \"metadata\": \"\"}";
  };
  auto request = canned::request({"r1"});
  const std::int64_t start = canned::kStart * 1000 + 250;
  request.window = canned::window();
  request.window.origin = "mllog";
  request.window.given = "/home/me/result_0.txt";
  request.window.log_lines = {line("run_start", start), line("run_stop", start + 600'000)};
  return made_bundle(canned::telemetry({canned::counter({})}), request);
}

TEST(WindowLines, AreReadAgainWhenABundleIsVerified) {
  const MadeBundle made = of_a_logged_window();
  BundleFolder folder;
  const auto good = verify_bundle(folder.with(made.bytes));
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_TRUE(good->verified());
  // Lines of another run, with a manifest and a seal that fit.
  const auto forged = verify_bundle(folder.with(folder.changed(
      made.bytes, "window.json",
      [](std::string& bytes) {
        const auto at = bytes.find("0250, ");
        ASSERT_NE(at, std::string::npos);
        bytes[at] = '1';
      },
      true)));
  ASSERT_TRUE(forged) << forged.error().message;
  EXPECT_FALSE(forged->verified());
  ASSERT_FALSE(forged->bundle.faults.empty());
  EXPECT_THAT(forged->bundle.faults[0], HasSubstr("window.json: its log lines say another window"));
}

}  // namespace
}  // namespace joulemark
