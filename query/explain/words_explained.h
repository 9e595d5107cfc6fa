// `joulemark explain WORD`: a reason code or a class in plain words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "measurement/class.h"
#include "measurement/code.h"

namespace joulemark {

using ExplainedWord = std::variant<Code, Class>;

// "GAP", "gap_over_limit", "alias-risk", "cross-validated", "VENDOR STATED"; empty: neither.
std::optional<ExplainedWord> explained_word(std::string_view text);
// The code or class whose name is nearest; empty: none is near.
std::string nearest_word(std::string_view text);

std::string explanation_to_text(const ExplainedWord& word);
std::string explanation_to_json(const ExplainedWord& word);
// All codes by their effect, and the classes, a line each.
std::string all_words_to_text();
std::string all_words_to_json();

}  // namespace joulemark
