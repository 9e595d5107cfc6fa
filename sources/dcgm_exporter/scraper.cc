#include "sources/dcgm_exporter/scraper.h"

#include <utility>

#include "core/time_text.h"
#include "sources/dcgm_exporter/sensors.h"

namespace joulemark::dcgm_exporter {
namespace {

constexpr std::size_t kLargestPage = std::size_t{8} << 20;
constexpr Duration kPatience = std::chrono::seconds(5);

HttpRequest request_of(const Target& target) {
  HttpRequest out;
  out.url = target.url;
  out.headers = {{"Accept", "text/plain;version=0.0.4"}};
  out.timeout = kPatience;
  out.max_body_bytes = kLargestPage;
  return out;
}

}  // namespace

Scraper::Scraper(const Target& target, const Host& host) : target_(target), host_(host) {}

// The password is read when it is needed: its file may come later than this program.
Result<void> Scraper::connect() {
  auto password = password_of(target_, host_.files);
  if (!password) return tl::unexpected<Error>(password.error());
  HttpOptions options = http_options(target_);
  options.username = target_.username;
  options.password = std::move(*password);
  fleet_ = host_.http_fleet();
  fleet_->add(std::move(options));
  return {};
}

Result<std::string> Scraper::answered(Result<HttpResponse> response) {
  if (!response) return tl::unexpected<Error>(std::move(response.error()));
  if (response->status != 200) {
    const bool rights = response->status == 401 || response->status == 403;
    if (rights) fleet_.reset();  // with the password as its file has it then
    return fail(rights ? ErrorCode::kPermission : ErrorCode::kUnavailable,
                "HTTP status " + std::to_string(response->status));
  }
  const Duration elapsed = host_.clock.monotonic() - asked_;
  if (elapsed > kSlowestAnswer)
    return fail(ErrorCode::kTimeout,
                "answered after " + format_duration(elapsed) + ", too late for a reading");
  return std::move(response->body);
}

Result<std::string> Scraper::page(MonotonicTime until) {
  if (!fleet_)
    if (auto done = connect(); !done) return tl::unexpected<Error>(done.error());
  if (!std::exchange(in_flight_, true)) {
    asked_ = host_.clock.monotonic();
    fleet_->start(0, request_of(target_));
  }
  while (host_.clock.monotonic() < until) {
    auto answers = fleet_->wait(until);
    if (answers.empty()) continue;
    in_flight_ = false;
    return answered(std::move(answers.front().response));
  }
  return fail(ErrorCode::kTimeout, "has not answered yet");
}

}  // namespace joulemark::dcgm_exporter
