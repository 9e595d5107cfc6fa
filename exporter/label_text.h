// Clean texts (core/clean_text.h) as the formats of the exporter want them.
#pragma once

#include <string>
#include <string_view>

namespace joulemark {

// Appends name="value", with \ " and newline escaped as the text format asks. value is clean.
void append_label(std::string& out, std::string_view name, std::string_view value);

// The same text for an HTML page.
std::string html_text(std::string_view clean);

}  // namespace joulemark
