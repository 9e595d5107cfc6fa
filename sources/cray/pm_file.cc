#include "sources/cray/pm_file.h"

#include <array>

#include "core/counter_text.h"

namespace joulemark::cray {
namespace {

using Text = std::array<char, 128>;

Result<std::string_view> read_text(OpenFile& file, Text& buffer) {
  const auto size = file.read_at_start(buffer);
  if (!size) return tl::unexpected(size.error());
  return std::string_view(buffer.data(), *size);
}

}  // namespace

std::string path_of(std::string_view file) {
  return std::string(kFolder) + "/" + std::string(file);
}

BareNumber::BareNumber(const Files& sysfs, std::string_view name) : name_(name) {
  auto file = sysfs.open(path_of(name));
  if (file) file_ = std::move(*file);
}

Result<std::uint64_t> BareNumber::read() {
  if (!exists()) return fail(ErrorCode::kNotPresent, std::string(name_) + " does not exist");
  Text buffer;  // NOLINT(*-member-init): the read fills it
  const auto text = read_text(*file_, buffer);
  if (!text) return fail_in(name_, text.error());
  const auto number = parse_counter(*text);
  if (!number) return fail(ErrorCode::kInvalid, std::string(name_) + " holds no number");
  return *number;
}

Result<Look> look_at(const Counter& counter, const Clock& clock) {
  Text buffer;  // NOLINT(*-member-init): the read fills it
  const auto text = read_text(*counter.file, buffer);
  const UtcTime time = clock.now();
  if (!text) return fail_in(counter.id, text.error());
  const auto line = parse_counter_line(*text);
  if (!line || line->unit != (counter.quantity == QuantityKind::kEnergy ? 'J' : 'W'))
    return fail(ErrorCode::kInvalid, counter.id + ": holds no value with its unit and stamp");
  return Look{*line, time};
}

}  // namespace joulemark::cray
