// Everything of one service, fetched politely and walked until nothing is wanted.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sources/redfish/client/conversation.h"
#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

class Discovery {
 public:
  explicit Discovery(Conversation& conversation) : conversation_(conversation) {}

  // Takes what the conversation has fetched and asks for what is missing. True: done, for good.
  bool advance();
  // The parts of it, for a conversation that also fetches for others. False: not asked for here.
  bool take(Conversation::Fetched& fetched);
  bool proceed();
  [[nodiscard]] bool wants(const std::string& path) const { return outstanding_.contains(path); }

  [[nodiscard]] const Resources& resources() const { return resources_; }
  [[nodiscard]] const Inventory& inventory() const { return inventory_; }
  // Why there is nothing: the root did not come.
  [[nodiscard]] std::optional<Error> error() const;
  // Of the answers that came; in their order.
  [[nodiscard]] const std::vector<Duration>& latencies() const { return latencies_; }

 private:
  Conversation& conversation_;
  std::set<std::string> outstanding_;
  Resources resources_;
  Inventory inventory_;
  std::vector<Duration> latencies_;
  bool done_ = false;
};

}  // namespace joulemark::redfish
