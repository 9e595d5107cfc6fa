// Texts that came from devices, made fit for a metrics page: one invalid byte would fail the whole
// scrape.
#pragma once

#include <string>
#include <string_view>

namespace joulemark {

// Valid UTF-8: each invalid byte becomes U+FFFD, control characters (C0, DEL, C1) are removed.
std::string clean_text(std::string_view raw);

// Appends name="value", with \ " and newline escaped as the text format asks. value is clean.
void append_label(std::string& out, std::string_view name, std::string_view value);

// The same text for an HTML page.
std::string html_text(std::string_view clean);

}  // namespace joulemark
