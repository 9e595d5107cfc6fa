#include "promapi/answer.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace joulemark {
namespace {

constexpr std::size_t kDeepest = 32;

// "NaN", "+Inf", "-Inf" and numbers, as the API quotes them.
std::optional<double> number_of(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class AnswerReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Answer answer;
  std::string wrong;           // why reading stopped
  std::size_t stopped_at = 0;  // byte of a syntax error

  bool null() override { return true; }
  bool boolean(bool value) override {
    if (at() == At::kRoot && key() == "isPartial") answer.partial = value;
    return true;
  }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool binary(binary_t&) override { return true; }

  bool string(string_t& value) override {
    switch (at()) {
      case At::kRoot:
        return root_text(value);
      case At::kData:
        return data_text(value);
      case At::kMetric:
        answer.series.back().labels[key()] = std::move(value);
        return true;
      case At::kWarnings:
        answer.warnings.push_back(std::move(value));
        return true;
      case At::kPoint:
        return sample(value);
      case At::kResult:
        return scalar(value);
      default:
        return true;
    }
  }

  bool start_object(std::size_t) override { return enter(object_below()); }
  bool start_array(std::size_t) override { return enter(array_below()); }
  bool key(string_t& value) override {
    levels_.back().key.swap(value);
    return true;
  }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    stopped_at = position;
    return false;
  }

 private:
  enum class At {
    kTop,
    kRoot,
    kData,
    kResult,
    kSeries,
    kMetric,
    kPoints,
    kPoint,
    kWarnings,
    kOther
  };
  struct Level {
    At at;
    std::string key;
  };

  [[nodiscard]] At at() const { return levels_.empty() ? At::kTop : levels_.back().at; }
  [[nodiscard]] const std::string& key() const { return levels_.back().key; }

  [[nodiscard]] At object_below() {
    switch (at()) {
      case At::kTop:
        return At::kRoot;
      case At::kRoot:
        return key() == "data" ? At::kData : At::kOther;
      case At::kResult:
        answer.series.emplace_back();
        return At::kSeries;
      case At::kSeries:
        return key() == "metric" ? At::kMetric : At::kOther;
      default:
        return At::kOther;
    }
  }

  [[nodiscard]] At array_below() const {
    switch (at()) {
      case At::kRoot:
        return key() == "warnings" ? At::kWarnings : At::kOther;
      case At::kData:
        return key() == "result" ? At::kResult : At::kOther;
      case At::kSeries:
        if (key() == "values") return At::kPoints;
        return key() == "value" ? At::kPoint : At::kOther;
      case At::kPoints:
        return At::kPoint;
      default:
        return At::kOther;
    }
  }

  bool enter(At where) {
    if (levels_.size() == kDeepest) return stop("it is nested deeper than any answer of the API");
    levels_.push_back({where, {}});
    time_.reset();
    return true;
  }
  bool leave() {
    levels_.pop_back();
    return true;
  }
  bool stop(std::string why) {
    wrong = std::move(why);
    return false;
  }

  bool root_text(string_t& value) {
    if (key() == "status")
      answer.status = std::move(value);
    else if (key() == "errorType")
      answer.error_type = std::move(value);
    else if (key() == "error")
      answer.error = std::move(value);
    return true;
  }
  bool data_text(string_t& value) {
    if (key() == "resultType")
      answer.result_type = std::move(value);
    else
      answer.facts[key()] = std::move(value);
    return true;
  }

  // Seconds with at most three decimals: rounding to the millisecond restores them exactly.
  bool number(double value) {
    if (at() != At::kPoint && at() != At::kResult) return true;
    constexpr double kLatest = 9.2e9;  // s; the range of UtcTime
    if (!(std::abs(value) < kLatest)) return stop("it holds a time out of range");
    time_ = UtcTime(std::chrono::milliseconds(std::llround(value * 1e3)));
    return true;
  }
  bool sample(const string_t& text) {
    const auto value = number_of(text);
    if (!value || !time_) return stop("it holds a sample that is not [time, \"number\"]");
    answer.series.back().samples.push_back({*time_, *value});
    return true;
  }
  bool scalar(const string_t& text) {
    answer.series.emplace_back();
    return sample(text);
  }

  std::vector<Level> levels_;
  std::optional<UtcTime> time_;
};

}  // namespace

Result<Answer> parse_answer(std::string_view json) {
  AnswerReader reader;
  if (nlohmann::json::sax_parse(json.begin(), json.end(), &reader)) {
    if (reader.answer.status.empty())
      return fail(ErrorCode::kInvalid, "it is JSON, but not an answer of the Prometheus API");
    return std::move(reader.answer);
  }
  if (!reader.wrong.empty()) return fail(ErrorCode::kInvalid, std::move(reader.wrong));
  if (reader.stopped_at > json.size())
    return fail(ErrorCode::kInvalid,
                "it ends in the middle, after " + std::to_string(json.size()) + " bytes");
  return fail(ErrorCode::kInvalid,
              "it is not valid JSON in UTF-8 at byte " + std::to_string(reader.stopped_at));
}

}  // namespace joulemark
