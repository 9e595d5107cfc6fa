// A Prometheus server in memory behind HttpClient: holds samples and evaluates the few expressions
// that the query tool sends. Its kind decides how range selectors and stale markers look.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "core/http.h"
#include "promapi/endpoint.h"
#include "promapi/series.h"

namespace joulemark {

class FakePrometheus final : public HttpClient {
 public:
  enum class Kind { kPrometheus2, kPrometheus3, kVictoriaMetrics };

  Kind kind = Kind::kPrometheus2;
  UtcTime now{std::chrono::seconds(1'800'000'000)};
  std::size_t most_samples = SIZE_MAX;         // more in one answer is 422
  std::vector<std::string> expressions;        // as asked
  std::optional<Result<HttpResponse>> always;  // instead of any answer
  std::function<void()> before;                // each request

  void add(Labels labels, UtcTime time, double value) {
    series_[std::move(labels)][ms(time)] = value;
  }
  // The series ends: what a server writes when a target or a metric disappears.
  void end(const Labels& labels, UtcTime time) {
    add(labels, time, std::numeric_limits<double>::quiet_NaN());
  }
  // Every series with this label ends.
  void end_all(std::string_view name, std::string_view value, UtcTime time) {
    for (auto& [labels, samples] : series_)
      if (label(labels, name) == value)
        samples[ms(time)] = std::numeric_limits<double>::quiet_NaN();
  }
  // Changes or removes labels of everything held.
  void relabel(const std::function<bool(Labels&)>& keep) {
    std::map<Labels, Samples> out;
    for (auto& [labels, samples] : series_) {
      Labels changed = labels;
      if (keep(changed)) out[changed].merge(samples);
    }
    series_ = std::move(out);
  }
  void drop_samples(const std::function<bool(const Labels&, UtcTime)>& drop) {
    for (auto& [labels, samples] : series_)
      std::erase_if(samples, [&, &held = labels](const auto& sample) {
        return drop(held, UtcTime(std::chrono::milliseconds(sample.first)));
      });
  }
  // A second copy of everything under one more label.
  void duplicate(const std::string& name, const std::string& first, const std::string& second) {
    std::map<Labels, Samples> out;
    for (const auto& [labels, samples] : series_)
      for (const std::string& value : {first, second}) {
        Labels copy = labels;
        copy[name] = value;
        out[copy] = samples;
      }
    series_ = std::move(out);
  }

  Result<HttpResponse> send(const HttpRequest& request) override {
    if (before) before();
    if (always) return *always;
    if (request.url.ends_with("/buildinfo")) return reply(build_info());
    const auto form = decode(request.body);
    const std::string query = form.at("query");
    expressions.push_back(query);
    const auto time = form.find("time");
    const std::int64_t at =
        time == form.end() ? ms(now) : std::llround(std::stod(time->second) * 1e3);
    return evaluate(query, at);
  }

 private:
  using Samples = std::map<std::int64_t, double>;
  struct Matcher {
    std::string name, op, value;
  };
  struct Selected {
    std::vector<Matcher> matchers;
    std::int64_t range = 0;  // ms; 0: none
  };
  static constexpr std::int64_t kLookback = 300'000;

  static std::int64_t ms(UtcTime time) {
    return std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
  }
  [[nodiscard]] std::string build_info() const {
    if (kind == Kind::kVictoriaMetrics) return R"({"status":"success","data":{}})";
    const std::string version = kind == Kind::kPrometheus2 ? "2.42.0" : "3.1.0";
    return R"({"status":"success","data":{"revision":"r","version":")" + version + "\"}}";
  }
  static Result<HttpResponse> reply(std::string body, int status = 200) {
    return HttpResponse{
        .status = status, .content_type = "application/json", .body = std::move(body)};
  }
  static std::map<std::string, std::string> decode(const std::string& form) {
    const auto endpoint = parse_endpoint("http://x?" + form);
    return {endpoint->parameters.begin(), endpoint->parameters.end()};
  }

  static Selected parse(const std::string& text) {
    static const std::regex kMatcher(
        R"re(([a-zA-Z_][a-zA-Z0-9_]*)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)")re");
    static const std::regex kRange(R"re(\}\[(\d+)(ms|s)\])re");
    Selected out;
    for (std::sregex_iterator i(text.begin(), text.end(), kMatcher), last; i != last; ++i)
      out.matchers.push_back(
          {(*i)[1], (*i)[2], std::regex_replace((*i)[3].str(), std::regex(R"(\\(.))"), "$1")});
    std::smatch range;
    if (std::regex_search(text, range, kRange))
      out.range = std::stoll(range[1]) * (range[2] == "s" ? 1000 : 1);
    return out;
  }
  static bool matches(const Labels& labels, const std::vector<Matcher>& matchers) {
    for (const Matcher& one : matchers) {
      const std::string value(label(labels, one.name));
      const bool equal = one.op.back() == '~' ? std::regex_match(value, std::regex(one.value))
                                              : value == one.value;
      if (equal == (one.op.front() == '!')) return false;
    }
    return true;
  }

  [[nodiscard]] Samples range_of(const Samples& samples, std::int64_t at,
                                 std::int64_t length) const {
    Samples out;
    const bool closed = kind == Kind::kPrometheus2;
    for (auto i = samples.lower_bound(at - length); i != samples.end() && i->first <= at; ++i)
      if (closed || i->first > at - length) out.insert(*i);
    return out;
  }
  static std::optional<double> last_of(const Samples& samples) {
    if (samples.empty() || std::isnan(samples.rbegin()->second)) return std::nullopt;
    return samples.rbegin()->second;
  }
  static Samples without_stale(Samples samples) {
    std::erase_if(samples, [](const auto& sample) { return std::isnan(sample.second); });
    return samples;
  }

  Result<HttpResponse> evaluate(const std::string& query, std::int64_t at) {
    if (query == "time()")
      return reply(R"({"status":"success","data":{"resultType":"scalar","result":)" +
                   point(at, static_cast<double>(at) / 1e3) + "}}");
    const Selected selected = parse(query);
    if (query.front() == '{' && selected.range > 0) return matrix(selected, at);
    return vector(query, selected, at);
  }
  Result<HttpResponse> matrix(const Selected& selected, std::int64_t at) {
    std::string out;
    std::size_t count = 0;
    for (const auto& [labels, all] : series_) {
      if (!matches(labels, selected.matchers)) continue;
      Samples samples = range_of(all, at, selected.range);
      if (kind != Kind::kVictoriaMetrics) samples = without_stale(std::move(samples));
      if (samples.empty()) continue;
      count += samples.size();
      std::string values;
      for (const auto& [time, value] : samples)
        values += (values.empty() ? "" : ",") + point(time, value);
      out += (out.empty() ? "" : ",") + std::string("{\"metric\":") + object(labels) +
             ",\"values\":[" + values + "]}";
    }
    if (count > most_samples)
      return reply(R"({"status":"error","errorType":"execution","error":"too many samples"})", 422);
    return reply(R"({"status":"success","data":{"resultType":"matrix","result":[)" + out + "]}}");
  }
  Result<HttpResponse> vector(const std::string& query, const Selected& selected, std::int64_t at) {
    std::map<Labels, double> found;
    for (const auto& [labels, all] : series_) {
      if (!matches(labels, selected.matchers)) continue;
      std::optional<double> value;
      if (query.find("count_over_time") != std::string::npos) {
        const auto count = without_stale(range_of(all, at, selected.range)).size();
        if (count > 0) value = static_cast<double>(count);
      } else if (query.find("last_over_time") != std::string::npos) {
        value = last_of(without_stale(range_of(all, at, selected.range)));
      } else {
        value = last_of(range_of(all, at, kLookback));
      }
      if (!value) continue;
      if (query.starts_with("count by (node)"))
        found[{{"node", std::string(label(labels, "node"))}}] += 1;
      else
        found[labels] = *value;
    }
    std::string out;
    for (const auto& [labels, value] : found)
      out += (out.empty() ? "" : ",") + std::string("{\"metric\":") + object(labels) +
             ",\"value\":" + point(at, value) + "}";
    return reply(R"({"status":"success","data":{"resultType":"vector","result":[)" + out + "]}}");
  }

  static std::string object(const Labels& labels) {
    std::string out;
    for (const auto& [name, value] : labels)
      out.append(out.empty() ? "\"" : ",\"").append(name).append("\":\"").append(value) += '"';
    return "{" + out + "}";
  }
  static std::string point(std::int64_t time, double value) {
    char text[64];
    const char* format = std::isnan(value) ? "[%lld.%03lld,\"NaN\"]" : "[%lld.%03lld,\"%.17g\"]";
    std::snprintf(text, sizeof text, format, static_cast<long long>(time / 1000),
                  static_cast<long long>(time % 1000), value);
    return text;
  }

  std::map<Labels, Samples> series_;
};

}  // namespace joulemark
