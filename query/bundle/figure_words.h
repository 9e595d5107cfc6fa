// A report's figure in one line, as verify and what-if print it.
#pragma once

#include <string>

#include "query/report.h"

namespace joulemark {

// "300.0 kJ ± 1.9 kJ   (0.63 %, k = 2.00, about 95 %)", or why there is no figure.
std::string figure_words(const Report& report);
// "reference-only"; "none" without a figure.
std::string class_words(const Report& report);

}  // namespace joulemark
