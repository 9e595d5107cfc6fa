#include "exporter/release_request.h"

#include <algorithm>

#include "core/time_text.h"

namespace joulemark {
namespace {

constexpr Duration kLongest = std::chrono::hours(1);

bool is_name(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == text.npos;
}

tl::unexpected<Error> wrong(std::string_view what) {
  return fail(ErrorCode::kInvalid, std::string(what) +
                                       "; write POST /-/release?source=nvml, or with &for=5m (at "
                                       "most 1h; 1m where it is left out)");
}

}  // namespace

Result<ReleaseRequest> parse_release(std::string_view query) {
  ReleaseRequest out;
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    const auto equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    const std::string_view value = equals == part.npos ? "" : part.substr(equals + 1);
    if (key == "source" && is_name(value)) {
      out.source = std::string(value);
    } else if (key == "for") {
      const auto time = parse_duration(value);
      if (!time || *time < std::chrono::seconds(1) || *time > kLongest)
        return wrong("'for' is no time that a device can be let go for");
      out.time = *time;
    } else {
      return wrong("not understood");
    }
  }
  if (out.source.empty()) return wrong("which source?");
  return out;
}

}  // namespace joulemark
