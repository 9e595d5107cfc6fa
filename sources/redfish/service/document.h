// A resource as it came: JSON, and how its fractional numbers were written.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "sources/redfish/service/number.h"

namespace joulemark::redfish {

using Json = nlohmann::json;

// NOLINTNEXTLINE(bugprone-exception-escape): moving the library's tree only asserts
struct Document {
  Json body;
  std::map<double, std::string> tokens;  // of the fractions in it

  // The number at a place in this document: a JSON number, a number written as text, or the
  // Reading of an excerpt. Empty: absent, null, "N/A", anything else.
  [[nodiscard]] std::optional<Number> number(const Json& at) const;
};

// A JSON object with at most 64 levels. kInvalid: anything else; an object with an "error" of
// Redfish's form (a service may answer 200 OK with one) is kUnavailable with its message.
Result<Document> parse_document(std::string_view body);

// Member `key` of an object; null where `at` is no object or has none.
const Json& member(const Json& at, std::string_view key);
// The same along a path of keys.
const Json& member_at(const Json& at, std::initializer_list<std::string_view> keys);
// {"@odata.id": "..."} or "..."; empty: neither.
std::string_view target_of(const Json& link);

// A text member, cleaned for display; empty: absent or no text. A number counts as its text.
std::string text_of(const Json& at, std::string_view key);

}  // namespace joulemark::redfish
