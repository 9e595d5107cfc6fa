// One self-contained page: style, script and a policy that lets nothing else run or be fetched.
#pragma once

#include <string>
#include <string_view>

#include "query/html.h"

namespace joulemark {

std::string html_page(std::string_view title, const Html& body);

}  // namespace joulemark
