// What verify says, for people and for programs (joulemark.verification/1).
#pragma once

#include <string>
#include <vector>

#include "query/bundle/checklist.h"
#include "query/bundle/verification.h"
#include "query/bundle/what_if.h"

namespace joulemark {

std::string verification_to_text(const Verification& verification);
std::string checklist_to_text(const std::vector<CheckItem>& items);
std::string what_if_to_text(const Report& stored, const WhatIf& rules, const Report& report);

// what_if: empty unless it was asked for.
std::string verification_to_json(const Verification& verification,
                                 const std::vector<CheckItem>& items, const WhatIf& rules,
                                 const std::optional<Report>& what_if);

}  // namespace joulemark
