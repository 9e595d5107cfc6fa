// fetch() against real servers that scrape a page whose true values are known at every moment.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "platform/curl_http.h"
#include "platform/system_clock.h"
#include "query/fetch.h"
#include "query/fetch_nodes.h"
#include "query/fetch_wait.h"
#include "tests/fakes/loopback_server.h"
#include "tests/fakes/temp_folder.h"
#include "tests/peers/prometheus_server.h"

namespace joulemark {
namespace {

using Product = PrometheusServer::Product;

constexpr double kWatts = 250.0;

double epoch_now() { return seconds(SystemClock().now().time_since_epoch()); }

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// One sensor, read 0.2 s before it is served. Energy is exactly kWatts since the start.
class PageServer {
 public:
  std::atomic<bool> silent = false;

  [[nodiscard]] std::string target() const { return "127.0.0.1:" + std::to_string(server_.port()); }
  [[nodiscard]] double energy_at(double epoch) const { return kWatts * (epoch - start_); }

 private:
  [[nodiscard]] LoopbackReply reply() const {
    if (silent) return {.status = 500, .body = "silent"};
    return {.body = page(epoch_now() - 0.2), .content_type = "text/plain; version=0.0.4"};
  }
  [[nodiscard]] std::string page(double read) const {
    const std::string id = R"({node="n1",source="rapl",sensor="package-0")";
    const std::string words = id + R"(,scope="node/cpu:0",component="cpu",boundary="component")";
    const std::string joules = words + ",method=\"counter\"} ";
    return "joulemark_energy_joules_total" + joules + number(energy_at(read)) +
           "\njoulemark_reading_timestamp_seconds" + id + "} " + number(read) +
           "\njoulemark_energy_start_timestamp_seconds" + id + "} " + number(start_) +
           "\njoulemark_energy_resets_total" + id +
           "} 0\njoulemark_energy_uncovered_seconds_total" + id +
           "} 0\njoulemark_power_extreme_watts" + id + R"(,limit="min",window="60s"} 250)" +
           "\njoulemark_power_extreme_watts" + id + R"(,limit="max",window="60s"} 250)" +
           "\njoulemark_sensor_info" + words +
           R"(,supply="dc",quantity="energy",vendor="intel",sampling="periodic"} 1)" +
           "\njoulemark_sensor_update_interval_seconds" + id + "} 0.001" +
           "\njoulemark_clock_synchronized 1\njoulemark_clock_error_bound_seconds 0.003"
           "\njoulemark_exporter_time_seconds " +
           number(epoch_now()) + "\n";
  }

  double start_ = epoch_now() - 1000;
  LoopbackServer server_{[this](const LoopbackRequest&) { return reply(); }};
};

// A server begins to scrape seconds after it is ready.
void wait_for_scrapes(PrometheusClient& client) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (std::chrono::steady_clock::now() < deadline) {
    const auto found = client.instant("joulemark_energy_joules_total", std::nullopt);
    if (found && !found->empty()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  FAIL() << "nothing was scraped";
}

class FetchPeer : public testing::TestWithParam<Product> {
 protected:
  void SetUp() override {
    if (!PrometheusServer::installed(GetParam()))
      GTEST_SKIP() << "this server is not installed: prometheus or victoria-metrics";
  }
  static void pass(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
  static UtcTime now() { return SystemClock().now(); }

  void expect_truth(const Series& series) const {
    for (std::size_t i = 0; i < series.time.size(); ++i)
      EXPECT_NEAR(series.value[i], page.energy_at(seconds(series.time[i].time_since_epoch())),
                  1e-3);
  }

  TempFolder folder;
  PageServer page;
  CurlHttpClient http;
};

TEST_P(FetchPeer, ReturnsTheTrueEnergyOfEveryReading) {
  const PrometheusServer server(GetParam(), folder.path() / "tsdb",
                                scrape_job("joulemark", {page.target()}));
  PrometheusClient client(http, *parse_endpoint(server.url()));
  wait_for_scrapes(client);
  pass(2000);
  const UtcTime start = now();
  pass(5000);
  FetchRequest request{{start, now()}, {"n1"}, {}};
  const auto waited = wait_for_end(client, request, SystemClock(), std::stop_token());
  ASSERT_TRUE(waited) << waited.error().message;
  EXPECT_TRUE(waited->late.empty());
  const auto telemetry = fetch(client, request);
  ASSERT_TRUE(telemetry) << telemetry.error().message;
  EXPECT_EQ(telemetry->server.product,
            GetParam() == Product::kPrometheus ? "prometheus" : "victoriametrics");
  ASSERT_EQ(telemetry->sensors.size(), 1U);
  const SensorTelemetry& one = telemetry->sensors[0];
  EXPECT_EQ(one.sensor.vendor, "intel");
  EXPECT_NEAR(one.scrape_interval, 1.0, 0.3);
  EXPECT_LT(one.series.time.front(), request.window.start);
  EXPECT_GT(one.series.time.back(), request.window.end + std::chrono::seconds(1));
  expect_truth(one.series);
  ASSERT_EQ(telemetry->clocks.size(), 1U);
  EXPECT_EQ(telemetry->clocks[0].error_bound, 0.003);
  ASSERT_TRUE(telemetry->clocks[0].scrape_bound);
  EXPECT_LT(*telemetry->clocks[0].scrape_bound, 0.3);
  const auto nodes = list_nodes(client, {});
  ASSERT_TRUE(nodes) << nodes.error().message;
  ASSERT_EQ(nodes->nodes.size(), 1U);
  EXPECT_LT(nodes->nodes[0].age, 3.0);
  EXPECT_NEAR(nodes->nodes[0].scrape_interval.value_or(0), 1.0, 0.3);
}

TEST_P(FetchPeer, ShowsAHoleAsAHoleAndNeverAStaleMarker) {
  const PrometheusServer server(GetParam(), folder.path() / "tsdb",
                                scrape_job("joulemark", {page.target()}));
  PrometheusClient client(http, *parse_endpoint(server.url()));
  wait_for_scrapes(client);
  pass(2000);
  const UtcTime start = now();
  pass(2000);
  page.silent = true;
  pass(4000);
  page.silent = false;
  pass(4000);
  const auto telemetry = fetch(client, {{start, now()}, {}, {}});
  ASSERT_TRUE(telemetry) << telemetry.error().message;
  const Series& series = telemetry->sensors.at(0).series;
  expect_truth(series);
  double longest = 0;
  for (std::size_t i = 1; i < series.time.size(); ++i)
    longest = std::max(longest, seconds(series.time[i] - series.time[i - 1]));
  EXPECT_GT(longest, 3.0);
  EXPECT_LT(longest, 7.0);
}

TEST_P(FetchPeer, SaysWhatIsWrongInOneLine) {
  const PrometheusServer server(GetParam(), folder.path() / "tsdb",
                                scrape_job("joulemark", {page.target()}));
  PrometheusClient client(http, *parse_endpoint(server.url()));
  const auto nothing =
      fetch(client, {{now() - std::chrono::hours(9), now() - std::chrono::hours(8)}, {}, {}});
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kNotPresent) << nothing.error().message;
  const auto wrong = client.instant("this is no query", std::nullopt);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("parse"), std::string::npos) << wrong.error().message;
  EXPECT_EQ(wrong.error().message.find('\n'), std::string::npos);
  PrometheusClient elsewhere(http, *parse_endpoint(server.url() + "/no/such/prefix"));
  EXPECT_FALSE(elsewhere.instant("time()", std::nullopt));
  const auto time = client.server_time();
  ASSERT_TRUE(time) << time.error().message;
  EXPECT_LT(std::abs(seconds(time->time - now())), 2.0);
}

INSTANTIATE_TEST_SUITE_P(Servers, FetchPeer,
                         testing::Values(Product::kPrometheus, Product::kVictoriaMetrics),
                         [](const auto& name) {
                           return name.param == Product::kPrometheus ? "Prometheus"
                                                                     : "VictoriaMetrics";
                         });

TEST(FetchLimit, HalvesItsQueriesWhereAServerAllowsFewSamples) {
  if (!PrometheusServer::installed(Product::kPrometheus))
    GTEST_SKIP() << "prometheus is not installed";
  const TempFolder folder;
  PageServer page;
  const PrometheusServer server(Product::kPrometheus, folder.path() / "tsdb",
                                scrape_job("joulemark", {page.target()}, "100ms"),
                                {"--query.max-samples=120"});
  CurlHttpClient http;
  PrometheusClient client(http, *parse_endpoint(server.url()));
  wait_for_scrapes(client);
  std::this_thread::sleep_for(std::chrono::seconds(6));
  const UtcTime end = SystemClock().now() - std::chrono::seconds(1);
  const Selector all{{"joulemark_energy_joules_total", "joulemark_reading_timestamp_seconds",
                      "joulemark_energy_resets_total", "joulemark_power_extreme_watts"},
                     {}};
  const auto series = client.raw(all, end - std::chrono::seconds(4), end);
  ASSERT_TRUE(series) << series.error().message;
  ASSERT_EQ(series->size(), 5U);
  for (const RangeSeries& one : *series)
    EXPECT_NEAR(static_cast<double>(one.samples.size()), 40.0, 3.0);
}

}  // namespace
}  // namespace joulemark
