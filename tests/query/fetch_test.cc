#include "query/fetch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "query/count_at.h"
#include "query/fetch_error.h"
#include "tests/query/page_fixture.h"

namespace joulemark {
namespace {

// A window of 60 s, scraped each second from 100 s before it to 100 s after it.
class FetchTest : public testing::Test {
 protected:
  FakePrometheus server;
  PrometheusClient client{server, *parse_endpoint("http://host:9090")};
  FetchRequest request{{after(0), after(60)}, {}, {}};

  Page page(std::vector<PageSensor> sensors = {PageSensor{}}, PageScrape scrape = {}) {
    return {server, std::move(scrape), std::move(sensors)};
  }
  void scrape_all(std::vector<PageSensor> sensors = {PageSensor{}}, PageScrape how = {}) {
    page(std::move(sensors), std::move(how)).scrape(-100.4, 160, 1);
  }
  Result<Telemetry> get() { return fetch(client, request); }
  Telemetry good() {
    auto telemetry = get();
    if (!telemetry) {
      ADD_FAILURE() << telemetry.error().message;
      return {};
    }
    return std::move(*telemetry);
  }
  Error bad() {
    auto telemetry = get();
    if (telemetry) {
      ADD_FAILURE() << "no error, " << telemetry->sensors.size() << " sensors";
      return {};
    }
    EXPECT_EQ(telemetry.error().message.find('\n'), std::string::npos);
    return telemetry.error();
  }
};

std::size_t inside(const Series& series) {
  return static_cast<std::size_t>(
      std::count_if(series.time.begin(), series.time.end(),
                    [](UtcTime t) { return t >= after(0) && t <= after(60); }));
}

#define EXPECT_SAYS(error, part) \
  EXPECT_NE((error).message.find(part), std::string::npos) << (error).message

TEST_F(FetchTest, JoinsEverythingOfOneScrapeAtTheReadingTime) {
  PageSensor power;
  power.sensor = "psu";
  power.method = "integrated";
  power.info["quantity"] = "power";
  scrape_all({PageSensor{}, power});
  const Telemetry telemetry = good();
  ASSERT_EQ(telemetry.sensors.size(), 2U);
  const SensorTelemetry& counter = telemetry.sensors[0];
  const Series& series = counter.series;
  EXPECT_EQ(counter.sensor.id, "package-0");
  EXPECT_EQ(series.kind, SeriesKind::kCounter);
  EXPECT_EQ(telemetry.sensors[1].series.kind, SeriesKind::kIntegrated);
  ASSERT_GE(series.time.size(), 122U);
  EXPECT_TRUE(series.variance.empty());
  EXPECT_EQ(telemetry.sensors[1].series.variance.size(), series.time.size());
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    const double t = seconds(series.time[i] - after(0));
    EXPECT_NEAR(series.value[i], 100.0 * (t + 1000.0), 1e-3);  // at the reading, not at the scrape
    EXPECT_EQ(series.resets[i], 2.0);
    EXPECT_EQ(series.uncovered[i], 0.25);
    EXPECT_EQ(series.start[i], after(-1000));
    EXPECT_EQ(series.power_min[i], 90.0);
    EXPECT_EQ(series.power_max[i], 110.0);
  }
  EXPECT_DOUBLE_EQ(counter.scrape_interval, 1.0);
  EXPECT_EQ(series.exporter, "e1:11818");
  EXPECT_EQ(series.source, "rapl");
}

TEST_F(FetchTest, ReachesPastBothEndsForTheTrailingExtremes) {
  scrape_all();
  const Series series = good().sensors[0].series;
  EXPECT_LT(series.time.front(), after(-61));
  EXPECT_GT(series.time.back(), after(121));
}

TEST_F(FetchTest, AsksForAWiderMarginWhereScrapesAreRare) {
  page().scrape(-1000, 1000, 60);
  const Telemetry telemetry = good();
  EXPECT_DOUBLE_EQ(telemetry.sensors[0].scrape_interval, 60.0);
  EXPECT_LE(telemetry.sensors[0].series.time.front(), after(-160));
}

TEST_F(FetchTest, ReadsTheMetrologyOfTheSensor) {
  scrape_all();
  const SensorTelemetry one = good().sensors[0];
  EXPECT_EQ(one.sensor.scope, "node/cpu:0");
  EXPECT_EQ(one.sensor.component, Component::kCpu);
  EXPECT_EQ(one.sensor.boundary, Boundary::kComponent);
  EXPECT_EQ(one.sensor.supply, Supply::kDc);
  EXPECT_EQ(one.sensor.quantity, QuantityKind::kEnergy);
  EXPECT_EQ(one.sensor.vendor, "intel");
  const Metrology& m = one.series.metrology;
  EXPECT_EQ(m, one.sensor.metrology);
  EXPECT_EQ(m.update_interval, std::chrono::milliseconds(1));
  EXPECT_EQ(m.resolution, 1e-6);
  EXPECT_EQ(m.accuracy.relative, 0.1);
  EXPECT_EQ(m.accuracy.source, AccuracySource::kClassDefault);
  EXPECT_EQ(m.accuracy.distribution, Distribution::kNormalK1);
  EXPECT_EQ(m.accuracy.group, "g");
  EXPECT_FALSE(m.accuracy.dof);
  EXPECT_FALSE(m.sampling_interval);
  EXPECT_FALSE(m.power_min);
  EXPECT_FALSE(one.metadata_changed);
}

TEST_F(FetchTest, HasNoSourceForAnAccuracyThatNobodyStates) {
  scrape_all();
  server.relabel([](Labels& l) { return label(l, "__name__") != metric::kAccuracyRatio; });
  EXPECT_EQ(good().sensors[0].sensor.metrology.accuracy.source, AccuracySource::kNone);
}

TEST_F(FetchTest, TakesAScrapeWithoutEnergyForNoSample) {
  scrape_all();
  server.drop_samples([](const Labels& l, UtcTime t) {
    return label(l, "__name__") == metric::kEnergy && t > after(20) && t < after(30);
  });
  const Series series = good().sensors[0].series;
  EXPECT_EQ(inside(series), 50U);
  EXPECT_EQ(series.uncovered.size(), series.time.size());
}

TEST_F(FetchTest, TakesAScrapeWithoutReadingTimeForNoSample) {
  scrape_all();
  server.drop_samples([](const Labels& l, UtcTime t) {
    return label(l, "__name__") == metric::kReadingTime && t > after(20) && t < after(30);
  });
  EXPECT_EQ(inside(good().sensors[0].series), 50U);
}

TEST_F(FetchTest, KeepsSamplesWhoseExtremesAreMissing) {
  scrape_all();
  server.drop_samples([](const Labels& l, UtcTime t) {
    return label(l, "limit") == "max" && t > after(20) && t < after(30);
  });
  const Series series = good().sensors[0].series;
  EXPECT_EQ(inside(series), 60U);
  EXPECT_EQ(std::count_if(series.power_max.begin(), series.power_max.end(),
                          [](double p) { return std::isnan(p); }),
            10);
}

TEST_F(FetchTest, KeepsEqualReadingTimesOnce) {
  Page exporter = page();
  for (int i = -100; i < 160; ++i) {
    exporter.sensors[0].reading_delay = i % 2 == 0 ? 0.1 : 1.1;  // a new reading every 2 s
    exporter.scrape_at(i);
  }
  const SensorTelemetry one = good().sensors[0];
  EXPECT_EQ(inside(one.series), 30U);
  EXPECT_DOUBLE_EQ(one.scrape_interval, 1.0);
  EXPECT_TRUE(std::is_sorted(one.series.time.begin(), one.series.time.end()));
}

TEST_F(FetchTest, KeepsTimesAscendingWhenTheExportersClockStepsBack) {
  Page exporter = page();
  exporter.scrape(-100, 30, 1);
  exporter.sensors[0].reading_delay = 5;
  exporter.scrape(31, 160, 1);
  const Series series = good().sensors[0].series;
  EXPECT_TRUE(std::is_sorted(series.time.begin(), series.time.end(),
                             [](UtcTime a, UtcTime b) { return a <= b; }));
}

TEST_F(FetchTest, ServesARestartAsANewStart) {
  Page exporter = page();
  exporter.scrape(-100, 30, 1);
  exporter.sensors[0].start = 31.5;
  exporter.scrape(33, 160, 1);
  const SensorTelemetry one = good().sensors[0];
  EXPECT_EQ(one.series.start.front(), after(-1000));
  EXPECT_EQ(one.series.start.back(), after(31.5));
  EXPECT_FALSE(one.metadata_changed);
}

// A store that keeps decimals may give back a count that stands still with another last digit. That
// is no reset: the whole count would be added to the energy.
TEST_F(FetchTest, TakesTheLastDigitOfACountForNoReset) {
  PageSensor sensor;
  sensor.energy = [](double t) {
    const double still = 123456.78901234567;
    if (t <= 20.0) return still + 100.0 * (t - 20.0);
    return t < 40.0 ? std::nextafter(still, 0.0) : still + 100.0 * (t - 40.0);
  };
  Page exporter = page({sensor});
  exporter.scrape(-100, 160, 1);
  const Series series = good().sensors[0].series;
  EXPECT_TRUE(std::is_sorted(series.value.begin(), series.value.end()));
}

TEST(CountAt, HidesRoundingAndNothingElse) {
  EXPECT_EQ(count_at(5.0, {}), 5.0);
  EXPECT_EQ(count_at(123456.78901234566, {123456.78901234567}), 123456.78901234567);
  EXPECT_EQ(count_at(123456.789, {123456.78901}), 123456.789);  // 1e-10 of it: a fall
  EXPECT_EQ(count_at(0.0, {123456.0}), 0.0);
  EXPECT_EQ(count_at(7.0, {6.0}), 7.0);
  EXPECT_EQ(count_at(0.0, {0.0}), 0.0);
}

TEST_F(FetchTest, KeepsAFallThatIsOne) {
  PageSensor sensor;
  sensor.energy = [](double t) { return 123456.0 + (t < 30.0 ? 0.0 : -0.001); };
  Page exporter = page({sensor});
  exporter.scrape(-100, 160, 1);
  const Series series = good().sensors[0].series;
  EXPECT_FALSE(std::is_sorted(series.value.begin(), series.value.end()));
}

TEST_F(FetchTest, DropsStaleMarkersOfVictoriaMetrics) {
  server.kind = FakePrometheus::Kind::kVictoriaMetrics;
  Page exporter = page();
  exporter.scrape(-100, 30, 1);
  server.end_all("instance", "e1:11818", after(31));
  exporter.scrape(40, 160, 1);
  const Telemetry telemetry = good();
  EXPECT_EQ(telemetry.server.product, "victoriametrics");
  const Series& series = telemetry.sensors[0].series;
  EXPECT_EQ(inside(series), 30U + 21U);
  for (const double value : series.value) EXPECT_FALSE(std::isnan(value));
}

TEST_F(FetchTest, DoesNotDependOnTheServerOrOnTheSizeOfItsAnswers) {
  const auto summary = [&](FakePrometheus::Kind kind, std::size_t most) {
    server.kind = kind;
    server.most_samples = most;
    const Telemetry telemetry = good();
    std::vector<double> out;
    for (const SensorTelemetry& one : telemetry.sensors) {
      for (const UtcTime t : one.series.time) out.push_back(seconds(t - after(0)));
      out.insert(out.end(), one.series.value.begin(), one.series.value.end());
      out.insert(out.end(), one.series.power_max.begin(), one.series.power_max.end());
      out.push_back(one.scrape_interval);
    }
    for (const ClockEvidence& clock : telemetry.clocks) out.push_back(*clock.scrape_bound);
    return out;
  };
  PageSensor other;
  other.sensor = "package-1";
  scrape_all({PageSensor{}, other});
  const auto whole = summary(FakePrometheus::Kind::kPrometheus2, SIZE_MAX);
  EXPECT_GT(whole.size(), 1000U);
  for (const auto kind : {FakePrometheus::Kind::kPrometheus2, FakePrometheus::Kind::kPrometheus3,
                          FakePrometheus::Kind::kVictoriaMetrics})
    for (const std::size_t most : {20U, 57U, 300U, 1000U}) EXPECT_EQ(summary(kind, most), whole);
}

TEST_F(FetchTest, SelectsNodesByName) {
  PageSensor other;
  other.node = "n2";
  scrape_all({PageSensor{}, other});
  EXPECT_EQ(good().sensors.size(), 2U);
  request.nodes = {"n2"};
  const Telemetry telemetry = good();
  ASSERT_EQ(telemetry.sensors.size(), 1U);
  EXPECT_EQ(telemetry.sensors[0].sensor.node, "n2");
  request.nodes = {"n2", "n9"};  // what is missing is the caller's matter
  EXPECT_EQ(good().sensors.size(), 1U);
}

TEST_F(FetchTest, TakesTheDenserOfTwoScrapeJobsAndMetadataFromEither) {
  page({PageSensor{}}, {.job = "full"}).scrape(-100, 160, 15);
  page({PageSensor{}}, {.job = "energy", .metadata = false, .target = {{"endpoint", "fast"}}})
      .scrape(-100.4, 160, 1);
  const Telemetry telemetry = good();
  ASSERT_EQ(telemetry.sensors.size(), 1U);
  EXPECT_EQ(telemetry.sensors[0].job, "energy");
  EXPECT_DOUBLE_EQ(telemetry.sensors[0].scrape_interval, 1.0);
  EXPECT_EQ(telemetry.sensors[0].sensor.vendor, "intel");
  ASSERT_EQ(telemetry.clocks.size(), 1U);
}

TEST_F(FetchTest, RefusesOneSensorFromTwoExporters) {
  scrape_all();
  scrape_all({PageSensor{}}, {.instance = "e2:11818"});
  const Error error = bad();
  EXPECT_EQ(code_of(error), Code::kLabelConflict);
  EXPECT_SAYS(error, "e1:11818");
  EXPECT_SAYS(error, "e2:11818");
}

TEST_F(FetchTest, ForgetsAnExporterThatWasReplacedBeforeTheWindow) {
  page({PageSensor{}}, {.instance = "old:1"}).scrape(-100, -10, 1);
  page().scrape(-5, 160, 1);
  const Telemetry telemetry = good();
  ASSERT_EQ(telemetry.sensors.size(), 1U);
  EXPECT_EQ(telemetry.sensors[0].exporter, "e1:11818");
}

TEST_F(FetchTest, KeepsEqualNodesOfTwoClustersApart) {
  scrape_all({PageSensor{}}, {.target = {{"cluster", "a"}}});
  scrape_all({PageSensor{}}, {.target = {{"cluster", "b"}}});
  const Telemetry telemetry = good();
  ASSERT_EQ(telemetry.sensors.size(), 2U);
  EXPECT_EQ(telemetry.sensors[0].cluster + telemetry.sensors[1].cluster, "ab");
}

TEST_F(FetchTest, RefusesReplicasThatTheServerDidNotMerge) {
  for (const auto* name : {"replica", "prometheus_replica", "__replica__"}) {
    FetchTest::server = FakePrometheus();
    scrape_all();
    server.duplicate(name, "r0", "r1");
    const Error error = bad();
    EXPECT_EQ(code_of(error), Code::kReplicaSeries) << error.message;
    EXPECT_SAYS(error, name);
    request.matchers = {{name, LabelMatcher::Op::kEqual, "r0"}};
    EXPECT_EQ(good().sensors.size(), 1U);
    request.matchers.clear();
  }
}

TEST_F(FetchTest, RefusesCopiesUnderALabelItDoesNotKnow) {
  scrape_all();
  server.duplicate("datacenter", "east", "west");
  const Error error = bad();
  EXPECT_EQ(code_of(error), Code::kLabelConflict);
  EXPECT_SAYS(error, "datacenter");
}

TEST_F(FetchTest, FollowsATargetLabelThatChangesWithoutOverlap) {
  page({PageSensor{}}, {.target = {{"team", "a"}}}).scrape(-100, 30, 1);
  page({PageSensor{}}, {.target = {{"team", "b"}}}).scrape(31, 160, 1);
  const Telemetry telemetry = good();
  ASSERT_EQ(telemetry.sensors.size(), 1U);
  EXPECT_EQ(inside(telemetry.sensors[0].series), 60U);
}

// What a scrape job without honor_labels makes of a page.
void put_own_node(FakePrometheus& server) {
  server.relabel([](Labels& labels) {
    const auto node = labels.find("node");
    if (node == labels.end()) return true;
    labels["exported_node"] = node->second;
    node->second = "k8s-7";
    return true;
  });
}

TEST_F(FetchTest, NamesTheTwoLinesThatMendANodeLabelOfTheScrapeJob) {
  scrape_all();
  put_own_node(server);
  for (const auto& nodes : {std::vector<std::string>{}, {"n1"}, {"k8s-7"}, {"n1", "other"}}) {
    request.nodes = nodes;
    const Error error = bad();
    EXPECT_EQ(code_of(error), Code::kLabelConflict) << error.message;
    EXPECT_SAYS(error, "exported_node=\"n1\"");
    EXPECT_SAYS(error, "honor_labels: true");
    EXPECT_SAYS(error, "target_label: k8s_node");
  }
}

TEST_F(FetchTest, RefusesSeriesThatLostTheirNode) {
  scrape_all();
  server.relabel([](Labels& labels) { return labels.erase("node") < 2; });
  EXPECT_EQ(code_of(bad()), Code::kLabelConflict);
}

TEST_F(FetchTest, SaysThatMetadataChanged) {
  const auto changed = [&](const std::function<void(PageSensor&)>& change) {
    server = FakePrometheus();
    Page exporter = page();
    exporter.scrape(-100, 30, 1);
    server.end_all("instance", "e1:11818", after(30.5));  // as a server ends the old description
    change(exporter.sensors[0]);
    exporter.scrape(31, 160, 1);
    return good().sensors.at(0).metadata_changed;
  };
  EXPECT_FALSE(changed([](PageSensor&) {}));
  EXPECT_TRUE(changed([](PageSensor& s) { s.accuracy = 0.05; }));
  EXPECT_TRUE(changed([](PageSensor& s) { s.info["firmware"] = "2"; }));
  EXPECT_TRUE(changed([](PageSensor& s) { s.scope = "node/cpu:1"; }));
  EXPECT_TRUE(changed([](PageSensor& s) { s.boundary = "dc_input"; }));
}

TEST_F(FetchTest, TakesTwoDescriptionsAtOneMomentForAChange) {
  PageSensor other;
  other.info["firmware"] = "2";
  page({PageSensor{}}, {.job = "full"}).scrape(-100, 160, 1);
  page({other}, {.job = "full too"}).scrape(-100, 160, 15);
  EXPECT_TRUE(good().sensors.at(0).metadata_changed);
}

TEST_F(FetchTest, DoesNotTakeAChangeAfterTheWindowForOne) {
  Page exporter = page();
  exporter.scrape(-100, 80, 1);
  exporter.sensors[0].accuracy = 0.05;
  exporter.scrape(81, 160, 1);
  const SensorTelemetry one = good().sensors[0];
  EXPECT_FALSE(one.metadata_changed);
  EXPECT_EQ(one.sensor.metrology.accuracy.relative, 0.1);
}

TEST_F(FetchTest, KeepsOnlyTheLastMethod) {
  Page exporter = page();
  exporter.scrape(-100, 30, 1);
  exporter.sensors[0].method = "integrated";
  exporter.scrape(31, 160, 1);
  const SensorTelemetry one = good().sensors[0];
  EXPECT_TRUE(one.metadata_changed);
  EXPECT_EQ(one.series.kind, SeriesKind::kIntegrated);
  EXPECT_GT(one.series.time.front(), after(30));
}

TEST_F(FetchTest, DescribesAnExporterThatDiedInTheWindowByItsLastScrape) {
  Page exporter = page();
  exporter.scrape(-100, 30, 1);
  server.end_all("instance", "e1:11818", after(31));
  const Telemetry telemetry = good();
  ASSERT_EQ(telemetry.sensors.size(), 1U);
  EXPECT_EQ(telemetry.sensors[0].sensor.vendor, "intel");
  EXPECT_EQ(inside(telemetry.sensors[0].series), 30U);
}

TEST_F(FetchTest, ComparesTheFirstScrapeWhereTheExporterWasDownAtTheStart) {
  Page exporter = page();
  exporter.scrape(-100, -3, 1);
  server.end_all("instance", "e1:11818", after(-2));
  exporter.scrape(2, 20, 1);
  exporter.sensors[0].accuracy = 0.02;
  exporter.scrape(21, 160, 1);
  EXPECT_TRUE(good().sensors.at(0).metadata_changed);
}

TEST_F(FetchTest, NamesASensorWithoutInfo) {
  page({PageSensor{}}, {.metadata = false}).scrape(-100, 160, 1);
  const Error error = bad();
  EXPECT_SAYS(error, "joulemark_sensor_info");
  EXPECT_SAYS(error, "package-0");
  EXPECT_SAYS(error, "n1");
}

TEST_F(FetchTest, NamesAWordThatItDoesNotKnow) {
  PageSensor sensor;
  sensor.info["sampling"] = "sometimes";
  scrape_all({sensor});
  EXPECT_SAYS(bad(), "sampling=\"sometimes\"");
}

TEST_F(FetchTest, TakesUnknownPlacesForUnknown) {
  PageSensor sensor;
  sensor.component = "flux_capacitor";
  sensor.boundary = "elsewhere";
  sensor.info["supply"] = "antimatter";
  scrape_all({sensor});
  const Sensor one = good().sensors.at(0).sensor;
  EXPECT_EQ(one.component, Component::kOther);
  EXPECT_EQ(one.boundary, Boundary::kUnknown);
  EXPECT_EQ(one.supply, Supply::kUnknown);
}

TEST_F(FetchTest, RefusesMatchersThatWouldTearASensorApart) {
  scrape_all();
  request.matchers = {{"scope", LabelMatcher::Op::kEqual, "node/cpu:0"}};
  EXPECT_SAYS(bad(), "scope");
}

TEST_F(FetchTest, ExplainsThatTheMetricIsNotThere) {
  const Error error = bad();
  EXPECT_EQ(error.code, ErrorCode::kNotPresent);
  EXPECT_SAYS(error, "joulemark_energy_joules_total");
  EXPECT_SAYS(error, "2027-01-15T08:00:00.000Z");
  EXPECT_SAYS(error, "knows no such metric");
}

TEST_F(FetchTest, ExplainsThatOtherNodesAreThere) {
  PageSensor sensor;
  sensor.node = "gpu0417";
  scrape_all({sensor});
  request.nodes = {"gpu417"};
  const Error error = bad();
  EXPECT_SAYS(error, "of node gpu417");
  EXPECT_SAYS(error, "did you mean gpu0417?");
}

TEST_F(FetchTest, ExplainsThatTheMetricIsThereAtAnotherTime) {
  scrape_all();
  server.now = after(100);
  request.window = {after(-86'400), after(-86'000)};
  EXPECT_SAYS(bad(), "the server has it now, of nodes n1");
}

TEST_F(FetchTest, NeverMakesTelemetryFromPartialData) {
  scrape_all();
  server.always = HttpResponse{
      .status = 200,
      .content_type = "application/json",
      .body =
          R"({"status":"success","warnings":["store gone"],"data":{"resultType":"matrix","result":[]}})"};
  EXPECT_EQ(code_of(bad()), Code::kServerPartial);
}

TEST_F(FetchTest, RefusesAWindowThatIsNone) {
  request.window = {after(5), after(5)};
  EXPECT_EQ(bad().code, ErrorCode::kInvalid);
}

TEST_F(FetchTest, MeasuresTheClocksOfExporters) {
  scrape_all();
  const Telemetry telemetry = good();
  ASSERT_EQ(telemetry.clocks.size(), 1U);
  EXPECT_EQ(telemetry.clocks[0].host, "e1:11818");
  EXPECT_EQ(telemetry.clocks[0].error_bound, 0.004);
  EXPECT_NEAR(*telemetry.clocks[0].scrape_bound, 0.002 + 0.005, 1e-6);
  EXPECT_NEAR(*telemetry.clocks[0].bound(), 0.007, 1e-6);
}

TEST_F(FetchTest, HasNoBoundForAClockThatWasOnceNotSynchronised) {
  scrape_all();
  server.add({{"__name__", "joulemark_clock_synchronized"},
              {"instance", "e1:11818"},
              {"job", "joulemark"}},
             after(30.6), 0);
  EXPECT_FALSE(good().clocks.at(0).error_bound);
}

TEST_F(FetchTest, HasNoBoundForAClockThatNobodyMeasured) {
  scrape_all();
  server.relabel([](Labels& l) {
    const auto name = label(l, "__name__");
    return !name.starts_with("joulemark_clock") && !name.starts_with("scrape_");
  });
  const Telemetry telemetry = good();
  ASSERT_EQ(telemetry.clocks.size(), 1U);
  EXPECT_FALSE(telemetry.clocks[0].bound());
}

TEST_F(FetchTest, TellsItsProgress) {
  scrape_all();
  double last = 0.0;
  ASSERT_TRUE(fetch(client, request, [&](std::string_view stage, double share) {
    if (stage == "samples") last = share;
  }));
  EXPECT_NEAR(last, 1.0, 1e-9);
}

}  // namespace
}  // namespace joulemark
