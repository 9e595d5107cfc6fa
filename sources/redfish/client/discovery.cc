#include "sources/redfish/client/discovery.h"

#include "sources/redfish/walk/walk.h"

namespace joulemark::redfish {

bool Discovery::advance() {
  while (auto fetched = conversation_.take()) take(*fetched);
  return proceed();
}

bool Discovery::take(Conversation::Fetched& fetched) {
  if (outstanding_.erase(fetched.path) == 0) return false;
  if (fetched.elapsed > Duration(0)) latencies_.push_back(fetched.elapsed);
  if (fetched.document)
    resources_.store(fetched.path, std::move(*fetched.document));
  else
    resources_.fail(fetched.path, fetched.document.error());
  return true;
}

bool Discovery::proceed() {
  if (done_ || !outstanding_.empty()) return done_;
  inventory_ = walk(resources_);
  for (const auto& [path, collection] : resources_.wanted()) {
    if (!outstanding_.insert(path).second) continue;
    conversation_.want(path, collection && inventory_.expand);
  }
  done_ = outstanding_.empty();
  return done_;
}

std::optional<Error> Discovery::error() const {
  const auto failed = resources_.failed().find("/redfish/v1");
  return failed == resources_.failed().end() ? std::nullopt : std::optional(failed->second);
}

}  // namespace joulemark::redfish
