#include "query/bundle/report_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "query/digest.h"

namespace joulemark {
namespace {

using ReportJson = nlohmann::ordered_json;

constexpr double kReportTolerance = 1e-9;  // relative
constexpr double kTinyFigure = 1e-3;       // below it the difference counts in parts of this
constexpr std::string_view kReportSchema = "joulemark.report/1";

// Keys whose values are sentences for people.
const std::set<std::string>& keys_of_words() {
  static const std::set<std::string> keys{"why",       "advice",     "not_counted", "how_known",
                                          "what",      "limited_by", "may_go_to",   "not_to",
                                          "node_list", "effect",     "explanation"};
  return keys;
}

std::string shown_json(const ReportJson& value) {
  const std::string text = value.dump(-1, ' ', false, ReportJson::error_handler_t::replace);
  return text.size() <= 100 ? text : text.substr(0, 100) + "...";
}

// Names an element of a list by what it is about, else by its place.
std::string place_in_list(const ReportJson& element, std::size_t index) {
  std::string out;
  if (element.is_object())
    for (const char* key : {"node", "source", "sensor", "name", "host", "basis"})
      if (const auto found = element.find(key); found != element.end() && found->is_string())
        out += (out.empty() ? "" : " ") + found->get<std::string>();
  return "[" + (out.empty() ? std::to_string(index) : out) + "]";
}

class Comparer {
 public:
  Comparer(ReportDifferences& out, bool same_program) : out_(out), same_program_(same_program) {}

  void compare(const std::string& path, const ReportJson& stored, const ReportJson& computed,
               bool words) {
    if (stored.is_object() && computed.is_object()) return objects(path, stored, computed, words);
    if (stored.is_array() && computed.is_array()) return arrays(path, stored, computed, words);
    if (stored.is_number() && computed.is_number() && near(stored, computed)) return;
    if (stored != computed) note(path, shown_json(stored), shown_json(computed), words);
  }

 private:
  void objects(const std::string& path, const ReportJson& stored, const ReportJson& computed,
               bool words) {
    for (const auto& [key, value] : stored.items()) {
      const auto other = computed.find(key);
      const bool sentence = words || keys_of_words().contains(key);
      if (other != computed.end())
        compare(path.empty() ? key : fmt::format("{}.{}", path, key), value, *other, sentence);
      else
        note(fmt::format("{}.{}", path, key), shown_json(value), "(nothing)", sentence);
    }
    for (const auto& [key, value] : computed.items())  // a newer program may say more
      if (!stored.contains(key))
        note(fmt::format("{}.{}", path, key), "(nothing)", shown_json(value), !same_program_);
  }

  void arrays(const std::string& path, const ReportJson& stored, const ReportJson& computed,
              bool words) {
    if (stored.size() != computed.size())
      return note(path, std::to_string(stored.size()) + " entries: " + shown_json(stored),
                  std::to_string(computed.size()) + " entries: " + shown_json(computed), words);
    for (std::size_t i = 0; i < stored.size(); ++i)
      compare(path + place_in_list(stored[i], i), stored[i], computed[i], words);
  }

  bool near(const ReportJson& stored, const ReportJson& computed) {
    if (stored == computed) return true;
    const double a = stored.get<double>();
    const double b = computed.get<double>();
    const double size = std::max(std::abs(a), std::abs(b));
    const double difference = std::abs(a - b) / std::max(size, kTinyFigure);
    if (!(difference <= kReportTolerance)) return false;
    out_.largest = std::max(out_.largest, difference);
    return true;
  }

  void note(const std::string& path, std::string stored, std::string computed, bool words) {
    (words && !same_program_ ? out_.words : out_.differences)
        .push_back({path, std::move(stored), std::move(computed)});
  }

  ReportDifferences& out_;
  bool same_program_;
};

Result<ReportJson> parse_report(std::string_view text) {
  ReportJson out = ReportJson::parse(text, nullptr, false);
  if (out.is_discarded() || !out.is_object() || out.value("schema", ReportJson()) != kReportSchema)
    return fail(ErrorCode::kInvalid, "report.json: is not " + std::string(kReportSchema));
  return out;
}

std::string tool_text(const ReportJson& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Result<ReportDifferences> compare_reports(std::string_view stored, std::string_view computed,
                                          bool same_program) {
  auto before = parse_report(stored);
  if (!before) return tl::unexpected<Error>(before.error());
  auto after = parse_report(computed);
  if (!after) return tl::unexpected<Error>(after.error());
  for (ReportJson* report : {&*before, &*after}) {
    report->erase("report_id");
    if (const auto tool = report->find("tool"); tool != report->end() && tool->is_object()) {
      tool->erase("version");
      tool->erase("revision");
    }
  }
  ReportDifferences out;
  Comparer(out, same_program).compare("", *before, *after, false);
  return out;
}

Result<StoredReport> stored_report(std::string_view text) {
  auto report = parse_report(text);
  if (!report) return tl::unexpected<Error>(report.error());
  StoredReport out;
  if (const auto tool = report->find("tool"); tool != report->end() && tool->is_object()) {
    out.version = tool_text(*tool, "version");
    out.revision = tool_text(*tool, "revision");
    out.method = tool_text(*tool, "method");
    out.table = tool_text(*tool, "table");
  }
  out.id = tool_text(*report, "report_id");
  report->erase("report_id");
  report->erase("schema");
  out.id_fits =
      out.id ==
      sha256_hex(report->dump(2, ' ', false, ReportJson::error_handler_t::replace) + "\n");
  return out;
}

}  // namespace joulemark
