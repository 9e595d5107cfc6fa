#include "query/bundle/json_fields.h"

#include "core/names.h"

namespace joulemark::bundle {
namespace {

constexpr NameTable<SeriesKind, 3> kKindWords{{{SeriesKind::kGauge, "gauge"},
                                               {SeriesKind::kCounter, "counter"},
                                               {SeriesKind::kIntegrated, "integrated"}}};

}  // namespace

std::string_view kind_word(SeriesKind kind) { return name_of(kKindWords, kind); }
std::optional<SeriesKind> parse_kind(std::string_view word) { return value_of(kKindWords, word); }

Json number_json(double value) {
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) return "nan";
  return value > 0.0 ? "inf" : "-inf";
}

std::optional<double> number_of(const Json& value) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (value.is_number()) return value.get<double>();
  if (value == "inf") return kInfinite;
  if (value == "-inf") return -kInfinite;
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

Json parse_member(std::string_view text, std::string_view schema, Complaint& complaint) {
  Json out = Json::parse(text, nullptr, false);
  if (out.is_discarded() || !out.is_object()) {
    complaint.add("the whole", "is not a JSON object");
    return Json::object();
  }
  const auto found = out.find("schema");
  if (found == out.end() || *found != schema)
    complaint.add("schema", "must be " + std::string(schema));
  return out;
}

std::vector<std::string> texts_of(FieldsReader& fields, const char* key) {
  std::vector<std::string> out;
  const Json* list = fields.find(key);
  if (list == nullptr) return out;
  if (!list->is_array()) fields.complain(key, "must be a list of texts");
  for (const Json& value : *list)
    if (value.is_string())
      out.push_back(value.get<std::string>());
    else
      fields.complain(key, "must be a list of texts");
  return out;
}

}  // namespace joulemark::bundle
