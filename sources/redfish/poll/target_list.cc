#include "sources/redfish/poll/target_list.h"

#include <algorithm>

namespace joulemark::redfish {
namespace {

constexpr std::size_t kLargestList = std::size_t{4} << 20;

}  // namespace

Result<std::vector<LoginTarget>> TargetList::read() const {
  std::vector<Target> targets = options_.targets;
  if (!options_.targets_file.empty()) {
    const auto text = files_.read(options_.targets_file, kLargestList);
    if (!text) return tl::unexpected<Error>(text.error());
    const auto more = parse_targets_file(*text, options_.targets_file);
    if (!more) return tl::unexpected<Error>(more.error());
    targets.insert(targets.end(), more->begin(), more->end());
  }
  std::vector<LoginTarget> out;
  for (Target& target : targets) {
    auto password = password_of(target, files_);
    if (!password) return tl::unexpected<Error>(password.error());
    const bool twice = std::any_of(out.begin(), out.end(), [&](const LoginTarget& one) {
      return one.target.url == target.url;
    });
    if (twice)
      return fail(ErrorCode::kInvalid, target.url + " is there twice: a service is read once");
    out.push_back({std::move(target), std::move(*password)});
  }
  return out;
}

std::optional<Result<std::vector<LoginTarget>>> TargetList::look() {
  auto now = read();
  if (!now) {
    if (std::exchange(last_error_, now.error().message) == now.error().message) return std::nullopt;
    return now;
  }
  last_error_.clear();
  if (last_ == *now) return std::nullopt;
  last_ = *now;
  return now;
}

}  // namespace joulemark::redfish
