// A JSON file that a program of ours wrote, before its facts are read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/result.h"

namespace joulemark {

struct JsonKind {
  std::string_view schema;      // "joulemark.report/1"
  std::string_view written_by;  // "joulemark energy --output json"
};

// kInvalid: empty, cut off, not UTF-8, no JSON (with the byte), no object, or another schema. name:
// shown in errors.
Result<nlohmann::ordered_json> json_object(std::string_view text, const std::string& name,
                                           const JsonKind& kind);

// Whether a method such as "joulemark-method/1.0" is of our major version (METHOD V-1).
bool is_our_method(std::string_view method);

}  // namespace joulemark
