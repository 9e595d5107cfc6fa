// What `joulemark explain` knows of each reason code beyond its one sentence and remedy in
// measurement/code.h: the one table, one row per code (METHOD L-5).
#pragma once

#include <string>
#include <string_view>

#include "measurement/code.h"

namespace joulemark {

struct CodeExplanation {
  Code code;
  std::string_view rule;    // numbers of METHOD
  std::string_view effect;  // where the amount decides; empty: effect_words() says it all
  std::string_view detail;  // what is behind it
  std::string_view cause;   // the usual one
  std::string_view lift;    // what is then possible
};

const CodeExplanation& explanation_of(Code code);
// "refuses the series: its node is then missing", "at best vendor-stated", ...
std::string effect_words(Code code);

}  // namespace joulemark
