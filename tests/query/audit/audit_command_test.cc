// joulemark audit: text, JSON, page and exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "query/text_file.h"
#include "tests/query/commands_fixture.h"

namespace joulemark {
namespace {

using testing::HasSubstr;
using testing::Not;

class AuditCommand : public Commands {
 protected:
  void put(const std::string& name, const std::string& bytes) {
    const std::filesystem::path path = folder.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  static std::string mllog(const std::string& key, std::int64_t ms, const std::string& value) {
    return ":::MLLOG {\"namespace\": \"\", \"time_ms\": " + std::to_string(ms) +
           ", \"event_type\": \"X\", \"key\": \"" + key + "\", \"value\": " + value +
           ", \"metadata\": {\"measurement_type\": \"DC\"}}\n";
  }
  void submission(const std::string& system, std::int64_t step) {
    constexpr std::int64_t kStart = 1'796'040'000'000, kStop = kStart + 120'000;
    put(system + "/b/result_0.txt",
        mllog("run_start", kStart, "null") + mllog("run_stop", kStop, "null"));
    std::string text =
        mllog("power_measurement_start", kStart, "null") + mllog("conversion_eff", kStart, "1.0");
    for (std::int64_t ms = kStart; ms <= kStop; ms += step)
      text += mllog("power_reading", ms, std::to_string(4000 + ms / 1000 % 17));
    put(system + "/b/power/result_0/node_0.txt",
        text + mllog("power_measurement_stop", kStop, "null"));
  }
  int audit(OutputFormat format = OutputFormat::kText, const std::string& file = {}) {
    return run_audit({folder.path().string(), file, format}, services());
  }
};

TEST_F(AuditCommand, EndsWithZeroWhereNothingIsFoundAndWithTwoOtherwise) {
  submission("good", 1000);
  EXPECT_EQ(audit(), 0) << out.str();
  EXPECT_THAT(out.str(), HasSubstr("nothing found"));
  submission("slow<b>", 2000);
  out.str("");
  EXPECT_EQ(audit(), 2);
  EXPECT_THAT(out.str(),
              HasSubstr("  SAMPLING_SLOW (breaks a rule)\n    node_0.txt: a reading every 2.00 s"));
  EXPECT_THAT(out.str(), HasSubstr("rule: at least one reading a second"));
}

TEST_F(AuditCommand, SaysTheSameAsJsonAndAsAPageThatNoNameCanBreakOutOf) {
  submission("slow<b>", 2000);
  ASSERT_EQ(audit(OutputFormat::kJson), 2);
  const auto json = nlohmann::json::parse(out.str());
  EXPECT_EQ(json["schema"], "joulemark.audit/1");
  ASSERT_EQ(json["runs"].size(), 1U);
  EXPECT_EQ(json["runs"][0]["parts"][0]["interval_s"]["median"], 2.0);
  EXPECT_EQ(json["runs"][0]["findings"][0]["code"], "SAMPLING_SLOW");
  out.str("");
  const std::string page = (folder.path() / "audit.html").string();
  ASSERT_EQ(audit(OutputFormat::kHtml, page), 2);
  const std::string html = read_text_file(page).value_or("");
  EXPECT_THAT(html, HasSubstr("SAMPLING_SLOW"));
  EXPECT_THAT(html, HasSubstr("slow&lt;b&gt;/b/power/result_0"));
  EXPECT_THAT(html, Not(HasSubstr("slow<b>")));
  if (const char* pages = std::getenv("JOULEMARK_PAGES_OUT"))  // NOLINT(concurrency-mt-unsafe)
    std::ofstream(std::string(pages) + "/audit.html") << html;
}

TEST_F(AuditCommand, OfAFolderWithoutASubmissionIsAnErrorWithWhatWasLookedFor) {
  EXPECT_EQ(audit(), 1);
  EXPECT_THAT(err.str(),
              HasSubstr("audit: " + folder.path().string() + ": holds no power submission"));
  EXPECT_EQ(run_audit({"/nowhere", {}, {}}, services()), 1);
}

}  // namespace
}  // namespace joulemark
