// Files in memory, with links, errors and hangs on demand. Directories exist through what lies in
// them. An open file reads what the path holds now, as a sysfs attribute does. Any thread.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "core/files.h"

namespace joulemark {

class FakeFiles final : public Files {
 public:
  FakeFiles() = default;
  FakeFiles(std::initializer_list<std::pair<std::string, std::string>> contents) {
    for (const auto& [path, content] : contents) set(path, content);
  }

  void set(const std::string& path, std::string content) {
    const std::scoped_lock lock(state_->mutex);
    state_->contents[path] = std::move(content);
  }
  // The path and everything below it; readers of an open file then get kNotPresent.
  void remove(const std::string& path) {
    const std::scoped_lock lock(state_->mutex);
    const auto gone = [&](const auto& entry) { return is_or_below(entry.first, path); };
    std::erase_if(state_->contents, gone);
    std::erase_if(state_->links, gone);
  }
  // A symbolic link; a target that starts with "/" starts at the root of these files.
  void link(const std::string& path, std::string target) {
    const std::scoped_lock lock(state_->mutex);
    state_->links[path] = std::move(target);
  }
  // From now on opening, listing and reading this path (the one links lead to) ends so.
  void fail(const std::string& path, ErrorCode code) {
    const std::scoped_lock lock(state_->mutex);
    state_->open_errors[path] = state_->read_errors[path] = code;
  }
  // It can still be opened; reading it ends so.
  void fail_reads(const std::string& path, ErrorCode code) {
    const std::scoped_lock lock(state_->mutex);
    state_->read_errors[path] = code;
  }
  void heal(const std::string& path) {
    const std::scoped_lock lock(state_->mutex);
    state_->open_errors.erase(path);
    state_->read_errors.erase(path);
  }
  // Reads of this path do not return before release(): a driver that hangs.
  void hang(const std::string& path) {
    const std::scoped_lock lock(state_->mutex);
    state_->hanging.insert(path);
  }
  void release(const std::string& path) {
    const std::scoped_lock lock(state_->mutex);
    state_->hanging.erase(path);
    state_->released.notify_all();
  }
  // Called before each read with the path, without a lock held: to move a clock or change files.
  void before_read(std::function<void(const std::string&)> hook) {
    const std::scoped_lock lock(state_->mutex);
    state_->hook = std::move(hook);
  }

  [[nodiscard]] Result<std::unique_ptr<OpenFile>> open(std::string_view path) const override {
    const auto real = resolve(path);
    if (!real) return tl::unexpected(real.error());
    const std::scoped_lock lock(state_->mutex);
    if (auto error = find_error(state_->open_errors, *real)) return tl::unexpected(*error);
    if (!state_->contents.contains(*real))
      return joulemark::fail(ErrorCode::kInvalid, *real + ": is a directory");
    return std::make_unique<Opened>(state_, *real);
  }
  [[nodiscard]] Result<std::string> read(std::string_view path,
                                         std::size_t limit = std::size_t{64} << 10) const override {
    const auto file = open(path);
    if (!file) return tl::unexpected(file.error());
    auto content = static_cast<Opened&>(**file).content();
    if (content && content->size() > limit)
      return joulemark::fail(ErrorCode::kInvalid, std::string(path) + ": too long");
    return content;
  }
  [[nodiscard]] Result<std::vector<std::string>> list(std::string_view path) const override {
    const auto real = resolve(path);
    if (!real) return tl::unexpected(real.error());
    const std::scoped_lock lock(state_->mutex);
    if (auto error = find_error(state_->open_errors, *real)) return tl::unexpected(*error);
    std::set<std::string> names;
    for (const auto* table : {&state_->contents, &state_->links})
      for (const auto& [entry, text] : *table) add_child(*real, entry, names);
    return std::vector<std::string>(names.begin(), names.end());
  }
  [[nodiscard]] Result<std::string> resolve(std::string_view path) const override {
    const std::scoped_lock lock(state_->mutex);
    std::string at;
    std::string rest(path);
    for (int links = 0; !rest.empty();) {
      const auto slash = rest.find('/');
      const std::string name = rest.substr(0, slash);
      rest = slash == std::string::npos ? "" : rest.substr(slash + 1);
      if (name.empty() || name == ".") continue;
      if (name == "..") {
        at.resize(at.rfind('/') == std::string::npos ? 0 : at.rfind('/'));
        continue;
      }
      std::string next = at;
      if (!next.empty()) next += '/';
      next += name;
      const auto link = state_->links.find(next);
      if (link == state_->links.end()) {
        at = next;
        continue;
      }
      if (++links > 40) return joulemark::fail(ErrorCode::kInvalid, std::string(path) + ": loop");
      if (link->second.starts_with('/')) at.clear();
      std::string target = link->second;
      if (!rest.empty()) target.append("/").append(rest);
      rest = std::move(target);
    }
    if (!exists(at)) return joulemark::fail(ErrorCode::kNotPresent, std::string(path) + ": ENOENT");
    return at.empty() ? "." : at;
  }

 private:
  using Table = std::map<std::string, std::string, std::less<>>;
  using Errors = std::map<std::string, ErrorCode, std::less<>>;
  struct State {
    std::mutex mutex;
    std::condition_variable released;
    Table contents, links;
    Errors open_errors, read_errors;
    std::set<std::string, std::less<>> hanging;
    std::function<void(const std::string&)> hook;
  };

  static bool is_or_below(std::string_view path, std::string_view above) {
    return path == above || (path.starts_with(above) && path.substr(above.size()).starts_with('/'));
  }
  static void add_child(std::string_view directory, std::string_view entry,
                        std::set<std::string>& names) {
    if (directory != ".") {
      if (entry == directory || !is_or_below(entry, directory)) return;
      entry.remove_prefix(directory.size() + 1);
    }
    names.emplace(entry.substr(0, entry.find('/')));
  }
  static std::optional<Error> find_error(const Errors& errors, const std::string& path) {
    const auto found = errors.find(path);
    if (found == errors.end()) return std::nullopt;
    return Error{found->second, path + ": " + std::string(to_string(found->second))};
  }
  [[nodiscard]] bool exists(const std::string& path) const {
    if (path.empty()) return true;
    const auto holds = [&](const auto& entry) { return is_or_below(entry.first, path); };
    return std::ranges::any_of(state_->contents, holds) ||
           std::ranges::any_of(state_->links, holds) || state_->open_errors.contains(path);
  }

  class Opened final : public OpenFile {
   public:
    Opened(std::shared_ptr<State> state, std::string path)
        : state_(std::move(state)), path_(std::move(path)) {}

    // Allocates nothing when all is well, as the real one.
    Result<std::size_t> read_at_start(std::span<char> buffer) override {
      run_hook();
      std::unique_lock lock(state_->mutex);
      if (auto ready = wait_for_turn(lock); !ready) return tl::unexpected(ready.error());
      const auto found = state_->contents.find(path_);
      if (found == state_->contents.end()) return gone();
      const std::size_t size = std::min(buffer.size(), found->second.size());
      std::copy_n(found->second.begin(), size, buffer.begin());
      return size;
    }
    Result<std::string> content() {
      run_hook();
      std::unique_lock lock(state_->mutex);
      if (auto ready = wait_for_turn(lock); !ready) return tl::unexpected(ready.error());
      const auto found = state_->contents.find(path_);
      if (found == state_->contents.end()) return gone();
      return found->second;
    }

   private:
    void run_hook() {
      std::unique_lock lock(state_->mutex);
      if (!state_->hook) return;
      const auto hook = state_->hook;
      lock.unlock();
      hook(path_);
    }
    Result<void> wait_for_turn(std::unique_lock<std::mutex>& lock) {
      state_->released.wait(lock, [&] { return !state_->hanging.contains(path_); });
      if (auto error = find_error(state_->read_errors, path_)) return tl::unexpected(*error);
      return {};
    }
    [[nodiscard]] tl::unexpected<Error> gone() const {
      return joulemark::fail(ErrorCode::kNotPresent, path_ + ": ENODEV");
    }

    std::shared_ptr<State> state_;
    std::string path_;
  };

  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace joulemark
