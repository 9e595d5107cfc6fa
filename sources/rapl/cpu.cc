#include "sources/rapl/cpu.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/trimmed.h"

namespace joulemark::rapl {
namespace {

unsigned number(std::string_view text) {
  unsigned value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool has_word(std::string_view words, std::string_view wanted) {
  while (!words.empty()) {
    const auto space = words.find(' ');
    if (words.substr(0, space) == wanted) return true;
    words.remove_prefix(space == words.npos ? words.size() : space + 1);
  }
  return false;
}

CpuVendor vendor_of(std::string_view id) {
  if (id == "GenuineIntel") return CpuVendor::kIntel;
  if (id == "AuthenticAMD" || id == "HygonGenuine") return CpuVendor::kAmd;
  return CpuVendor::kUnknown;
}

void take_line(std::string_view key, std::string_view value, Cpu& cpu) {
  if (key == "vendor_id") {
    cpu.vendor = vendor_of(value);
    cpu.vendor_name = value;
  } else if (key == "cpu family") {
    cpu.family = number(value);
  } else if (key == "model") {
    cpu.model = number(value);
  } else if (key == "model name") {
    cpu.model_name = value;
  } else if (key == "flags") {
    cpu.sgx = has_word(value, "sgx");
  }
}

}  // namespace

bool Cpu::measures_package() const {
  // Haswell-EP, Broadwell-EP, Skylake/Cascade Lake/Cooper Lake-SP, Ice Lake-SP, Sapphire, Emerald
  // and Granite Rapids.
  constexpr std::array<unsigned, 7> kServers{63, 79, 85, 106, 143, 207, 173};
  return vendor == CpuVendor::kIntel && family == 6 &&
         std::ranges::find(kServers, model) != kServers.end();
}

Cpu parse_cpu(std::string_view cpuinfo) {
  Cpu cpu;
  while (!cpuinfo.empty()) {
    const auto end = cpuinfo.find('\n');
    const std::string_view line = cpuinfo.substr(0, end);
    if (line.empty()) break;
    cpuinfo.remove_prefix(end == cpuinfo.npos ? cpuinfo.size() : end + 1);
    const auto colon = line.find(':');
    if (colon == line.npos) continue;
    take_line(trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)), cpu);
  }
  return cpu;
}

Cpu read_cpu(const Files& procfs) {
  // One read of the first block: the whole file is hundreds of kilobytes on a large machine.
  std::array<char, std::size_t{16} << 10> buffer{};
  auto file = procfs.open("cpuinfo");
  if (!file) return {};
  const auto size = (*file)->read_at_start(buffer);
  return size ? parse_cpu({buffer.data(), *size}) : Cpu{};
}

}  // namespace joulemark::rapl
