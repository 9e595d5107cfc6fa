#include "platform/errno_error.h"

#include <cerrno>
#include <cstring>

namespace joulemark {

ErrorCode code_of_errno(int number) {
  switch (number) {
    case ENOENT:
    case ENODEV:
    case ENOTDIR:
      return ErrorCode::kNotPresent;
    case EACCES:
    case EPERM:
      return ErrorCode::kPermission;
    case ETIMEDOUT:
      return ErrorCode::kTimeout;
    case EINVAL:
    case EISDIR:
    case ELOOP:
    case ENAMETOOLONG:
      return ErrorCode::kInvalid;
    case ENOSYS:
    case EOPNOTSUPP:
      return ErrorCode::kUnsupported;
    case EBADF:
    case EFAULT:
      return ErrorCode::kInternal;
    default:  // EIO, EAGAIN, ENODATA, ENXIO, EMFILE ...: worth another try
      return ErrorCode::kUnavailable;
  }
}

Error errno_error(int number, std::string_view what) {
  const char* name = strerrorname_np(number);
  const char* text = strerrordesc_np(number);
  std::string message(what);
  message += ": ";
  message += name != nullptr ? name : std::to_string(number);
  if (text != nullptr) message += " (" + std::string(text) + ")";
  return {.code = code_of_errno(number), .message = std::move(message)};
}

}  // namespace joulemark
