#include "exporter/process_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

namespace joulemark {
namespace {

Duration duration_of(const timeval& t) {
  return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
}

Duration clock_time(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return std::chrono::seconds(t.tv_sec) + Duration(t.tv_nsec);
}

// Start in ticks since boot; the difference of the clocks is taken once, so that it never moves.
UtcTime start_of(std::uint64_t ticks) {
  static const Duration kBoot = clock_time(CLOCK_REALTIME) - clock_time(CLOCK_BOOTTIME);
  static const double kTicksPerSecond = static_cast<double>(sysconf(_SC_CLK_TCK));
  return UtcTime(kBoot + from_seconds(static_cast<double>(ticks) / kTicksPerSecond));
}

std::uint64_t count_open_fds() {
  std::error_code error;
  std::uint64_t count = 0;
  for (auto at = std::filesystem::directory_iterator("/proc/self/fd", error);
       !error && at != std::filesystem::directory_iterator(); at.increment(error))
    ++count;
  return count > 0 ? count - 1 : 0;  // without the one that reads the directory
}

}  // namespace

std::optional<StatLine> parse_stat(std::string_view line) {
  // The second field is "(name)"; the name may hold blanks and brackets.
  const std::size_t bracket = line.rfind(')');
  if (bracket == std::string_view::npos) return std::nullopt;
  line.remove_prefix(bracket + 1);
  StatLine out;
  const std::array wanted = {std::pair{20, &out.threads}, std::pair{22, &out.start_ticks},
                             std::pair{23, &out.virtual_bytes}, std::pair{24, &out.resident_pages}};
  std::size_t found = 0;
  for (int field = 3; found < wanted.size(); ++field) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) return std::nullopt;
    const std::size_t length = std::min(line.find(' '), line.size());
    if (field == wanted.at(found).first) {
      const auto [end, error] =
          std::from_chars(line.data(), line.data() + length, *wanted.at(found).second);
      if (error != std::errc{}) return std::nullopt;
      ++found;
    }
    line.remove_prefix(length);
  }
  return out;
}

std::optional<ProcessFacts> read_process_facts() {
  std::ifstream file("/proc/self/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  const auto stat = parse_stat(line);
  rusage usage{};
  rlimit limit{};
  if (!stat || getrusage(RUSAGE_SELF, &usage) != 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return std::nullopt;
  ProcessFacts out;
  out.cpu_seconds = seconds(duration_of(usage.ru_utime) + duration_of(usage.ru_stime));
  out.open_fds = count_open_fds();
  out.max_fds = limit.rlim_cur;
  out.virtual_bytes = stat->virtual_bytes;
  out.resident_bytes = stat->resident_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  out.threads = stat->threads;
  out.started = start_of(stat->start_ticks);
  return out;
}

}  // namespace joulemark
