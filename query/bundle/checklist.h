// What a bundle proves, item by item with its rule, and what no bundle can prove.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "query/bundle/verification.h"

namespace joulemark {

struct CheckItem {
  enum class State {
    kProven,     // follows from the bytes
    kStated,     // somebody says so, with evidence that is in the bundle or behind a device
    kDeclared,   // somebody says so
    kNotProven,  // nothing in the bundle shows it
    kFails,
  };
  State state = State::kNotProven;
  std::string what, rule, says;
};
std::string_view to_string(CheckItem::State state);  // "proven", "stated", ...

// Ends with what is not proven, that the samples were measured first of all.
std::vector<CheckItem> checklist(const Verification& verification);

}  // namespace joulemark
