#include "query/json_object.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "measurement/defaults.h"

namespace joulemark {
namespace {

constexpr std::size_t kShownSchema = 60;  // characters of a foreign schema

std::string expected_kind(const JsonKind& kind) {
  return fmt::format("expected {}, which {} writes", kind.schema, kind.written_by);
}

std::string what_is_wrong(const nlohmann::json::parse_error& error) {
  const std::string said = error.what();
  if (said.find("UTF-8") != std::string::npos)
    return fmt::format("is not UTF-8 at byte {}", error.byte);
  if (said.find("unexpected end of input") != std::string::npos ||
      said.find("missing closing quote") != std::string::npos)
    return fmt::format("is cut off after {} bytes", error.byte - 1);
  return fmt::format("is not JSON at byte {}", error.byte);
}

std::string schema_of(const nlohmann::ordered_json& json) {
  const auto found = json.find("schema");
  if (found == json.end() || !found->is_string()) return {};
  return found->get<std::string>().substr(0, kShownSchema);
}

std::string family_of_schema(std::string_view schema) {
  return std::string(schema.substr(0, schema.find('/')));
}

Result<void> check_schema(const nlohmann::ordered_json& json, const std::string& name,
                          const JsonKind& kind) {
  const std::string schema = schema_of(json);
  if (schema == kind.schema) return {};
  if (schema.empty())
    return fail(ErrorCode::kInvalid,
                fmt::format("{}: has no schema: {}", name, expected_kind(kind)));
  if (family_of_schema(schema) == family_of_schema(kind.schema))
    return fail(ErrorCode::kInvalid,
                fmt::format("{}: is a {}, this version reads {}: read it with the joulemark that "
                            "wrote it",
                            name, schema, kind.schema));
  return fail(ErrorCode::kInvalid,
              fmt::format("{}: is a {}: {}", name, schema, expected_kind(kind)));
}

}  // namespace

Result<nlohmann::ordered_json> json_object(std::string_view text, const std::string& name,
                                           const JsonKind& kind) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return fail(ErrorCode::kInvalid, fmt::format("{}: is empty: {}", name, expected_kind(kind)));
  nlohmann::ordered_json json;
  try {
    json = nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return fail(ErrorCode::kInvalid,
                fmt::format("{}: {}: {}", name, what_is_wrong(error), expected_kind(kind)));
  } catch (const nlohmann::json::out_of_range&) {
    return fail(ErrorCode::kInvalid, name + ": holds a number that is too large for any quantity");
  }
  if (!json.is_object())
    return fail(ErrorCode::kInvalid,
                fmt::format("{}: is no object: {}", name, expected_kind(kind)));
  if (const auto checked = check_schema(json, name, kind); !checked)
    return tl::unexpected<Error>(checked.error());
  return json;
}

bool is_our_method(std::string_view method) {
  const auto major = [](std::string_view text) { return text.substr(0, text.find('.')); };
  return major(method) == major(kMethodVersion);
}

}  // namespace joulemark
