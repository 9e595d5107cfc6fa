#include "query/bundle/archive_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "query/bundle/member_names.h"
#include "query/bundle/seal.h"
#include "query/digest.h"

namespace joulemark {
namespace {

constexpr std::size_t kPiece = 1 << 16;
constexpr std::string_view kZstdMagic{"\x28\xB5\x2F\xFD", 4};

using Archive = std::unique_ptr<archive, int (*)(archive*)>;

class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenFile() {
    if (number_ >= 0) ::close(number_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

Result<std::size_t> size_of(const std::string& path, const OpenFile& file,
                            const ArchiveLimits& limits) {
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0)
    return fail(errno == ENOENT || errno == ENOTDIR ? ErrorCode::kNotPresent
                : errno == EACCES || errno == EPERM ? ErrorCode::kPermission
                                                    : ErrorCode::kUnavailable,
                path + ": " + std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return fail(ErrorCode::kInvalid, path + ": is not a regular file");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return fail(ErrorCode::kInvalid, path + ": is empty");
  if (size > limits.total)
    return fail(ErrorCode::kInvalid, path + ": is larger than a bundle can be");
  return size;
}

// Reads the file once from the start: its first bytes, the digest of all but the seal, the seal.
struct Outline {
  std::string head, digest, seal;
};

Outline outline(const OpenFile& file, std::size_t size) {
  Outline out;
  Sha256 digest;
  std::array<char, kPiece> piece{};
  const std::size_t body = size > kSealSize ? size - kSealSize : 0;
  std::size_t at = 0;
  for (ssize_t n = 0; (n = ::read(file.number(), piece.data(), piece.size())) > 0;) {
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(n));
    if (at == 0) out.head = std::string(bytes.substr(0, kZstdMagic.size()));
    const std::size_t hashed = at < body ? std::min(bytes.size(), body - at) : 0;
    digest.add(bytes.substr(0, hashed));
    out.seal += bytes.substr(hashed);
    at += bytes.size();
  }
  out.digest = digest.bytes();
  ::lseek(file.number(), 0, SEEK_SET);
  return out;
}

// One member after the other; every complaint begins with the path.
class ArchiveSession {
 public:
  ArchiveSession(const std::string& path, const OpenFile& file, const ArchiveLimits& limits)
      : path_(path), limits_(limits), archive_(archive_read_new(), archive_read_free) {
    archive_read_support_filter_zstd(archive_.get());
    archive_read_support_format_tar(archive_.get());
    opened_ = archive_read_open_fd(archive_.get(), file.number(), kPiece) == ARCHIVE_OK;
  }

  Result<void> read(const TakeMember& take) {
    if (!opened_) return broken();
    for (archive_entry* entry = nullptr;;) {
      const int status = archive_read_next_header(archive_.get(), &entry);
      if (status == ARCHIVE_EOF) break;
      if (status != ARCHIVE_OK) return broken();
      if (auto read = member(entry, take); !read) return read;
    }
    if (members_ == 0) return complain("holds nothing");
    return {};
  }

 private:
  [[nodiscard]] tl::unexpected<Error> complain(const std::string& what) const {
    return fail(ErrorCode::kInvalid, path_ + ": " + what);
  }

  [[nodiscard]] tl::unexpected<Error> broken() const {
    const char* message = archive_error_string(archive_.get());
    return complain(std::string("cannot be read as a tar archive compressed with zstd") +
                    (message == nullptr ? std::string() : " (" + std::string(message) + ")"));
  }

  Result<void> member(archive_entry* entry, const TakeMember& take) {
    const char* raw = archive_entry_pathname(entry);
    const std::string name = raw == nullptr ? "" : raw;
    if (!is_member_name(name))
      return complain(
          "has a member whose name no bundle has (absolute, with '..', or other "
          "characters than letters, digits and ._~-)");
    if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr)
      return complain("its member " + name + " is not a regular file");
    if (name == last_) return complain("has two members " + name);
    if (name < last_)
      return complain("its members are not in order: " + name + " stands behind " + last_);
    last_ = name;
    if (++members_ > limits_.members)
      return complain("has more than " + std::to_string(limits_.members) + " members");
    std::string bytes;
    if (auto read = read_bytes(name, bytes); !read) return read;
    if (auto taken = take(name, bytes); !taken) return fail_in(path_, std::move(taken.error()));
    return {};
  }

  Result<void> read_bytes(const std::string& name, std::string& out) {
    std::array<char, kPiece> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): read into
    while (true) {
      const la_ssize_t n = archive_read_data(archive_.get(), piece.data(), piece.size());
      if (n == 0) return {};
      if (n < 0) return broken();
      out.append(piece.data(), static_cast<std::size_t>(n));
      total_ += static_cast<std::size_t>(n);
      if (out.size() > limits_.member)
        return complain("its member " + name + " is larger than " +
                        std::to_string(limits_.member >> 20) + " MiB");
      if (total_ > limits_.total)
        return complain("unpacks to more than " + std::to_string(limits_.total >> 20) + " MiB");
    }
  }

  const std::string& path_;
  const ArchiveLimits& limits_;
  Archive archive_;
  bool opened_ = false;
  std::string last_;
  std::size_t total_ = 0, members_ = 0;
};

}  // namespace

Result<ReadArchive> read_archive(const std::string& path, const TakeMember& take,
                                 const ArchiveLimits& limits) {
  const OpenFile file(path);
  const auto size = size_of(path, file, limits);
  if (!size) return tl::unexpected<Error>(size.error());
  const Outline found = outline(file, *size);
  if (found.head != kZstdMagic)
    return fail(ErrorCode::kInvalid,
                path + ": is not a bundle of joulemark (*.jm.tar.zst): it is not zstd");
  const std::string sealed = digest_in_seal(found.seal);
  if (sealed.empty())
    return fail(ErrorCode::kInvalid,
                path +
                    ": does not end with the seal of a bundle: it was cut short, changed there, "
                    "or packed again by another program");
  const bool holds = sealed == found.digest;
  if (const auto read = ArchiveSession(path, file, limits).read(take); !read) {
    if (holds) return tl::unexpected<Error>(read.error());
    return fail(ErrorCode::kInvalid,
                path + ": is damaged: at least one byte is not what was written");
  }
  return ReadArchive{*size, holds};
}

}  // namespace joulemark
