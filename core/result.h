// Errors as values: a closed list of codes that tell the caller how to react, and a sentence for
// people.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace joulemark {

enum class ErrorCode {
  kNotPresent,   // the thing does not exist here: a normal, silent outcome
  kPermission,   // it exists, we may not read it: one warning with the remedy
  kUnavailable,  // transient (EIO, EAGAIN, connection refused): retry with back-off
  kTimeout,      // no answer by the deadline: retry with back-off
  kInvalid,      // the bytes, the file or the argument are not what they must be
  kUnsupported,  // the device or server answers that it cannot
  kInternal,     // a defect of ours
};

std::string_view to_string(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;  // one line: what, where, and where known the remedy
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

// Puts "context: " before the message on the way up.
inline tl::unexpected<Error> fail_in(std::string_view context, Error error) {
  error.message = std::string(context) + ": " + error.message;
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace joulemark
