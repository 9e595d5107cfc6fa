#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "query/bundle/verification.h"
#include "query/commands.h"
#include "query/text_file.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_prometheus.h"
#include "tests/fakes/temp_folder.h"
#include "tests/query/bundle/repack.h"
#include "tests/query/page_fixture.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;

class ServerOfTheTest final : public HttpClient {
 public:
  explicit ServerOfTheTest(FakePrometheus& server) : server_(server) {}
  Result<HttpResponse> send(const HttpRequest& request) override { return server_.send(request); }

 private:
  FakePrometheus& server_;
};

class BundleCommand : public ::testing::Test {
 protected:
  BundleCommand() {
    server.now = after(150);
    for (const char* name : {"a", "b", "neighbour"}) {
      PageSensor sensor;
      sensor.node = name;
      PageScrape how;
      how.instance = std::string(name) + ":11818";
      Page(server, how, {sensor}).scrape(-100.4, 160, 1);
    }
    energy.start = "1800000000";
    energy.end = "1800000060";
    energy.selection.nodes = "a,b";
    energy.output.bundle = path("run.jm.tar.zst");
  }

  std::string path(const std::string& name) const { return (folder.path() / name).string(); }
  Services services() {
    return {clock,
            out,
            err,
            false,
            [this](const HttpOptions&) -> std::unique_ptr<HttpClient> {
              return std::make_unique<ServerOfTheTest>(server);
            },
            [](const std::string& name) -> std::optional<std::string> {
              if (name == "PROMETHEUS_URL") return "http://host:9090";
              return std::nullopt;
            },
            "head",
            "boot-1"};
  }

  FakeClock clock{after(150)};
  FakePrometheus server;
  TempFolder folder;
  EnergyArguments energy;
  std::ostringstream out, err;
};

TEST_F(BundleCommand, EnergyWritesABundleThatVerifiesWithoutTheServer) {
  EXPECT_EQ(run_energy(energy, services()), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("ENERGY"));
  const auto verified = verify_bundle(energy.output.bundle);
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_TRUE(verified->verified());
  EXPECT_EQ(verified->bundle.request.nodes, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(verified->bundle.request.others.size(), 2u);
  EXPECT_EQ(verified->bundle.report_text, out.str());
}

TEST_F(BundleCommand, BundleThatCannotBeWrittenIsAnErrorAfterTheReport) {
  energy.output.bundle = path("no/such/folder/run.jm.tar.zst");
  EXPECT_EQ(run_energy(energy, services()), 1);
  EXPECT_THAT(out.str(), HasSubstr("ENERGY"));
  EXPECT_THAT(err.str(), HasSubstr("--bundle: "));
}

TEST_F(BundleCommand, RedactWritesAnotherBundleAndNothingWhereItCannot) {
  ASSERT_EQ(run_energy(energy, services()), 0) << err.str();
  const RedactArguments redact{energy.output.bundle, path("public.jm.tar.zst")};
  EXPECT_EQ(run_redact(redact, services()), 0) << err.str();
  EXPECT_TRUE(verify_bundle(redact.output_file)->verified());
  EXPECT_EQ(run_redact({path("absent.jm.tar.zst"), path("none.jm.tar.zst")}, services()), 1);
  EXPECT_FALSE(std::filesystem::exists(path("none.jm.tar.zst")));
}

// Commands on reports take a bundle for its report, but only one that holds what it says.
TEST_F(BundleCommand, ABundleThatVerifiesIsAReportForOtherCommands) {
  ASSERT_EQ(run_energy(energy, services()), 0) << err.str();
  const std::string& bundle = energy.output.bundle;
  EXPECT_EQ(run_compare({bundle, bundle, {}, {}, {}}, services()), 3) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("NOT_COMPARABLE"));  // both are reference-only
  EXPECT_EQ(run_explain({bundle, {}}, services()), 0) << err.str();
  EXPECT_EQ(run_runs({{bundle}, {}, {}}, services()), 0) << err.str();
  BundleFolder changed;
  const std::string forged = changed.with(changed.changed(
      *read_text_file(bundle, 1 << 24), "report.json",
      [](std::string& bytes) {
        const auto at = bytes.find("\"energy_joules\": ");
        bytes[at + 17] = bytes[at + 17] == '1' ? '2' : '1';
      },
      true));
  EXPECT_EQ(run_compare({bundle, forged, {}, {}, {}}, services()), 1);
  EXPECT_THAT(err.str(), HasSubstr(forged + ": the bundle does not verify"));
}

}  // namespace
}  // namespace joulemark
