#include "platform/path_walk.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <optional>
#include <utility>
#include <vector>

#include "platform/errno_error.h"

namespace joulemark {
namespace {

constexpr int kMostLinks = 40;  // as the kernel's own limit

void push_components(std::string_view path, std::vector<std::string>& todo) {
  // Last component first: the next one to walk is at the back.
  while (!path.empty()) {
    const auto slash = path.rfind('/');
    const auto name = slash == path.npos ? path : path.substr(slash + 1);
    if (!name.empty() && name != ".") todo.emplace_back(name);
    path = slash == path.npos ? std::string_view{} : path.substr(0, slash);
  }
}

// The target if name is a link, empty if it is anything else that exists.
Result<std::optional<std::string>> link_target(int root_fd, const std::string& name) {
  std::array<char, PATH_MAX> buffer{};
  const ssize_t size = readlinkat(root_fd, name.c_str(), buffer.data(), buffer.size());
  if (size >= 0) return std::string(buffer.data(), static_cast<std::size_t>(size));
  if (errno == EINVAL) return std::nullopt;
  return tl::unexpected(errno_error(errno, name));
}

void leave(std::string& at) {
  const auto slash = at.rfind('/');
  at.resize(slash == std::string::npos ? 0 : slash);
}

}  // namespace

Result<std::string> walk_below(int root_fd, std::string_view path) {
  std::vector<std::string> todo;
  push_components(path, todo);
  std::string at;
  for (int links = 0; !todo.empty();) {
    const std::string name = std::move(todo.back());
    todo.pop_back();
    if (name == "..") {
      leave(at);
      continue;
    }
    std::string next = at;
    if (!next.empty()) next += '/';
    next += name;
    const auto target = link_target(root_fd, next);
    if (!target) return tl::unexpected(target.error());
    if (!*target) {
      at = std::move(next);
      continue;
    }
    if (++links > kMostLinks) return tl::unexpected(errno_error(ELOOP, path));
    if ((*target)->starts_with('/')) at.clear();
    push_components(**target, todo);
  }
  return at.empty() ? "." : at;
}

}  // namespace joulemark
