#include "sources/redfish/client/discovery.h"

#include "sources/redfish/walk/walk.h"

namespace joulemark::redfish {

Discovery::Discovery(ConversationOptions options) : conversation_(std::move(options)) {}

bool Discovery::advance() {
  while (auto fetched = conversation_.take()) {
    if (fetched->elapsed > Duration(0)) latencies_.push_back(fetched->elapsed);
    if (fetched->document)
      resources_.store(fetched->path, std::move(*fetched->document));
    else
      resources_.fail(fetched->path, fetched->document.error());
  }
  if (done_ || !conversation_.idle()) return done_;
  inventory_ = walk(resources_);
  const auto wanted = resources_.wanted();
  for (const auto& [path, collection] : wanted)
    conversation_.want(path, collection && inventory_.expand);
  done_ = wanted.empty();
  return done_;
}

std::optional<Error> Discovery::error() const {
  const auto failed = resources_.failed().find("/redfish/v1");
  return failed == resources_.failed().end() ? std::nullopt : std::optional(failed->second);
}

}  // namespace joulemark::redfish
