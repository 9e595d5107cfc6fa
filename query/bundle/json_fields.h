// The two directions of fields.h, and a reader of JSON that keeps its first complaint. Included by
// the files that read and write members only: it brings the JSON library with it.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "measurement/series.h"

namespace joulemark::bundle {

using Json = nlohmann::ordered_json;

std::string_view kind_word(SeriesKind kind);  // METHOD S-4: gauge, counter, integrated
std::optional<SeriesKind> parse_kind(std::string_view word);
// Doubles that JSON has no number for are the texts inf, -inf and nan.
Json number_json(double value);
std::optional<double> number_of(const Json& value);

class FieldsWriter {
 public:
  explicit FieldsWriter(Json& out) : out_(out) {}

  void text(const char* key, const std::string& value) { out_[key] = value; }
  void flag(const char* key, bool value) { out_[key] = value; }
  void count(const char* key, std::uint64_t value) { out_[key] = value; }
  // Left out where it is what a reader assumes: a key that older bundles do not have.
  void count_or(const char* key, std::uint64_t value, std::uint64_t assumed) {
    if (value != assumed) count(key, value);
  }
  void number(const char* key, double value) { out_[key] = number_json(value); }
  void number(const char* key, const std::optional<double>& value) {
    if (value) number(key, *value);
  }
  void duration(const char* key, Duration value) { out_[key] = value.count(); }
  void duration(const char* key, const std::optional<Duration>& value) {
    if (value) duration(key, *value);
  }
  template <class Tag>
  void quantity(const char* key, const Quantity<Tag>& value) {
    number(key, value.value());
  }
  template <class Tag>
  void quantity(const char* key, const std::optional<Quantity<Tag>>& value) {
    if (value) number(key, value->value());
  }
  template <class Word, class Parse>
  void word(const char* key, Word value, Parse /*parse*/) {
    out_[key] = to_string(value);
  }
  void kind(const char* key, SeriesKind value) { out_[key] = kind_word(value); }
  template <class T, class Describe>
  void object(const char* key, const T& value, Describe describe) {
    FieldsWriter inner(out_[key] = Json::object());
    describe(inner, value);
  }
  template <class T, class Describe>
  void object(const char* key, const std::optional<T>& value, Describe describe) {
    if (value) object(key, *value, describe);
  }
  template <class T, class Describe>
  void unless_same(const char* key, const T& value, const T& usual, Describe describe) {
    if (value != usual) object(key, value, describe);
  }

 private:
  Json& out_;
};

// Complaints of one document: the first is kept.
struct Complaint {
  std::string name;  // of the member
  std::optional<Error> first;
  void add(const std::string& where, const std::string& expected) {
    if (!first) first = Error{ErrorCode::kInvalid, name + ": " + where + ": " + expected};
  }
};

class FieldsReader {
 public:
  // where: path of the object, for messages.
  FieldsReader(const Json& in, std::string where, Complaint& complaint)
      : in_(in), where_(std::move(where)), complaint_(complaint) {
    if (!in_.is_object())
      complaint_.add(where_.empty() ? "the whole" : where_, "must be an object");
  }

  // Null where the key is missing; a key of the schema that must be there is complained about.
  [[nodiscard]] const Json* find(const char* key, bool required = true) {
    const auto found = in_.is_object() ? in_.find(key) : in_.end();
    if (in_.is_object() && found != in_.end()) return &*found;
    if (required) complain(key, "is missing");
    return nullptr;
  }
  void complain(const char* key, const std::string& expected) {
    complaint_.add(path(key), expected);
  }
  [[nodiscard]] std::string path(const char* key) const {
    return where_.empty() ? key : where_ + "." + key;
  }

  void text(const char* key, std::string& out) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_string()) return complain(key, "must be text");
    out = value->get_ref<const std::string&>();
  }
  void flag(const char* key, bool& out) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_boolean()) return complain(key, "must be true or false");
    out = value->get<bool>();
  }
  void count_or(const char* key, std::uint64_t& out, std::uint64_t assumed) {
    out = assumed;
    if (find(key, false) != nullptr) count(key, out);
  }
  void count(const char* key, std::uint64_t& out) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_number_unsigned()) return complain(key, "must be a count");
    out = value->get<std::uint64_t>();
  }
  void number(const char* key, double& out) {
    if (const Json* value = find(key)) take(key, *value, out);
  }
  void number(const char* key, std::optional<double>& out) {
    if (const Json* value = find(key, false)) take(key, *value, out.emplace());
  }
  void duration(const char* key, Duration& out) {
    if (const Json* value = find(key)) take(key, *value, out);
  }
  void duration(const char* key, std::optional<Duration>& out) {
    if (const Json* value = find(key, false)) take(key, *value, out.emplace());
  }
  template <class Tag>
  void quantity(const char* key, Quantity<Tag>& out) {
    double value = out.value();
    number(key, value);
    out = Quantity<Tag>(value);
  }
  template <class Tag>
  void quantity(const char* key, std::optional<Quantity<Tag>>& out) {
    std::optional<double> value;
    number(key, value);
    if (value) out = Quantity<Tag>(*value);
  }
  template <class Word, class Parse>
  void word(const char* key, Word& out, Parse parse) {
    std::string name;
    text(key, name);
    if (const auto value = parse(name))
      out = *value;
    else
      complain(key, "'" + name.substr(0, 40) + "' is not a word of this key");
  }
  void kind(const char* key, SeriesKind& out) { word(key, out, parse_kind); }
  template <class T, class Describe>
  void object(const char* key, T& out, Describe describe) {
    if (const Json* value = find(key)) read_object(key, *value, out, describe);
  }
  template <class T, class Describe>
  void object(const char* key, std::optional<T>& out, Describe describe) {
    if (const Json* value = find(key, false)) read_object(key, *value, out.emplace(), describe);
  }
  template <class T, class Describe>
  void unless_same(const char* key, T& out, const T& usual, Describe describe) {
    out = usual;
    if (const Json* value = find(key, false)) read_object(key, *value, out, describe);
  }

 private:
  void take(const char* key, const Json& value, double& out) {
    if (const auto number = number_of(value))
      out = *number;
    else
      complain(key, "must be a number, or inf, -inf or nan");
  }
  void take(const char* key, const Json& value, Duration& out) {
    if (!value.is_number_integer()) return complain(key, "must be whole nanoseconds");
    out = Duration(value.get<std::int64_t>());
  }
  template <class T, class Describe>
  void read_object(const char* key, const Json& value, T& out, Describe describe) {
    FieldsReader inner(value, path(key), complaint_);
    describe(inner, out);
  }

  const Json& in_;
  std::string where_;
  Complaint& complaint_;
};

// The document as JSON with this schema; complaint.first where it is not.
Json parse_member(std::string_view text, std::string_view schema, Complaint& complaint);
std::vector<std::string> texts_of(FieldsReader& fields, const char* key);

}  // namespace joulemark::bundle
