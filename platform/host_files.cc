#include "platform/host_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "platform/errno_error.h"
#include "platform/path_walk.h"

namespace joulemark {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

tl::unexpected<Error> failed(std::string_view path) {
  return tl::unexpected(errno_error(errno, path));
}

// Kernels before 5.6 have no openat2, and some container profiles forbid it.
Result<Descriptor> open_by_walk(int root, std::string_view path, int flags) {
  const auto plain = walk_below(root, path);
  if (!plain) return tl::unexpected(plain.error());
  Descriptor file(openat(root, plain->c_str(), flags | O_NOFOLLOW));
  if (file.get() < 0) return failed(path);
  return file;
}

Result<Descriptor> open_in_root(int root, std::string_view path, int flags) {
  open_how how{};
  how.flags = static_cast<decltype(how.flags)>(flags);
  how.resolve = RESOLVE_IN_ROOT;
  const std::string name = path.empty() ? "." : std::string(path);
  Descriptor file(static_cast<int>(syscall(SYS_openat2, root, name.c_str(), &how, sizeof how)));
  if (file.get() >= 0) return file;
  // EAGAIN: the kernel could not prove that ".." stayed inside while the tree was changing. EPERM:
  // a filter forbids the call; if it came from the file, the walk meets it again.
  if (errno == ENOSYS || errno == EPERM || errno == EAGAIN) return open_by_walk(root, path, flags);
  return failed(path);
}

Result<Descriptor> open_root(const std::string& root) {
  Descriptor directory(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0) return failed(root);
  return directory;
}

Result<Descriptor> open_file(const std::string& root, std::string_view path) {
  const auto directory = open_root(root);
  if (!directory) return tl::unexpected(directory.error());
  auto file = open_in_root(directory->get(), path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  // O_NONBLOCK was for the open only; a driver that looks at it must answer as it does for cat.
  if (file && fcntl(file->get(), F_SETFL, 0) < 0) return failed(path);
  return file;
}

ssize_t retry_read(int fd, std::span<char> buffer) {
  ssize_t size = 0;
  do size = ::read(fd, buffer.data(), buffer.size());
  while (size < 0 && errno == EINTR);
  return size;
}

class HostOpenFile final : public OpenFile {
 public:
  HostOpenFile(Descriptor file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {}

  Result<std::size_t> read_at_start(std::span<char> buffer) override {
    ssize_t size = 0;
    do size = pread(file_.get(), buffer.data(), buffer.size(), 0);
    while (size < 0 && errno == EINTR);
    if (size < 0 && errno == ESPIPE) size = retry_read(file_.get(), buffer);
    if (size < 0) return failed(path_);
    return static_cast<std::size_t>(size);
  }

 private:
  Descriptor file_;
  std::string path_;
};

}  // namespace

HostFiles::HostFiles(std::string root) : root_(std::move(root)) {}

Result<std::unique_ptr<OpenFile>> HostFiles::open(std::string_view path) const {
  auto file = open_file(root_, path);
  if (!file) return tl::unexpected(file.error());
  return std::make_unique<HostOpenFile>(std::move(*file), std::string(path));
}

Result<std::string> HostFiles::read(std::string_view path, std::size_t limit) const {
  const auto file = open_file(root_, path);
  if (!file) return tl::unexpected(file.error());
  std::string content;
  std::size_t used = 0;
  while (used <= limit) {
    content.resize(std::min(std::max<std::size_t>(4096, used * 2), limit + 1));
    const ssize_t size = retry_read(file->get(), std::span(content).subspan(used));
    if (size < 0) return failed(path);
    used += static_cast<std::size_t>(size);
    if (size == 0) {
      content.resize(used);
      return content;
    }
  }
  return fail(ErrorCode::kInvalid,
              std::string(path) + ": longer than " + std::to_string(limit) + " bytes");
}

Result<std::vector<std::string>> HostFiles::list(std::string_view path) const {
  const auto root = open_root(root_);
  if (!root) return tl::unexpected(root.error());
  auto directory = open_in_root(root->get(), path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (!directory) return tl::unexpected(directory.error());
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(fdopendir(directory->get()), closedir);
  if (!stream) return failed(path);
  static_cast<void>(directory->release());
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = readdir(stream.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return failed(path);
  std::ranges::sort(names);
  return names;
}

Result<std::string> HostFiles::resolve(std::string_view path) const {
  const auto root = open_root(root_);
  if (!root) return tl::unexpected(root.error());
  return walk_below(root->get(), path);
}

}  // namespace joulemark
