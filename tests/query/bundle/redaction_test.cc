#include "query/bundle/redaction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/bundle/redacted_names.h"
#include "query/bundle/verification_text.h"
#include "tests/query/bundle/repack.h"
#include "tests/query/canned_reports.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

TEST(RedactedNames, AreTheSameEverywhereAndInTheOrderOfTheOriginals) {
  RedactedNames names("salt");
  names.add("node", "gpu02");
  names.add("node", "gpu01");
  names.add("host", "head.example.org");
  names.number();
  EXPECT_THAT(names.name("gpu01"), MatchesRegex("node_0001_[0-9a-f]{6}"));
  EXPECT_THAT(names.name("gpu02"), MatchesRegex("node_0002_[0-9a-f]{6}"));
  EXPECT_EQ(names.text("GPU01-bmc, gpu010 and gpu02"),
            names.name("gpu01") + "-bmc, gpu010 and " + names.name("gpu02"));
  EXPECT_EQ(names.name("unknown"), "unknown");
  EXPECT_EQ(names.found_in("on HEAD.example.org:9100"), "head.example.org");
  EXPECT_EQ(names.found_in(names.text("on HEAD.example.org:9100")), "");
}

TEST(RedactedNames, DependOnTheSalt) {
  const auto named = [](const std::string& salt) {
    RedactedNames names(salt);
    names.add("node", "gpu01");
    names.number();
    return names.name("gpu01");
  };
  EXPECT_EQ(named("a"), named("a"));
  EXPECT_NE(named("a"), named("b"));
}

TEST(RedactedNames, OfPlacesInScopesLeaveTheirKind) {
  RedactedNames names("salt");
  names.add_places("pdu:r5a/outlet:1");
  names.add("node", "psu");
  names.number();
  EXPECT_EQ(names.scope("pdu:r5a/outlet:1"), "pdu:" + names.name("r5a") + "/outlet:1");
  EXPECT_EQ(names.scope("node/psu:1/in"), "node/psu:1/in");
}

TEST(RedactedNames, KnowTheHostOfAnAddress) {
  EXPECT_EQ(RedactedNames::host_of("gpu01:11818"), "gpu01");
  EXPECT_EQ(RedactedNames::host_of("http://prom.example.org:9090/path"), "prom.example.org");
  EXPECT_EQ(RedactedNames::host_of("[::1]:9090"), "[::1]");
  EXPECT_EQ(RedactedNames::host_of("plain"), "plain");
}

class RedactedBundle : public ::testing::Test {
 protected:
  Telemetry telling() {
    Telemetry out = canned::telemetry({canned::counter(canned::node("gpu0001")),
                                       canned::periodic_power(canned::node("gpu0002", 700.0))});
    out.server.url = "http://prom.corp.example.org:9090";
    out.sensors[0].cluster = "Berlin-1";
    out.sensors[1].cluster = "Berlin-1";
    out.sensors[0].job = "power-job7";
    out.sensors[0].sensor.serial = "SN-12345";
    out.sensors[0].sensor.rack = "r07a";
    out.sensors[0].sensor.id = "psu-SN-12345";
    return out;
  }
  EvaluationRequest telling_request() {
    EvaluationRequest out = canned::request({"gpu0001", "gpu0002"});
    out.nodes_from = "@/home/alice42/hosts.txt";
    out.window.host = "head01.corp.example.org";
    out.window.command = {"/home/alice42/train.sh", "--token", "abcdef0123"};
    out.others = {telling()};
    return out;
  }
  Verification verified(const std::string& bytes) {
    auto out = verify_bundle(folder.with(bytes));
    EXPECT_TRUE(out) << out.error().message;
    return out ? std::move(*out) : Verification{};
  }

  BundleFolder folder;
};

TEST_F(RedactedBundle, VerifiesWithTheSameFigureAndHoldsNoName) {
  const Verification original = verified(made_bundle(telling(), telling_request()).bytes);
  ASSERT_TRUE(original.verified());
  const auto bytes = redacted_bundle(original, "salt");
  ASSERT_TRUE(bytes) << bytes.error().message;
  const Verification redacted = verified(*bytes);
  EXPECT_TRUE(redacted.verified()) << verification_to_text(redacted);
  EXPECT_DOUBLE_EQ(redacted.report->total.figure.energy, original.report->total.figure.energy);
  EXPECT_DOUBLE_EQ(redacted.report->total.figure.headline_U,
                   original.report->total.figure.headline_U);
  EXPECT_EQ(redacted.report->total.reasons, original.report->total.reasons);
  EXPECT_TRUE(redacted.bundle.manifest.redacted);
  for (const auto& [name, content] : folder.members_of(*bytes))
    for (const char* word : {"gpu0001", "gpu0002", "Berlin", "SN-12345", "alice42", "head01",
                             "corp.example", "abcdef0123", "power-job7", "r07a"}) {
      EXPECT_THAT(name, Not(HasSubstr(word)));
      EXPECT_THAT(content, Not(HasSubstr(word))) << name;
    }
}

TEST_F(RedactedBundle, IsNotMadeOfOneThatDoesNotVerify) {
  const std::string bytes = made_bundle(telling(), telling_request()).bytes;
  const Verification forged = verified(folder.changed(
      bytes, "clock.csv", [](std::string& text) { replace_first(text, "0.004", "0.001"); }, true));
  const auto out = redacted_bundle(forged, "salt");
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().message, HasSubstr("does not verify"));
}

TEST_F(RedactedBundle, IsRefusedWhereANameWouldRemain) {
  Telemetry telemetry = telling();
  telemetry.sensors[0].sensor.model = "made for gpu0002";  // models stay
  const auto out =
      redacted_bundle(verified(made_bundle(telemetry, telling_request()).bytes), "salt");
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().message, HasSubstr("'gpu0002' would still stand in"));
}

}  // namespace
}  // namespace joulemark
