#include "platform/plain_files.h"

#include <filesystem>

namespace joulemark {
namespace {

std::string absolute(std::string_view path) {
  return std::filesystem::absolute(std::filesystem::path(path)).string();
}

}  // namespace

Result<std::unique_ptr<OpenFile>> PlainFiles::open(std::string_view path) const {
  return files_.open(absolute(path));
}

Result<std::string> PlainFiles::read(std::string_view path, std::size_t limit) const {
  return files_.read(absolute(path), limit);
}

Result<std::vector<std::string>> PlainFiles::list(std::string_view path) const {
  return files_.list(absolute(path));
}

Result<std::string> PlainFiles::resolve(std::string_view path) const {
  return files_.resolve(absolute(path));
}

}  // namespace joulemark
