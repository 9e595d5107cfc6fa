#include "query/crosscheck/crosscheck_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "query/crosscheck/crosscheck_text.h"
#include "tests/query/crosscheck/made_levels.h"
#include "tests/query/golden.h"

namespace joulemark {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using Json = nlohmann::ordered_json;
using enum CrosscheckVerdict;

// What reading says after a change of the file.
std::string reading(const std::string& json, const std::function<void(Json&)>& change) {
  Json changed = Json::parse(json);
  change(changed);
  const auto file = crosscheck_from_json(changed.dump(), "x.json");
  return file ? "accepted" : file.error().message;
}

std::vector<CrosscheckFile> units(std::size_t n, double gain = 1.0) {
  std::vector<CrosscheckFile> out;
  for (std::size_t i = 0; i < n; ++i)
    out.push_back(made::file({.gain = gain + 0.002 * static_cast<double>(i % 3),
                              .seed = i + 1,
                              .node = "gpu000" + std::to_string(i + 1),
                              .calibrated = true}));
  return out;
}

TEST(CrosscheckFile, SurvivesItsOwnJson) {
  const CrosscheckFile file = made::file({.calibrated = true});
  const std::string json = crosscheck_to_json(file);
  const auto read = crosscheck_from_json(json, "made.json");
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(crosscheck_to_json(*read), json);
  EXPECT_EQ(read->name, "made.json");
  EXPECT_TRUE(read->units[0].reference.calibrated());
  EXPECT_EQ(read->units[0].result.verdict, kAgree);
}

TEST(CrosscheckFile, LooksAsItsGoldenFilesDo) {
  CrosscheckMaterial material = made::material({.calibrated = true});
  material.training = true;
  auto record = make_crosscheck(std::move(material));
  ASSERT_TRUE(record.has_value()) << record.error().message;
  CrosscheckFile file;
  file.units.push_back(std::move(*record));
  golden::expect_json("crosscheck/unit.json", crosscheck_to_json(file));
  const std::string text = crosscheck_to_text(file);
  golden::expect_text("crosscheck/unit.txt",
                      text.substr(text.find('\n') + 1));  // without the version
}

TEST(CrosscheckFile, RefusesAVerdictThatDoesNotFollowFromItsBlocks) {
  CrosscheckMaterial material = made::material({.gain = 1.07});
  const auto record = make_crosscheck(std::move(material));
  ASSERT_TRUE(record.has_value());
  ASSERT_EQ(record->result.verdict, kDisagree);
  CrosscheckFile file;
  file.units.push_back(*record);
  const std::string json = crosscheck_to_json(file);
  EXPECT_EQ(reading(json, [](Json&) {}), "accepted");
  EXPECT_THAT(reading(json, [](Json& j) { j["units"][0]["verdict"] = "AGREE"; }),
              HasSubstr("written as AGREE, the blocks say DISAGREE"));
  EXPECT_THAT(reading(json, [](Json& j) { j["verdict"] = "AGREE"; }),
              HasSubstr("written as AGREE, the units say DISAGREE"));
}

TEST(CrosscheckFile, RefusesBlocksThatWereChanged) {
  const std::string json = crosscheck_to_json(made::file());
  EXPECT_THAT(reading(json,
                      [](Json& j) {
                        for (auto& block : j["units"][0]["levels"][0]["blocks"])
                          block["validated_joules"] = 1.1 * block["validated_joules"].get<double>();
                      }),
              HasSubstr("the blocks say DISAGREE"));
  EXPECT_THAT(reading(json,
                      [](Json& j) {
                        auto& blocks = j["units"][0]["levels"][0]["blocks"];
                        blocks[1]["begin"] = blocks[0]["begin"];
                      }),
              HasSubstr("have blocks that overlap"));
}

TEST(CrosscheckFile, RefusesACalibrationThatItsCertificatesDoNotShow) {
  const std::string json = crosscheck_to_json(made::file());
  EXPECT_THAT(reading(json,
                      [](Json& j) {
                        auto& reference = j["units"][0]["reference"];
                        reference["calibrated"] = true;
                        reference["not_calibrated_because"] = Json::array();
                      }),
              HasSubstr("written as calibrated and is not: no certificate"));
  const std::string calibrated = crosscheck_to_json(made::file({.calibrated = true}));
  const auto with = [&](const char* key, const Json& value) {
    return reading(calibrated,
                   [&](Json& j) { j["units"][0]["reference"]["certificates"][0][key] = value; });
  };
  EXPECT_THAT(with("serial", "P-78"), HasSubstr("no certificate of serial P-77"));
  EXPECT_THAT(with("valid_until", "2026-11-29"), HasSubstr("CALIBRATION_EXPIRED"));
  EXPECT_THAT(with("range_watts", Json{50, 800}), HasSubstr("CERTIFICATE_MISMATCH"));
  EXPECT_THAT(with("expanded_uncertainty", 0), HasSubstr("must be a fraction above 0"));
}

TEST(CrosscheckFile, NamesTheFactThatIsMissingOrImpossible) {
  const std::string json = crosscheck_to_json(made::file());
  const auto unit = [&](const std::function<void(Json&)>& change) {
    return reading(json, [&](Json& j) { change(j["units"][0]); });
  };
  EXPECT_THAT(reading(json, [](Json& j) { j["schema"] = "joulemark.report/1"; }),
              HasSubstr("x.json: crosscheck.schema must be joulemark.crosscheck/1"));
  EXPECT_THAT(reading(json, [](Json& j) { j["units"] = Json::array(); }),
              HasSubstr("crosscheck.units must hold a unit"));
  EXPECT_THAT(unit([](Json& j) { j.erase("ratio"); }),
              HasSubstr("units[0].ratio must be an object"));
  EXPECT_THAT(unit([](Json& j) { j["levels"][1]["blocks"][2]["begin"] = "yesterday"; }),
              HasSubstr("levels[1].blocks[2].begin must be a time"));
  EXPECT_THAT(unit([](Json& j) { j["levels"][0]["kind"] = "nap"; }),
              HasSubstr("levels[0].kind is a word that this version does not know"));
  EXPECT_THAT(unit([](Json& j) { j["block_seconds"] = "60"; }),
              HasSubstr("block_seconds must be a number"));
  EXPECT_THAT(unit([](Json& j) { j["block_seconds"] = 30; }), HasSubstr("must be from 60 to 3600"));
  EXPECT_THAT(unit([](Json& j) { j["block_seconds"] = 1e300; }),
              HasSubstr("must be from 60 to 3600"));
  EXPECT_THAT(unit([](Json& j) { j["levels"][0]["expanded_uncertainty_validated_joules"] = -1; }),
              HasSubstr("level idle"));
  EXPECT_THAT(unit([](Json& j) { j["reference"]["loads_watts"] = Json::array(); }),
              HasSubstr("one range for each sensor"));
  EXPECT_THAT(unit([](Json& j) { j["reference"]["relative_standard_uncertainty"] = -0.1; }),
              HasSubstr("must not be negative"));
  EXPECT_THAT(unit([](Json& j) { j["validated"] = Json::array(); }),
              HasSubstr("validated must hold a sensor"));
}

TEST(CrosscheckFile, ShowsNoControlCharactersOfItsTexts) {
  const std::string json = crosscheck_to_json(made::file());
  Json changed = Json::parse(json);
  changed["units"][0]["validated"][0]["node"] = "gpu\x1b[2J0001";
  const auto file = crosscheck_from_json(changed.dump(), "x");
  ASSERT_TRUE(file.has_value()) << file.error().message;
  EXPECT_EQ(file->units[0].validated[0].node, "gpu[2J0001");
}

TEST(CrosscheckFile, RefusesMoreBlocksThanAnyoneMeasures) {
  const std::string json = crosscheck_to_json(made::file());
  EXPECT_THAT(reading(json,
                      [](Json& j) {
                        auto& blocks = j["units"][0]["levels"][0]["blocks"];
                        while (blocks.size() < 5'001) blocks.push_back(blocks[0]);
                      }),
              HasSubstr("more than 5,000 blocks"));
}

TEST(CrosscheckFile, IgnoresKeysThatItDoesNotKnow) {
  const std::string json = crosscheck_to_json(made::file());
  EXPECT_EQ(reading(json,
                    [](Json& j) {
                      j["future"] = 1;
                      j["units"][0]["future"] = Json::object();
                    }),
            "accepted");
}

TEST(CrosscheckFile, TakesNoTextThatIsCutAndNoOtherText) {
  const std::string json = crosscheck_to_json(made::file());
  for (std::size_t length = 0; length + 2 < json.size(); length += 257)
    EXPECT_FALSE(crosscheck_from_json(json.substr(0, length), "x").has_value()) << length;
  for (const std::string& text :
       {std::string("null"), std::string("[]"), std::string("\xff\xfe{}"), std::string("{}"),
        std::string(200'000, '['), std::string("{\"units\":{}}")})
    EXPECT_FALSE(crosscheck_from_json(text, "x").has_value());
}

TEST(CrosscheckFleet, OfFivePassedUnitsCorrectsOthers) {
  const auto fleet = fleet_of(units(5));
  ASSERT_TRUE(fleet.has_value()) << fleet.error().message;
  for (const CrosscheckRecord& unit : fleet->units)
    EXPECT_TRUE(unit.passed()) << ::testing::PrintToString(unit.result.reasons);
  EXPECT_EQ(fleet->verdict(), kAgree);
  ASSERT_TRUE(fleet->fleet->transfer.has_value());
  EXPECT_TRUE(fleet->fleet->transfer->gives_class);
  EXPECT_NEAR(fleet->fleet->transfer->factor, 0.998, 0.003);
  const std::string json = crosscheck_to_json(*fleet);
  const auto read = crosscheck_from_json(json, "fleet.json");
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(crosscheck_to_json(*read), json);
}

TEST(CrosscheckFleet, OfFourUnitsGivesNoClass) {
  const auto fleet = fleet_of(units(4));
  ASSERT_TRUE(fleet.has_value()) << fleet.error().message;
  EXPECT_FALSE(fleet->fleet->transfer->gives_class);
  EXPECT_THAT(fleet->fleet->reasons, Contains(HasSubstr("from 5 on")));
}

TEST(CrosscheckFleet, FailsTogetherWithOneUnitFarOff) {
  auto files = units(5);
  files.push_back(made::file({.gain = 1.2, .node = "gpu0009", .calibrated = true}));
  const auto fleet = fleet_of(std::move(files));
  ASSERT_TRUE(fleet.has_value()) << fleet.error().message;
  EXPECT_EQ(fleet->verdict(), kDisagree);
  EXPECT_EQ(fleet->fleet->passed, 5U);
  EXPECT_THAT(fleet->fleet->reasons, Contains(HasSubstr("1 of 6 units have E_n above 1")));
}

TEST(CrosscheckFleet, TakesOneModelAndFirmwareAndEachUnitOnce) {
  auto twice = units(2);
  twice.push_back(twice[0]);
  EXPECT_THAT(fleet_of(std::move(twice)).error().message, HasSubstr("is given twice"));
  auto mixed = units(2);
  mixed.push_back(made::file({.node = "gpu0009", .firmware = "1.3"}));
  EXPECT_THAT(fleet_of(std::move(mixed)).error().message, HasSubstr("another model or firmware"));
  std::vector<CrosscheckFile> nameless{made::file({.firmware = ""})};
  EXPECT_THAT(fleet_of(std::move(nameless)).error().message, HasSubstr("tell model and firmware"));
}

}  // namespace
}  // namespace joulemark
