#include "mlperf/log/log_lines.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

namespace joulemark::mlperf {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using LogFile = std::unique_ptr<std::FILE, CloseFile>;

tl::unexpected<Error> cannot(const std::string& path, int error) {
  const ErrorCode code = error == ENOENT || error == ENOTDIR ? ErrorCode::kNotPresent
                         : error == EACCES                   ? ErrorCode::kPermission
                                                             : ErrorCode::kUnavailable;
  return fail(code, path + ": " + std::generic_category().message(error));
}

Result<LogFile> open_log(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return cannot(path, ENOENT);
  if (error) return cannot(path, error.value());
  if (!std::filesystem::is_regular_file(status))
    return fail(ErrorCode::kInvalid, path + ": is not a regular file");
  LogFile file(std::fopen(path.c_str(), "rbe"));
  if (!file) return cannot(path, errno);
  return file;
}

// Lines out of chunks: whole ones where they lie, others collected up to the limit.
class LineCutter {
 public:
  LineCutter(const std::string& path, const TakeLine& take) : path_(path), take_(take) {}

  Result<void> chunk(std::string_view bytes) {
    while (!bytes.empty()) {
      const void* found = std::memchr(bytes.data(), '\n', bytes.size());
      if (found == nullptr) {
        keep(bytes);
        return {};
      }
      const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
      if (auto done = end_line(bytes.substr(0, length)); !done) return done;
      bytes.remove_prefix(length + 1);
    }
    return {};
  }
  Result<void> finish() { return begun_ ? end_line({}) : Result<void>{}; }

 private:
  void keep(std::string_view bytes) {
    begun_ = true;
    const std::size_t room = kMostOfLine - kept_.size();
    cut_ = cut_ || bytes.size() > room;
    kept_.append(bytes.substr(0, room));
  }

  Result<void> end_line(std::string_view rest) {
    if (!begun_ && rest.size() <= kMostOfLine) return give(rest, false);
    keep(rest);
    auto done = give(kept_, cut_);
    kept_.clear();
    begun_ = cut_ = false;
    return done;
  }

  Result<void> give(std::string_view text, bool cut) {
    ++number_;
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    auto done = take_({text, number_, cut});
    if (!done)
      return fail(done.error().code,
                  path_ + ":" + std::to_string(number_) + ": " + done.error().message);
    return done;
  }

  const std::string& path_;
  const TakeLine& take_;
  std::string kept_;
  bool begun_ = false, cut_ = false;
  std::size_t number_ = 0;
};

}  // namespace

Result<void> each_line(const std::string& path, const TakeLine& take) {
  auto file = open_log(path);
  if (!file) return tl::unexpected<Error>(file.error());
  std::vector<char> buffer(kChunk);
  LineCutter cutter(path, take);
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file->get()))
    if (auto done = cutter.chunk({buffer.data(), got}); !done) return done;
  if (std::ferror(file->get()) != 0) return cannot(path, errno);
  return cutter.finish();
}

}  // namespace joulemark::mlperf
