// Clean texts (core/clean_text.h) as labels of the text format.
#pragma once

#include <string>
#include <string_view>

namespace joulemark {

// Appends name="value", with \ " and newline escaped as the text format asks. value is clean.
void append_label(std::string& out, std::string_view name, std::string_view value);

}  // namespace joulemark
