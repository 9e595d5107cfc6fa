// Texts as an HTML page shows them, and never as its markup.
#pragma once

#include <string>
#include <string_view>

namespace joulemark {

// Fit for content and for quoted attributes. clean: clean_text has seen it, or it is ours.
std::string html_text(std::string_view clean);

}  // namespace joulemark
