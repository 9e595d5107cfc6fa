// What `joulemark explain` knows of each class (METHOD L, L-1, L-4).
#pragma once

#include <optional>
#include <string_view>

#include "measurement/class.h"

namespace joulemark {

struct ClassExplanation {
  Class cls;
  std::string_view means, needs, good_for;
  std::string_view lift;  // to the next better one
};

const ClassExplanation& explanation_of(Class cls);
std::optional<Class> better_than(Class cls);  // the next better one; empty: there is none

}  // namespace joulemark
