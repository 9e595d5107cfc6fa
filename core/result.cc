#include "core/result.h"

namespace joulemark {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNotPresent:
      return "not_present";
    case ErrorCode::kPermission:
      return "permission";
    case ErrorCode::kUnavailable:
      return "unavailable";
    case ErrorCode::kTimeout:
      return "timeout";
    case ErrorCode::kInvalid:
      return "invalid";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kInternal:
      return "internal";
  }
  return "internal";
}

}  // namespace joulemark
