#include "query/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>

namespace joulemark {
namespace {

tl::unexpected<Error> failure(const std::string& path, int number) {
  const ErrorCode code = number == ENOENT || number == ENOTDIR ? ErrorCode::kNotPresent
                         : number == EACCES || number == EPERM ? ErrorCode::kPermission
                                                               : ErrorCode::kUnavailable;
  return fail(code, path + ": " + std::strerror(number));
}

int write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(file, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return ::fsync(file) == 0 || errno == EINVAL ? 0 : errno;
}

// What rename() cannot replace: a pipe, /dev/stdout, a device.
bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

Result<void> write_through(const std::string& path, std::string_view content) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return failure(path, errno);
  const int error = write_all(file, content);
  ::close(file);
  if (error != 0 && error != EROFS) return failure(path, error);
  return {};
}

bool larger(const struct stat& status, std::size_t limit) {
  return S_ISREG(status.st_mode) && static_cast<std::uintmax_t>(status.st_size) > limit;
}

// The size that the file system states is no promise: that of /proc and of a pipe is 0.
std::string read_up_to(std::istream& in, std::size_t most) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::string text;
  while (in && text.size() < most) {
    const std::size_t had = text.size();
    text.resize(std::min(most, had + std::max(kPiece, had)));
    in.read(text.data() + had, static_cast<std::streamsize>(text.size() - had));
    text.resize(had + static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

}  // namespace

Result<std::string> read_text_file(const std::string& path, std::size_t limit) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return failure(path, errno);
  if (S_ISDIR(status.st_mode)) return failure(path, EISDIR);
  std::ifstream in(path, std::ios::binary);
  if (!in) return failure(path, errno);
  std::string text = larger(status, limit) ? std::string() : read_up_to(in, limit + 1);
  if (larger(status, limit) || text.size() > limit)
    return fail(ErrorCode::kInvalid,
                path + ": larger than " + std::to_string(limit) + " bytes: not such a file");
  return text;
}

Result<void> write_text_file(const std::string& path, std::string_view content) {
  if (is_special(path)) return write_through(path, content);
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0) return failure(path, errno);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(file, 0666 & ~mask);
  int error = write_all(file, content);
  if (::close(file) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    return failure(path, error);
  }
  return {};
}

}  // namespace joulemark
