#include "promapi/client.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <utility>

#include "promapi/chunk_plan.h"

namespace joulemark {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kQuery = "/api/v1/query";
constexpr std::string_view kBuildInfo = "/api/v1/status/buildinfo";
// Prometheus 2 closes a range selector on both sides, 3 and VictoriaMetrics only on the right: ask
// for more, filter here.
constexpr std::int64_t kPad = 10;  // ms

std::int64_t to_ms_up(UtcTime time) {
  return std::chrono::ceil<milliseconds>(time.time_since_epoch()).count();
}
std::int64_t to_ms_down(UtcTime time) {
  return std::chrono::floor<milliseconds>(time.time_since_epoch()).count();
}

std::string time_parameter(std::int64_t ms) {
  std::array<char, 40> text{};
  const int size =
      std::snprintf(text.data(), text.size(), "%lld.%03lld", static_cast<long long>(ms / 1000),
                    static_cast<long long>(ms % 1000));
  return {text.data(), static_cast<std::size_t>(size)};
}

// Thanos merges replicas, refuses partial answers and serves no downsampled data with these;
// VictoriaMetrics does not move the moment of evaluation; the others ignore what they do not know.
void add_strictness(Parameters& parameters) {
  for (const auto& [name, value] : {std::pair{"dedup", "true"},
                                    {"partial_response", "false"},
                                    {"max_source_resolution", "0s"},
                                    {"nocache", "1"}})
    parameters.emplace_back(name, value);
}

bool in_order(const std::vector<RangeSample>& samples) {
  const auto not_after = [](const RangeSample& a, const RangeSample& b) {
    return b.time <= a.time;
  };
  return std::adjacent_find(samples.begin(), samples.end(), not_after) == samples.end();
}

void keep(std::vector<RangeSample>& samples, std::int64_t first, std::int64_t last) {
  const UtcTime from{milliseconds(first)};
  const UtcTime to{milliseconds(last)};
  std::erase_if(samples, [&](const RangeSample& sample) {
    return sample.time < from || sample.time > to || std::isnan(sample.value);
  });
}

std::size_t samples_in(const std::vector<RangeSeries>& series) {
  std::size_t count = 0;
  for (const RangeSeries& one : series) count += one.samples.size();
  return count;
}

using Merged = std::map<Labels, std::vector<RangeSample>>;

void merge(Merged& merged, std::vector<RangeSeries> piece) {
  for (RangeSeries& one : piece) {
    if (one.samples.empty()) continue;
    auto& into = merged[std::move(one.labels)];
    into.insert(into.end(), one.samples.begin(), one.samples.end());
  }
}

std::vector<RangeSeries> flat(Merged merged) {
  std::vector<RangeSeries> out;
  out.reserve(merged.size());
  while (!merged.empty()) {
    auto node = merged.extract(merged.begin());
    out.push_back({std::move(node.key()), std::move(node.mapped())});
  }
  return out;
}

}  // namespace

PrometheusClient::PrometheusClient(HttpClient& http, Endpoint endpoint)
    : http_(http), endpoint_(std::move(endpoint)) {}

Result<HttpResponse> PrometheusClient::send(std::string_view path, const Parameters& parameters) {
  const std::string form = encode_form(parameters);
  HttpRequest request;
  request.url = endpoint_.base + std::string(path);
  request.headers.emplace_back("Accept", "application/json");
  // Compression costs a server several times the CPU of the query; it pays only over a network.
  if (endpoint_.on_loopback()) request.headers.emplace_back("Accept-Encoding", "identity");
  if (post_ && path == kQuery) {
    request.method = "POST";
    request.headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
    request.body = form;
  } else if (!form.empty()) {
    request.url += "?" + form;
  }
  return http_.send(request);
}

QueryResult<Answer> PrometheusClient::ask(std::string_view path, Parameters parameters) {
  parameters.insert(parameters.end(), endpoint_.parameters.begin(), endpoint_.parameters.end());
  const std::string shown = url() + std::string(path);
  auto response = send(path, parameters);
  if (response && response->status == 405 && post_) {
    post_ = false;
    response = send(path, parameters);
  }
  if (!response) return tl::unexpected(judge(response.error(), shown));
  last_elapsed_ = response->elapsed;
  return judge(*response, shown);
}

QueryResult<std::vector<RangeSeries>> PrometheusClient::matrix(const std::string& selector,
                                                               std::int64_t first,
                                                               std::int64_t last) {
  Parameters parameters{{"query", selector + "[" + std::to_string(last - first + 2 * kPad) + "ms]"},
                        {"time", time_parameter(last + kPad)}};
  add_strictness(parameters);
  auto answer = ask(kQuery, std::move(parameters));
  if (!answer) return tl::unexpected(std::move(answer.error()));
  const auto wrong = [&](std::string_view what) {
    return tl::unexpected(QueryFailure{
        {ErrorCode::kInvalid, url() + std::string(kQuery) + ": " + std::string(what)}, false});
  };
  if (answer->result_type != "matrix")
    return wrong("raw samples were asked for, the answer holds none");
  for (RangeSeries& series : answer->series) {
    keep(series.samples, first, last);
    if (!in_order(series.samples)) return wrong("samples of one series are not in order of time");
  }
  return std::move(answer->series);
}

Result<std::vector<RangeSeries>> PrometheusClient::raw(const Selector& selector, UtcTime start,
                                                       UtcTime end, const Fetched& fetched) {
  const std::string text = to_promql(selector);
  const std::int64_t first = to_ms_up(start);
  const std::int64_t last = to_ms_down(end);
  ChunkPlan plan(first, last);
  Merged merged;
  while (const auto piece = plan.piece()) {
    auto part = matrix(text, piece->first, piece->last);
    if (!part) {
      if (part.error().too_large && plan.halve()) continue;
      return tl::unexpected(std::move(part.error().error));
    }
    plan.done(samples_in(*part));
    merge(merged, std::move(*part));
    if (fetched)
      fetched(static_cast<double>(piece->last - first + 1) / static_cast<double>(last - first + 1));
  }
  return flat(std::move(merged));
}

Result<std::vector<InstantSample>> PrometheusClient::instant(std::string_view expression,
                                                             std::optional<UtcTime> time) {
  Parameters parameters{{"query", std::string(expression)}};
  if (time) parameters.emplace_back("time", time_parameter(to_ms_down(*time)));
  add_strictness(parameters);
  auto answer = ask(kQuery, std::move(parameters));
  if (!answer) return tl::unexpected(std::move(answer.error().error));
  if (answer->result_type != "vector" && answer->result_type != "scalar")
    return fail(ErrorCode::kInvalid, url() + std::string(kQuery) + ": the answer is a '" +
                                         answer->result_type.substr(0, 40) +
                                         "', neither vector nor scalar");
  std::vector<InstantSample> out;
  out.reserve(answer->series.size());
  for (RangeSeries& one : answer->series)
    for (const RangeSample& sample : one.samples)
      out.push_back({std::move(one.labels), sample.time, sample.value});
  return out;
}

Result<BuildInfo> PrometheusClient::server_info() {
  auto answer = ask(kBuildInfo, {});
  if (!answer) {
    const ErrorCode code = answer.error().error.code;
    if (code == ErrorCode::kInvalid || code == ErrorCode::kPermission)
      return BuildInfo{"unknown", {}};
    return tl::unexpected(std::move(answer.error().error));
  }
  const auto fact = [&](std::string_view name) {
    const auto found = answer->facts.find(name);
    return found == answer->facts.end() ? std::string{} : found->second;
  };
  // VictoriaMetrics tells nothing, or only the version of the API that it plays.
  if (fact("revision").empty() && fact("application").empty())
    return BuildInfo{"victoriametrics", {}};
  const std::string name = fact("application");
  return BuildInfo{name.empty() ? "prometheus" : name, fact("version")};
}

Result<ServerTime> PrometheusClient::server_time() {
  auto answer = instant("time()", std::nullopt);
  if (!answer) return tl::unexpected(std::move(answer.error()));
  if (answer->size() != 1)
    return fail(ErrorCode::kInvalid, url() + ": the server does not tell its time");
  return ServerTime{UtcTime(from_seconds(answer->front().value)), last_elapsed_};
}

}  // namespace joulemark
