#include "query/crosscheck/crosscheck_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/time_text.h"
#include "query/crosscheck/blocks_needed.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::Optional;
using ::testing::SizeIs;

CrosscheckArguments arguments() {
  CrosscheckArguments out;
  out.validate = {"node=gpu0001,source=hwmon,scope=node"};
  out.against = {"scope=pdu:r5a/outlet:12", "scope=pdu:r5b/outlet:12"};
  out.levels = {"workload=2026-11-30T10:00:00Z/2026-11-30T10:12:00Z",
                "idle=2026-11-30T09:00:00Z/2026-11-30T09:12:00Z",
                "steady-70=1796031000/1796031720"};
  return out;
}

std::string complaint(const CrosscheckArguments& asked) {
  const auto request = crosscheck_request(asked);
  return request ? "accepted" : request.error().message;
}

std::string put(const TempFolder& folder, const std::string& name, const std::string& text) {
  std::string path = folder.path() / name;
  std::ofstream(path) << text;
  return path;
}

TEST(CrosscheckRequest, TakesSidesAndLevelsInOrderOfTime) {
  const auto request = crosscheck_request(arguments());
  ASSERT_TRUE(request.has_value()) << request.error().message;
  EXPECT_THAT(request->against, SizeIs(2));
  EXPECT_EQ(request->against[1].labels[0].second, "pdu:r5b/outlet:12");
  ASSERT_THAT(request->levels, SizeIs(3));
  EXPECT_EQ(request->levels[0].name, "idle");
  EXPECT_EQ(request->levels[1].name, "steady-70");
  EXPECT_EQ(request->levels[1].kind, LevelKind::kSteady);
  EXPECT_EQ(request->levels[2].kind, LevelKind::kWorkload);
}

TEST(CrosscheckRequest, ReadsLevelsAndWindowsFromFiles) {
  const TempFolder folder;
  put(folder, "w.json",
      R"({"schema":"joulemark.window/1","origin":"mark","begin":{"realtime_ns":1796031000000000000},)"
      R"("end":{"realtime_ns":1796031720000000000}})");
  auto asked = arguments();
  asked.levels.clear();
  asked.levels_file = put(folder, "levels.yaml",
                          "schema: joulemark.levels/1\nlevels:\n"
                          "  - {name: night, kind: idle, start: 2026-11-30T09:00:00Z, end: "
                          "2026-11-30T09:12:00Z}\n"
                          "  - {name: workload, window: w.json}\n");
  const auto request = crosscheck_request(asked);
  ASSERT_TRUE(request.has_value()) << request.error().message;
  EXPECT_EQ(request->levels[0].kind, LevelKind::kIdle);
  EXPECT_EQ(request->levels[1].window.duration(), 720.0);
  asked.levels_file = put(folder, "bad.yaml",
                          "schema: joulemark.levels/1\nlevels:\n  - {name: night, start: "
                          "2026-11-30T09:00:00Z, end: 2026-11-30T09:12:00Z}\n");
  EXPECT_THAT(complaint(asked), HasSubstr("bad.yaml:3: levels[0]: has no kind: idle"));
}

TEST(CrosscheckRequest, NamesTheOptionThatIsWrong) {
  using Change = std::function<void(CrosscheckArguments&)>;
  const std::vector<std::pair<Change, std::string>> wrong{
      {[](auto& a) { a.validate.clear(); }, "--validate: which sensor?"},
      {[](auto& a) { a.validate = {"nodes=a"}; }, "--validate: 'nodes=a': 'nodes' is none of"},
      {[](auto& a) { a.validate = {"node=a,node=b"}; }, "node is given twice"},
      {[](auto& a) { a.validate = {"node="}; }, "node has no value"},
      {[](auto& a) { a.validate = {""}; }, "is none of node"},
      {[](auto& a) { a.against.clear(); }, "--against: the reference is missing"},
      {[](auto& a) { a.log = "spl.txt"; }, "--against: and --reference exclude each other"},
      {[](auto& a) { a.utc_offset = "Z"; }, "--reference: is missing"},
      {[](auto& a) { a.levels.clear(); }, "no levels: give --level idle=START/END"},
      {[](auto& a) { a.levels[0] = "rest=1/2"; }, "must begin with idle, steady or workload"},
      {[](auto& a) { a.levels[0] = "idle"; }, "expected NAME=START/END"},
      {[](auto& a) { a.levels[0] = "idle=1796031000"; }, "--level idle: expected START/END"},
      {[](auto& a) { a.levels[0] = "idle=2026-11-30T09:00:00/2"; }, "--level idle: "},
      {[](auto& a) { a.levels[0] = "workload=1796031010/1796031000"; }, "ends before it begins"},
      {[](auto& a) { a.levels.push_back("idle2=1796031100/1796031200"); }, "overlap"},
      {[](auto& a) { a.levels.push_back("idle=1796051100/1796051200"); }, "is given twice"},
      {[](auto& a) { a.levels[0] = "workload=1/1796031000"; }, "longer than a day"},
      {[](auto& a) { a.levels[0] = "workload=@/nowhere.json"; }, "--level workload: /nowhere.json"},
      {[](auto& a) { a.block = "30s"; }, "--block: expected 60s to 1h"},
      {[](auto& a) { a.psu_efficiency = "0.94"; }, "--psu-efficiency: expected two fractions"},
      {[](auto& a) { a.distribution = "0.02,0.01"; }, "--distribution: expected two fractions"},
      {[](auto& a) { a.reference_boundary = "wall"; }, "--reference-boundary: expected ac_input"},
      {[](auto& a) { a.certificates = {"/nowhere.yaml"}; }, "--certificate: /nowhere.yaml"}};
  EXPECT_EQ(complaint(arguments()), "accepted");
  for (const auto& [change, message] : wrong) {
    auto asked = arguments();
    change(asked);
    EXPECT_THAT(complaint(asked), HasSubstr(message));
  }
}

TEST(CrosscheckRequest, ReadsAReferenceLogWithItsHash) {
  const TempFolder folder;
  auto asked = arguments();
  asked.against.clear();
  asked.log = put(folder, "power.csv", "timestamp_s,watts\n1,5\n2,5\n3,5\n");
  asked.averaging = "1s";
  asked.reference_uncertainty = 0.002;
  const auto request = crosscheck_request(asked);
  ASSERT_TRUE(request.has_value()) << request.error().message;
  EXPECT_EQ(request->log->facts.name, "power.csv");
  EXPECT_EQ(request->log->facts.sha256.size(), 64U);
  EXPECT_EQ(request->log->facts.readings, 3U);
}

TEST(CrosscheckRequest, TakesTheMappingOfAPlanAndNothingElse) {
  const TempFolder folder;
  auto asked = arguments();
  asked.plan = put(folder, "plan.yaml",
                   "schema: joulemark.plan/1\nname: n\nmembers:\n  - {nodes: gpu0001, supply: ac}\n"
                   "mapping:\n  - {match: ipmi_dcmi_power_consumption_watts, node_label: instance, "
                   "scope: node, component: node, boundary: ac_input, supply: ac, quantity: power, "
                   "unit: watt}\n");
  const auto request = crosscheck_request(asked);
  ASSERT_TRUE(request.has_value()) << request.error().message;
  ASSERT_THAT(request->mappings, SizeIs(1));
  EXPECT_EQ(request->members, NodeNames{"gpu0001"});
  asked.plan =
      put(folder, "none.yaml",
          "schema: joulemark.plan/1\nname: n\nmembers:\n  - {nodes: gpu0001, supply: ac}\n");
  EXPECT_THAT(complaint(asked), HasSubstr("has no mapping"));
}

TEST(Certificate, IsReadWithTheHashOfWhatItNames) {
  const TempFolder folder;
  put(folder, "c1.pdf", "a certificate");
  const std::string facts =
      "laboratory: Lab\nnumber: C-1\nserial: P-77\ndate: 2026-01-02\nvalid_until: 2027-01-02\n"
      "expanded_uncertainty: 0.004\nrange_watts: [50, 5000]\ncertificate: ";
  const auto one = read_certificate(put(folder, "c.yaml", facts + "c1.pdf\n"));
  ASSERT_TRUE(one.has_value()) << one.error().message;
  EXPECT_EQ(one->sha256.substr(0, 8), "81acd762");
  EXPECT_EQ(one->high_watts, 5000.0);
  EXPECT_FALSE(read_certificate(put(folder, "d.yaml", facts + "missing.pdf\n")).has_value());
  EXPECT_THAT(read_certificate(put(folder, "e.yaml", "laboratory: Lab\n")).error().message,
              HasSubstr("e.yaml"));
}

TEST(Certificate, HoldsOnItsLastDayAndNotAfter) {
  const Certificate one{"Lab", "C-1", "P-77", "2026-01-02", "2027-01-02",
                        0.004, 50.0,  5000.0, "",           ""};
  const auto use = [](const char* begin, const char* end) {
    return CertifiedUse{"P-77", *parse_time(begin), *parse_time(end), 60.0, 4000.0};
  };
  EXPECT_THAT(objections(one, use("2026-01-02T00:00:00Z", "2027-01-02T23:59:59Z")), SizeIs(0));
  EXPECT_THAT(objections(one, use("2026-01-01T23:59:59Z", "2026-05-02T23:59:59Z")), SizeIs(1));
  EXPECT_THAT(objections(one, use("2026-05-02T00:00:00Z", "2027-01-03T00:00:01Z")), SizeIs(1));
  auto other = use("2026-05-02T00:00:00Z", "2026-05-02T01:00:00Z");
  other.serial = "P-78";
  other.low_watts = 49.0;
  EXPECT_THAT(objections(one, other), SizeIs(2));
}

TEST(BlocksNeeded, FallWithTheScatterAndAreNoneForABias) {
  const ExpectedRatio ratio{1.0, 0.0};
  const std::vector<double> quiet{0.01, -0.01, 0.01, -0.01, 0.01, -0.01};
  std::vector<double> wild, biased;
  for (const double r : quiet) {
    wild.push_back(8.0 * r);
    biased.push_back(r + 0.06);
  }
  EXPECT_THAT(blocks_needed(quiet, ratio, kGrade5), Optional(Eq(5U)));
  const auto many = blocks_needed(wild, ratio, kGrade5);
  ASSERT_TRUE(many.has_value());
  EXPECT_GT(*many, 8U);
  // With that many blocks of the same kind it does pass.
  std::vector<double> enough;
  for (std::size_t i = 0; i < *many; ++i) enough.push_back(wild[i % wild.size()]);
  EXPECT_TRUE(equivalence(enough, ratio)->within(0.055));
  EXPECT_EQ(blocks_needed(biased, ratio, kGrade5), std::nullopt);
}

}  // namespace
}  // namespace joulemark
