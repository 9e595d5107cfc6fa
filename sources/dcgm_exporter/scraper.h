// Asks one dcgm-exporter for its page, one request at a time. A request that has not been answered
// yet goes on while others wait for nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/source.h"
#include "sources/dcgm_exporter/options.h"

namespace joulemark::dcgm_exporter {

class Scraper {
 public:
  Scraper(const Target& target, const Host& host);

  // The page, as it came before `until`. kTimeout: it has not come yet, or came too late to be a
  // reading; kUnavailable: no connection, another status than 200; kPermission: 401, 403.
  Result<std::string> page(MonotonicTime until);

 private:
  Result<void> connect();
  Result<std::string> answered(Result<HttpResponse> response);

  Target target_;
  const Host& host_;
  std::unique_ptr<HttpFleet> fleet_;
  bool in_flight_ = false;
  MonotonicTime asked_{};
};

}  // namespace joulemark::dcgm_exporter
