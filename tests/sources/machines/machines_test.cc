// METHOD S-1 on every machine of the shared corpus: tests/fixtures/machines says what each must
// give, and where and why that differs from the corpus' own EXPECT.json.
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "platform/host_files.h"
#include "tests/fakes/corpus_machine.h"
#include "tests/fakes/fake_files.h"
#include "tests/sources/machines/machine_run.h"

namespace joulemark {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

const fs::path kExpectations = fs::path(JOULEMARK_FIXTURES) / "machines";

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> machines() {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(kExpectations))
    if (entry.path().extension() == ".json") out.push_back(entry.path().stem().string());
  std::ranges::sort(out);
  return out;
}

// Modes do not survive a check-out, and root reads everything: the refusal is put in front.
class DeniedFiles final : public Files {
 public:
  DeniedFiles(const Files& files, std::set<std::string, std::less<>> names)
      : files_(files), names_(std::move(names)) {}
  [[nodiscard]] Result<std::unique_ptr<OpenFile>> open(std::string_view path) const override {
    if (denied(path)) return fail(ErrorCode::kPermission, std::string(path) + ": EACCES");
    return files_.open(path);
  }
  [[nodiscard]] Result<std::string> read(std::string_view path, std::size_t limit) const override {
    if (denied(path)) return fail(ErrorCode::kPermission, std::string(path) + ": EACCES");
    return files_.read(path, limit);
  }
  [[nodiscard]] Result<std::vector<std::string>> list(std::string_view path) const override {
    return files_.list(path);
  }
  [[nodiscard]] Result<std::string> resolve(std::string_view path) const override {
    return files_.resolve(path);
  }

 private:
  [[nodiscard]] bool denied(std::string_view path) const {
    return names_.contains(path.substr(path.rfind('/') + 1));
  }
  const Files& files_;
  std::set<std::string, std::less<>> names_;
};

std::string cpuinfo_of(const Json& expected) {
  std::string out;
  for (const auto& line : expected.value("cpuinfo", Json::array()))
    out += line.get<std::string>() + "\n";
  return out;
}

// "rapl package-0 counted"
std::string member_text(const Json& member) {
  return member.at("source").get<std::string>() + " " + member.at("id").get<std::string>() + " " +
         member.at("role").get<std::string>();
}

std::vector<std::string> members_of(const Json& expected) {
  std::vector<std::string> out;
  for (const Json& member : expected.at("members")) out.push_back(member_text(member));
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> members_of(const std::optional<NodeFigure>& figure,
                                    const std::vector<SensorView>& views) {
  std::vector<std::string> out;
  if (!figure) return out;
  for (const NodeMember& member : figure->members) {
    const Sensor& sensor = views[member.view].text->sensor;
    out.push_back(sensor.source + " " + sensor.id + " " + std::string(to_string(member.role)));
  }
  std::ranges::sort(out);
  return out;
}

bool matches(const Complaint& complaint, const Json& expected) {
  return complaint.source == expected.at("source").get<std::string>() &&
         complaint.code == expected.at("code").get<std::string>() &&
         complaint.message.find(expected.at("says").get<std::string>()) != std::string::npos;
}

std::string text_of(const std::vector<Complaint>& complaints) {
  std::ostringstream out;
  for (const Complaint& c : complaints)
    out << "\n  " << c.source << ": " << c.code << ": " << c.message;
  return out.str();
}

bool close(const Json& a, const Json& b) {
  if (a.is_null() || b.is_null()) return a.is_null() && b.is_null();
  return std::abs(a.get<double>() - b.get<double>()) <= 1e-3;
}

class Machines : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!CorpusMachine::exists(GetParam())) GTEST_SKIP() << "no shared corpus here";
    expected_ = Json::parse(content_of(kExpectations / (GetParam() + ".json")));
  }
  Json expected_;
};

TEST_P(Machines, TheNodesFigureItsMembersAndWhatWentWrongAreAsExpected) {
  const CorpusMachine tree(GetParam());
  const auto corpus = Json::parse(tree.expectation());
  const HostFiles files(tree.sysfs());
  const DeniedFiles sysfs(files, expected_.value("denied", std::set<std::string, std::less<>>{}));
  FakeFiles procfs;
  if (expected_.contains("cpuinfo")) procfs.set("cpuinfo", cpuinfo_of(expected_));

  MachineRun run(sysfs, procfs);
  run.begin(expected_.value("settings", std::map<std::string, std::string>{}));
  run.read();
  run.pass(from_seconds(corpus.at("dt_s").get<double>()));
  tree.step();
  run.read();
  const auto views = run.views();
  const auto figure = run.figure();

  EXPECT_THAT(members_of(figure, views), testing::ElementsAreArray(members_of(expected_)));
  const auto basis = figure && figure->basis ? Json(to_string(*figure->basis)) : Json();
  EXPECT_EQ(basis, expected_.at("basis"));
  EXPECT_EQ(figure && figure->complete, expected_.at("complete").get<bool>());
  const Json watts = figure && figure->power ? Json(figure->power->value()) : Json();
  EXPECT_TRUE(close(watts, expected_.at("node_watts"))) << watts << expected_.at("node_watts");
  for (const SensorView& view : views) {
    if (view.text->sensor.source != "rapl") continue;
    EXPECT_EQ(Json(view.text->sensor.vendor), expected_.at("vendor"));
  }
  const auto& complaints = run.complaints();
  ASSERT_EQ(complaints.size(), expected_.at("errors").size()) << text_of(complaints);
  for (std::size_t i = 0; i < complaints.size(); ++i)
    EXPECT_TRUE(matches(complaints[i], expected_.at("errors")[i]))
        << text_of({complaints[i]}) << "\nexpected " << expected_.at("errors")[i];
}

// A difference from the corpus is written down with its reason, and only a real one is.
TEST_P(Machines, EveryDifferenceFromTheCorpusHasItsReason) {
  const CorpusMachine tree(GetParam());
  const auto corpus = Json::parse(tree.expectation());
  const Json& theirs = corpus.at("node_watts");
  const Json& ours = expected_.at("node_watts");
  const std::string readme = content_of(kExpectations / "README.md");
  if (close(theirs, ours)) {
    EXPECT_THAT(readme, testing::Not(testing::HasSubstr("| " + GetParam() + " |")));
  } else {
    std::ostringstream row;
    row << "| " << GetParam() << " | " << theirs.get<double>() << " | " << ours.get<double>()
        << " | ";
    EXPECT_THAT(readme, testing::HasSubstr(row.str()));
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, Machines, testing::ValuesIn(machines()), [](const auto& test) {
  std::string name = test.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(MachinesCorpus, EveryMachineHasAnExpectation) {
  const fs::path corpus = fs::path(JOULEMARK_SHARED_FIXTURES) / "sysfs";
  if (!fs::exists(corpus)) GTEST_SKIP() << "no shared corpus here";
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(corpus))
    if (fs::exists(entry.path() / "EXPECT.json")) found.push_back(entry.path().filename().string());
  std::ranges::sort(found);
  EXPECT_EQ(found.size(), 27U);
  EXPECT_EQ(machines(), found);
}

}  // namespace
}  // namespace joulemark
