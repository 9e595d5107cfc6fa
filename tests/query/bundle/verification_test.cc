#include "query/bundle/verification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "query/bundle/verification_text.h"
#include "query/commands.h"
#include "tests/fakes/fake_clock.h"
#include "tests/query/bundle/repack.h"
#include "tests/query/canned_reports.h"

namespace joulemark {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;

Telemetry two_nodes() {
  return canned::telemetry(
      {canned::counter(canned::node("a")), canned::periodic_power(canned::node("b"))});
}

class VerifyBundle : public ::testing::Test {
 protected:
  Verification verified(const std::string& bytes) {
    auto out = verify_bundle(folder.with(bytes));
    EXPECT_TRUE(out) << out.error().message;
    return out ? std::move(*out) : Verification{};
  }
  std::string complaint(const std::string& bytes) {
    const auto out = verify_bundle(folder.with(bytes));
    return out ? "no complaint" : out.error().message;
  }
  int command(VerifyArguments arguments) {
    const FakeClock clock{UtcTime{}};
    return run_verify(arguments, {clock, said, complained, false, {}, {}, "head", "boot-1"});
  }

  BundleFolder folder;
  std::ostringstream said, complained;
};

TEST_F(VerifyBundle, OfAnUntouchedBundleGivesTheSameReport) {
  const MadeBundle made = made_bundle(two_nodes(), canned::request());
  const Verification v = verified(made.bytes);
  EXPECT_TRUE(v.verified());
  EXPECT_EQ(v.largest, 0.0);
  EXPECT_EQ(v.report->total.figure.energy, made.report.total.figure.energy);
  EXPECT_THAT(verification_to_text(v), HasSubstr("VERIFIED"));
}

TEST_F(VerifyBundle, KeepsEveryInputOfAListWithNeighboursAndAMissingNode) {
  EvaluationRequest request = canned::request({"b", "a", "gone"});
  request.others = {canned::telemetry({canned::counter(canned::node("c"))}),
                    canned::telemetry({canned::counter(canned::node("c"))})};
  Telemetry telemetry = two_nodes();
  telemetry.sensors[0].metadata_changed = true;
  telemetry.sensors[1].sensor.metrology.power_max = Bound{Watts(900), BoundsSource::kNameplate};
  telemetry.sensors[1].series.metrology.power_max = Bound{Watts(900), BoundsSource::kNameplate};
  telemetry.clocks.pop_back();
  const Verification v = verified(made_bundle(telemetry, request).bytes);
  EXPECT_TRUE(v.verified()) << verification_to_text(v);
}

TEST_F(VerifyBundle, FindsAChangedByteInEveryMember) {
  EvaluationRequest request = canned::request({"a", "b"});
  request.others = {canned::telemetry({canned::counter(canned::node("c"))})};
  const std::string bytes = made_bundle(two_nodes(), request).bytes;
  for (const auto& [name, content] : folder.members_of(bytes)) {
    const std::string changed = folder.changed(
        bytes, name, [](std::string& text) { text[text.size() / 2] ^= 1; }, false);
    const auto out = verify_bundle(folder.with(changed));
    EXPECT_FALSE(out && out->verified()) << name;
    if (name != "manifest.json") {
      ASSERT_TRUE(out) << out.error().message;
      EXPECT_THAT(out->bundle.faults, Contains(HasSubstr(name + ": has SHA-256")));
    }
  }
}

TEST_F(VerifyBundle, FindsAChangedByteInTheCompressedFile) {
  const std::string bytes = made_bundle(two_nodes(), canned::request()).bytes;
  for (std::size_t i = 0; i < bytes.size(); i += 997) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    const auto out = verify_bundle(folder.with(damaged));
    EXPECT_FALSE(out && out->verified()) << "byte " << i;
  }
}

TEST_F(VerifyBundle, FindsMembersThatAreMissingOrAdditional) {
  MemberBytes members = folder.members_of(made_bundle(two_nodes(), canned::request()).bytes);
  MemberBytes fewer = members;
  fewer.erase("samples/a/replay/psu.csv");
  EXPECT_THAT(verified(BundleFolder::packed(fewer)).bundle.faults,
              Contains(HasSubstr("samples/a/replay/psu.csv: is missing")));
  members["notes.txt"] = "trust me";
  EXPECT_THAT(verified(BundleFolder::packed(members)).bundle.faults,
              Contains(HasSubstr("notes.txt: is additional")));
}

// A forger writes manifest and seal again; then only the recomputation stands against it.
TEST_F(VerifyBundle, RecomputesAForgedReport) {
  const std::string bytes = made_bundle(two_nodes(), canned::request()).bytes;
  const std::string forged = folder.changed(
      bytes, "report.json",
      [](std::string& text) {
        replace_first(text, "\"class\": \"reference-only\"", "\"class\": \"calibrated\"");
      },
      true);
  const Verification v = verified(forged);
  EXPECT_FALSE(v.verified());
  EXPECT_THAT(v.differences, Contains(Field(&ReportDifference::stored, "\"calibrated\"")));
  EXPECT_THAT(verification_to_text(v), HasSubstr("DOES NOT VERIFY"));
  EXPECT_THAT(verification_to_text(v), HasSubstr("computed again \"reference-only\""));
}

TEST_F(VerifyBundle, FindsForgedSamplesMetadataClocksAndWindows) {
  const std::string bytes = made_bundle(two_nodes(), canned::request()).bytes;
  const auto forged = [&](const std::string& member, const std::string& what,
                          const std::string& with) {
    return verified(folder.changed(
        bytes, member, [&](std::string& text) { replace_first(text, what, with); }, true));
  };
  const MemberBytes members = folder.members_of(bytes);
  const std::string& samples = members.at("samples/a/replay/psu.csv");
  const std::string row = samples.substr(samples.find('\n', samples.size() / 2) + 1, 30);
  std::string higher = row;
  higher[row.find(',') + 1] = '9';
  EXPECT_FALSE(forged("samples/a/replay/psu.csv", row, higher).verified());
  EXPECT_FALSE(forged("inventory.json", "\"relative\":0.01", "\"relative\":0.001").verified());
  EXPECT_FALSE(forged("clock.csv", "0.004", "0.001").verified());
  EXPECT_FALSE(forged("window.json", "600250000000", "599250000000").verified());
}

TEST_F(VerifyBundle, FindsForgedTextAndHtml) {
  const std::string bytes = made_bundle(two_nodes(), canned::request()).bytes;
  for (const char* name : {"report.txt", "report.html"}) {
    const Verification v = verified(folder.changed(
        bytes, name, [](std::string& text) { text += " "; }, true));
    if (!v.same_program) GTEST_SKIP() << "this build does not know its revision";
    EXPECT_THAT(v.differences, Contains(Field(&ReportDifference::path, name)));
  }
}

TEST_F(VerifyBundle, OfAnotherSchemaOrAnUnreadableMemberNamesMemberAndPlace) {
  const std::string bytes = made_bundle(two_nodes(), canned::request()).bytes;
  const auto told = [&](const std::string& member, const std::string& what,
                        const std::string& with) {
    return complaint(folder.changed(
        bytes, member, [&](std::string& text) { replace_first(text, what, with); }, true));
  };
  EXPECT_THAT(told("inventory.json", "inventory/1", "inventory/9"),
              HasSubstr("inventory.json: schema: must be joulemark.inventory/1"));
  EXPECT_THAT(told("inventory.json", "\"sampling\":\"periodic\"", "\"sampling\":\"never\""),
              HasSubstr("sensors[0].identity.metrology.sampling: 'never' is not a word"));
  EXPECT_THAT(told("inventory.json", "\"filtered\":false", "\"filtered\":0"),
              HasSubstr("filtered: must be true or false"));
  EXPECT_THAT(told("inventory.json", "\"samples\":\"samples/a/replay/psu.csv\"",
                   "\"samples\":\"samples/b/replay/psu.csv\""),
              HasSubstr("samples: must be the name of a member, and of no other sensor's"));
  EXPECT_THAT(told("window.json", "window/1", "window/2"), HasSubstr("window.json: schema"));
  EXPECT_THAT(told("clock.csv", "exporter", "host"), HasSubstr("clock.csv, line 1"));
  EXPECT_THAT(told("samples/a/replay/psu.csv", "value", "watts"), HasSubstr("psu.csv, line 1"));
  EXPECT_THAT(told("report.json", "report/1", "report/2"), HasSubstr("report.json: is not"));
}

TEST_F(VerifyBundle, OfAnotherMethodIsRefused) {
  const std::string bytes = made_bundle(two_nodes(), canned::request()).bytes;
  EXPECT_THAT(complaint(folder.changed(
                  bytes, "report.json",
                  [](std::string& text) {
                    replace_first(text, "joulemark-method/1.0", "joulemark-method/3.1");
                  },
                  true)),
              HasSubstr("was computed by joulemark-method/3.1"));
}

TEST_F(VerifyBundle, AsACommandSaysByItsStatusWhatItFound) {
  const std::string bytes = made_bundle(two_nodes(), canned::request()).bytes;
  VerifyArguments arguments;
  arguments.file = folder.with(bytes);
  EXPECT_EQ(command(arguments), 0);
  EXPECT_THAT(said.str(), HasSubstr("none beside it"));
  arguments.file = folder.with(folder.changed(
      bytes, "README.txt", [](std::string& text) { text[0] = 'X'; }, false));
  EXPECT_EQ(command(arguments), 3);
  arguments.file = "/nowhere/x.jm.tar.zst";
  EXPECT_EQ(command(arguments), 1);
  EXPECT_THAT(complained.str(), HasSubstr("/nowhere/x.jm.tar.zst: No such file"));
}

TEST_F(VerifyBundle, ChecklistEndsWithWhatNoBundleProves) {
  VerifyArguments arguments;
  arguments.file = folder.with(made_bundle(two_nodes(), canned::request()).bytes);
  arguments.checklist = true;
  EXPECT_EQ(command(arguments), 0);
  const std::string text = said.str();
  EXPECT_THAT(text, HasSubstr("proven     recomputation"));
  EXPECT_GT(text.find("whoever can make up"), text.find("allocation"));
  EXPECT_THAT(text.substr(text.size() - 120), HasSubstr("make up a bundle"));
}

TEST_F(VerifyBundle, WantsAGoodSignatureWhereSignersAreGiven) {
  if (std::system("ssh-keygen -? >/dev/null 2>&1; [ $? -ne 127 ]") != 0)
    GTEST_SKIP() << "ssh-keygen is not installed";
  const std::string file = folder.with(made_bundle(two_nodes(), canned::request()).bytes);
  const std::string key = file + ".key";
  const auto shell = [](const std::string& line) {
    return std::system((line + " >/dev/null 2>&1").c_str());
  };
  ASSERT_EQ(shell("ssh-keygen -q -t ed25519 -N '' -f " + key), 0);
  const std::string signers = key + ".signers";
  ASSERT_EQ(std::system(("(printf 'lab@example.org namespaces=\"joulemark\" '; cat " + key +
                         ".pub) > " + signers)
                            .c_str()),
            0);
  EXPECT_FALSE(verify_bundle(file, signers)->verified());
  ASSERT_EQ(shell("ssh-keygen -Y sign -f " + key + " -n joulemark " + file), 0);
  EXPECT_EQ(verify_bundle(file)->signature.state, Signature::State::kUnchecked);
  const auto good = verify_bundle(file, signers);
  EXPECT_TRUE(good->verified()) << good->signature.why;
  EXPECT_EQ(good->signature.signer, "lab@example.org");
  ASSERT_EQ(std::system(("printf x >> " + file + ".sig; cp " + key + ".pub " + signers).c_str()),
            0);
  EXPECT_FALSE(verify_bundle(file, signers)->verified());
}

}  // namespace
}  // namespace joulemark
