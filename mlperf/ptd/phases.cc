#include "mlperf/ptd/phases.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

namespace joulemark::mlperf {
namespace {

using SessionJson = nlohmann::json;

constexpr std::size_t kMostOfSession = std::size_t{64} << 20;  // it holds hashes and messages

Result<std::string> whole_session(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || !std::filesystem::is_regular_file(path, error))
    return fail(ErrorCode::kNotPresent, path + ": no such file");
  if (size > kMostOfSession) return fail(ErrorCode::kInvalid, path + ": is longer than 64 MiB");
  std::ifstream in(path, std::ios::binary);
  std::string out(size, '\0');
  if (!in.read(out.data(), static_cast<std::streamsize>(size)))
    return fail(ErrorCode::kUnavailable, path + ": cannot be read");
  return out;
}

std::optional<UtcTime> wall_time(const SessionJson& phase) {
  if (!phase.is_array() || phase.empty() || !phase.front().is_number()) return {};
  const double s = phase.front().get<double>();
  if (!(s > 6e8 && s < 7.3e9)) return {};                               // 1989 to 2201
  return UtcTime(std::chrono::milliseconds(std::llround(1000.0 * s)));  // finer is rounding
}

Result<PowerSession> session_of(const std::string& path) {
  const auto text = whole_session(path);
  if (!text) return tl::unexpected<Error>(text.error());
  const SessionJson json = SessionJson::parse(*text, nullptr, false);
  const auto phases = json.is_object() ? json.find("phases") : json.end();
  const bool four = json.is_object() && phases != json.end() && phases->is_object() &&
                    phases->contains("testing") && (*phases)["testing"].is_array() &&
                    (*phases)["testing"].size() == 4;
  if (!four) return fail(ErrorCode::kInvalid, path + ": has no four phases of testing");
  const auto started = wall_time((*phases)["testing"][1]),
             done = wall_time((*phases)["testing"][2]);
  if (!started || !done || *done <= *started)
    return fail(ErrorCode::kInvalid, path + ": its phases of testing are no times in order");
  PowerSession out{path, "", *started, *done};
  if (const auto name = json.find("session_name"); name != json.end() && name->is_string())
    out.name = name->get<std::string>();
  return out;
}

}  // namespace

Result<PowerSession> read_power_session(const std::string& folder) {
  const std::filesystem::path given(folder);
  for (const auto& place : {given, given / "power"})
    for (const char* name : {"client.json", "server.json"}) {
      std::error_code error;
      if (std::filesystem::exists(place / name, error)) return session_of((place / name).string());
    }
  return fail(ErrorCode::kInvalid, folder + ": holds neither client.json nor server.json");
}

}  // namespace joulemark::mlperf
