// Where a link in a Redfish resource leads: to a resource of the same service, or elsewhere. Only
// what is local is ever asked for; a link to another host is a fact to record (an outlet that names
// the power supply it feeds), never an address to send this service's credentials to.
#pragma once

#include <string>
#include <string_view>

namespace joulemark::redfish {

struct Link {
  enum class Kind { kLocal, kForeign, kMalformed };
  Kind kind = Kind::kMalformed;
  // kLocal: absolute path, without a fragment ("Power#/PowerControl/0", also written
  // "Power#PowerControl/0") and without a slash at its end. kForeign: the text, cleaned.
  std::string path;
};

// Local: an absolute path that begins with /redfish/, without "..", "//" or control characters, of
// at most 1024 bytes. Foreign: with a scheme or an authority.
Link parse_link(std::string_view text);

}  // namespace joulemark::redfish
