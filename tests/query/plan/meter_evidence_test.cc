// Certificates and cross-checks of the counted meters (METHOD L, X-7).
#include <gmock/gmock.h>

#include "tests/query/crosscheck/made_levels.h"
#include "tests/query/left_page.h"
#include "tests/query/plan/made_plan.h"

namespace joulemark {
namespace {

using namespace planned;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr double kBegin = 7500.0, kEnd = 8220.0;  // of the workload level of made::file(), s

SensorTelemetry metered(Sensor sensor, Series series) {
  SensorTelemetry out;
  out.exporter = series.exporter;
  out.job = "joulemark";
  out.scrape_interval = 1.0;
  out.sensor = std::move(sensor);
  out.series = std::move(series);
  return out;
}

Telemetry of_pair(const made::Pair& pair) {
  return canned::telemetry(
      {metered(made::outlet_sensor(), made::counter(pair, kBegin - 120.0, kEnd + 120.0, true)),
       metered(made::validated_sensor(),
               made::counter(pair, kBegin - 120.0, kEnd + 120.0, false))});
}

// The run is the workload level, unless moved by some seconds.
EvaluationRequest request_with(const std::string& covers, const CrosscheckFile& file,
                               double moved = 0.0) {
  auto request =
      by_plan("members: [{nodes: gpu0001, supply: ac}]\ncrosschecks: [x.json]\n" + covers,
              {{"x.json", crosscheck_to_json(file)}});
  request.window = canned::window(kBegin + moved, kEnd + moved);
  return request;
}

Report evaluated_with(const Telemetry& telemetry, const std::string& covers,
                      const CrosscheckFile& file, double moved = 0.0) {
  const auto report = evaluate(telemetry, request_with(covers, file, moved));
  EXPECT_TRUE(report) << report.error().message;
  return report.value_or(Report{});
}

constexpr const char* kOutletCover = "covers: {outlets: {gpu0001: ['pdu:r5a/outlet:12']}}\n";

TEST(MeterEvidence, ACertificateOfTheMeterLiftsTheClassWithinItsDatesAndRange) {
  auto meter = canned::counter(ac_node("a", 500.0));
  meter.sensor.serial = "S1";
  const auto telemetry = canned::telemetry({meter});
  const auto with = [&](const std::string& until, const std::string& range) {
    return *evaluate(
        telemetry,
        by_plan("members: [{nodes: a, supply: ac}]\ncalibration: [{serial: S1, certificate: c.pdf, "
                "laboratory: L, number: 7, date: 2026-01-02, valid_until: " +
                    until + ", expanded_uncertainty: 0.004, range_watts: " + range + "}]\n",
                {{"c.pdf", "pdf"}}));
  };
  const Report good = with("2027-01-02", "[100, 1000]");
  EXPECT_EQ(unit(good, "a").series[0].accuracy_class, Class::kCalibrated);
  EXPECT_LT(good.total.figure.headline_U / good.total.figure.energy, 0.006);
  EXPECT_THAT(with("2026-06-02", "[100, 1000]").total.reasons, Contains(Code::kCalibrationExpired));
  EXPECT_THAT(with("2027-01-02", "[600, 1000]").total.reasons,
              Contains(Code::kCertificateMismatch));
}

TEST(MeterEvidence, ASecondChainThatAgreesInTheRunCorroboratesTheFirst) {
  const made::Pair pair{.gain = 1.01};
  const Report report = evaluated_with(of_pair(pair), kOutletCover, made::file(pair));
  const auto request = request_with(kOutletCover, made::file(pair));
  const NodeReport& outlets = unit(report, "outlets of gpu0001");
  EXPECT_THAT(outlets.steps, Contains(HasSubstr("L-6: x.json")));
  EXPECT_EQ(outlets.cls, Class::kCorroborated);
  EXPECT_NEAR(outlets.figure.energy, 1.003 * made::truth(kBegin, kEnd),
              1e-3 * outlets.figure.energy);
  // rho U2 of the other chain's 5 %, and never less than 3 %.
  EXPECT_NEAR(outlets.figure.headline_U / outlets.figure.energy, 0.058, 0.003);
  ASSERT_EQ(report.total.other_units.size(), 1U);
  EXPECT_NEAR(report.total.other_units[0].ratio, 1.01 / 1.003, 1e-3);
  EXPECT_THAT(
      left_page("plan_corroborated", report, power_trace(of_pair(pair), report, plan_of(request))),
      HasSubstr("L-6"));
}

TEST(MeterEvidence, ChainsThatDifferOrAnotherRunCorroborateNothingAndSayWhy) {
  const made::Pair wrong{.gain = 1.08};
  const Report differs = evaluated_with(of_pair(wrong), kOutletCover, made::file(wrong));
  EXPECT_THAT(unit(differs, "outlets of gpu0001").steps,
              Contains(HasSubstr("L-6 not used: x.json: the chains do not agree")));
  EXPECT_EQ(unit(differs, "outlets of gpu0001").cls, Class::kVendorStated);
  const Report downstream = evaluated_with(of_pair({}), "", made::file({}));
  EXPECT_THAT(
      unit(downstream, "gpu0001").steps,
      Contains(AllOf(HasSubstr("L-6 not used: x.json"), HasSubstr("'covers' of the plan"))));
  const Report later = evaluated_with(of_pair({}), kOutletCover, made::file({}), 100.0);
  EXPECT_THAT(unit(later, "outlets of gpu0001").steps,
              Contains(HasSubstr("it was not made in this run")));
}

// The gauge that was aliased may be: the counter upstream saw the same energy in the same run.
TEST(MeterEvidence, AnEnergyCounterOfTheSameRunLiftsTheCapOfAliasing) {
  canned::CounterSpec spec;
  spec.node = "gpu0001";
  spec.source = "hwmon";
  spec.id = "power1";
  spec.exporter = "gpu0001:11818";
  spec.watts = 880.0;
  spec.from = kBegin - 60.0;
  spec.to = kEnd + 160.0;
  SensorTelemetry gauge = canned::periodic_power(spec);
  gauge.sensor.model = "Meter 5";
  gauge.sensor.firmware = "1.2";
  const auto telemetry = canned::telemetry({gauge});
  const Report lifted = evaluated_with(telemetry, "", made::file({}));
  const SeriesReport& series = unit(lifted, "gpu0001").series[0];
  EXPECT_THAT(series.codes, Contains(Code::kAliasRisk));  // U_safe stays the headline
  EXPECT_THAT(series.settled, Contains(Code::kAliasRisk));
  EXPECT_EQ(series.cls, Class::kVendorStated);
  const Report later = evaluated_with(telemetry, "", made::file({}), 80.0);
  EXPECT_THAT(unit(later, "gpu0001").series[0].settled, Not(Contains(Code::kAliasRisk)));
  EXPECT_EQ(unit(later, "gpu0001").series[0].cls, Class::kReferenceOnly);
}

Sensor psu_of_node(int number) {
  Sensor out = made::validated_sensor();
  out.id = "psu" + std::to_string(number);
  out.scope = "node/psu:" + std::to_string(number) + "/in";
  out.component = Component::kPsu;
  return out;
}

Series part_of(Series series, double part) {
  for (double& value : series.value) value *= part;
  return series;
}

TEST(MeterEvidence, WhatWasValidatedAsASumIsCorrectedAsASum) {
  const made::Pair pair{.gain = 1.02, .calibrated = true};
  CrosscheckMaterial material = made::material(pair);
  material.prepared.validated = {checked_sensor(psu_of_node(0)), checked_sensor(psu_of_node(1))};
  for (LevelMaterial& level : material.levels)
    level.validated = {part_of(level.validated[0], 0.4), part_of(level.validated[0], 0.6)};
  CrosscheckFile file;
  file.name = "made.json";
  file.units.push_back(*make_crosscheck(material));
  const Series whole = made::counter(pair, kBegin - 120.0, kEnd + 120.0, false);
  const Report report =
      evaluated_with(canned::telemetry({metered(psu_of_node(0), part_of(whole, 0.4)),
                                        metered(psu_of_node(1), part_of(whole, 0.6))}),
                     "", file);
  const NodeReport& node = unit(report, "gpu0001");
  EXPECT_THAT(node.steps, testing::ElementsAre(HasSubstr("X-7: x.json")));
  EXPECT_NEAR(node.figure.energy, made::truth(kBegin, kEnd), 2e-3 * node.figure.energy);
  EXPECT_EQ(node.series[1].accuracy_class, Class::kCrossValidated);
  EXPECT_LT(node.figure.headline_U / node.figure.energy, 0.02);
}

}  // namespace
}  // namespace joulemark
