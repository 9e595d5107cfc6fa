// Client of the Prometheus HTTP API (Prometheus 2 and 3, Thanos, Mimir, VictoriaMetrics). Knows
// labels, times and doubles. Every answer is judged: what is partial, warned about or not readable
// is an error of one line, never data. One thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/http.h"
#include "core/result.h"
#include "core/units.h"
#include "promapi/answer.h"
#include "promapi/endpoint.h"
#include "promapi/exchange.h"
#include "promapi/selector.h"
#include "promapi/series.h"

namespace joulemark {

struct BuildInfo {
  std::string product;  // "prometheus", "victoriametrics", what the server calls itself, "unknown"
  std::string version;  // empty: not told
};

struct ServerTime {
  UtcTime time;            // the server's clock
  Duration round_trip{0};  // of the exchange; time was right at some moment within it
};

class PrometheusClient {
 public:
  PrometheusClient(HttpClient& http, Endpoint endpoint);

  // Samples as scraped in [start, end], both ends included, in order of labels and time; NaN (and
  // with it the stale markers that VictoriaMetrics shows) is left out. Fetched in pieces; the
  // result does not depend on them. fetched: called with the share of the range that is done.
  using Fetched = std::function<void(double share)>;
  Result<std::vector<RangeSeries>> raw(const Selector& selector, UtcTime start, UtcTime end,
                                       const Fetched& fetched = {});

  // An expression at a moment, as the server evaluates it (with its look-back of about 5 minutes).
  // Empty time: the server's now. A vector, or a scalar as one sample without labels.
  Result<std::vector<InstantSample>> instant(std::string_view expression,
                                             std::optional<UtcTime> time);

  // A server without that page, or one that forbids it, is "unknown", not an error.
  Result<BuildInfo> server_info();
  Result<ServerTime> server_time();

  [[nodiscard]] std::string url() const { return endpoint_.redacted(); }

 private:
  QueryResult<Answer> ask(std::string_view path, Parameters parameters);
  Result<HttpResponse> send(std::string_view path, const Parameters& parameters);
  QueryResult<std::vector<RangeSeries>> matrix(const std::string& selector, std::int64_t first,
                                               std::int64_t last);

  HttpClient& http_;
  Endpoint endpoint_;
  bool post_ = true;  // false after a 405: the server or its proxy wants GET
  Duration last_elapsed_{0};
};

}  // namespace joulemark
