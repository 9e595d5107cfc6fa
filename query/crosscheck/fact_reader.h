// Reads the facts of a JSON file that a program wrote, one by one, and remembers the first that is
// missing or impossible with the place where it stands.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/clean_text.h"
#include "core/result.h"
#include "core/time_text.h"
#include "core/units.h"

namespace joulemark {

class FactReader {
 public:
  using Json = nlohmann::ordered_json;

  FactReader(const Json& json, std::string path, std::optional<Error>& error)
      : json_(json), path_(std::move(path)), error_(error) {
    if (!json.is_object()) complain("", "must be an object");
  }

  void complain(std::string_view key, std::string_view expected) const {
    if (error_) return;
    error_ = Error{ErrorCode::kInvalid, path_ + (key.empty() ? "" : "." + std::string(key)) + " " +
                                            std::string(expected)};
  }
  [[nodiscard]] bool has(const char* key) const { return value(key) != nullptr; }

  [[nodiscard]] double number(const char* key) const {
    const Json* found = value(key);
    const double out = found != nullptr && found->is_number() ? found->get<double>() : NAN;
    if (!std::isfinite(out)) complain(key, "must be a number");
    return out;
  }
  [[nodiscard]] std::string text(const char* key) const {
    const Json* found = value(key);
    if (found == nullptr || !found->is_string()) return complain(key, "must be text"), "";
    return clean_text(found->get<std::string>());
  }
  [[nodiscard]] bool truth(const char* key) const {
    const Json* found = value(key);
    if (found == nullptr || !found->is_boolean())
      return complain(key, "must be true or false"), false;
    return found->get<bool>();
  }
  [[nodiscard]] UtcTime time(const char* key) const {
    const auto parsed = parse_time(text(key));
    if (!parsed) complain(key, "must be a time such as 2026-11-30T09:14:07.312Z");
    return parsed.value_or(UtcTime{});
  }
  template <class T, class Parse>
  void word(const char* key, T& out, Parse parse) const {
    if (const auto parsed = parse(text(key)))
      out = *parsed;
    else
      complain(key, "is a word that this version does not know");
  }
  [[nodiscard]] FactReader map(const char* key) const {
    const Json* found = value(key);
    return {found != nullptr ? *found : nothing(), path_ + "." + key, error_};
  }
  [[nodiscard]] std::vector<FactReader> list(const char* key) const {
    std::vector<FactReader> out;
    const Json* found = array(key);
    for (std::size_t i = 0; found != nullptr && i < found->size() && !error_; ++i)
      out.emplace_back((*found)[i], path_ + "." + key + "[" + std::to_string(i) + "]", error_);
    return out;
  }
  [[nodiscard]] std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> out;
    const Json* found = array(key);
    if (found == nullptr) return out;
    for (const Json& item : *found) {
      if (!item.is_string()) return complain(key, "must be a list of texts"), out;
      out.push_back(clean_text(item.get<std::string>()));
    }
    return out;
  }
  [[nodiscard]] std::pair<double, double> range(const Json& item, const char* key) const {
    if (item.is_array() && item.size() == 2 && item[0].is_number() && item[1].is_number())
      return {item[0].get<double>(), item[1].get<double>()};
    complain(key, "must be [lowest, highest]");
    return {};
  }
  [[nodiscard]] std::pair<double, double> range(const char* key) const {
    const Json* found = array(key);
    return found != nullptr ? range(*found, key) : std::pair<double, double>{};
  }
  [[nodiscard]] std::vector<std::pair<double, double>> ranges(const char* key) const {
    std::vector<std::pair<double, double>> out;
    if (const Json* found = array(key))
      for (const Json& item : *found) out.push_back(range(item, key));
    return out;
  }

 private:
  static const Json& nothing() {
    static const Json kNothing;
    return kNothing;
  }
  // Empty: missing or null.
  [[nodiscard]] const Json* value(const char* key) const {
    if (!json_.is_object()) return nullptr;
    const auto found = json_.find(key);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }
  [[nodiscard]] const Json* array(const char* key) const {
    const Json* found = value(key);
    if (found != nullptr && found->is_array()) return found;
    complain(key, "must be a list");
    return nullptr;
  }

  const Json& json_;
  std::string path_;
  std::optional<Error>& error_;
};

}  // namespace joulemark
