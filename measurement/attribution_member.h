// The energy of one member, split between its jobs (METHOD W-1 to W-3).
#pragma once

#include "measurement/attribution.h"

namespace joulemark {

// duration D in s; relative: U/E of the total. The member's share of the total is left 0. kInvalid
// as attribute() says, without the member's name.
Result<ShareOfMember> share_of_member(const AttributedMember& member, double duration,
                                      double relative);

}  // namespace joulemark
