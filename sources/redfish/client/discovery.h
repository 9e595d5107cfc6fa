// Everything of one service, fetched politely and walked until nothing is wanted.
#pragma once

#include <optional>
#include <vector>

#include "sources/redfish/client/conversation.h"
#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

class Discovery {
 public:
  explicit Discovery(ConversationOptions options);

  // Takes what the conversation has fetched and asks for what is missing. True: done, for good.
  bool advance();

  [[nodiscard]] Conversation& conversation() { return conversation_; }
  [[nodiscard]] const Resources& resources() const { return resources_; }
  [[nodiscard]] const Inventory& inventory() const { return inventory_; }
  // Why there is nothing: the root did not come.
  [[nodiscard]] std::optional<Error> error() const;
  // Of the answers that came; in their order.
  [[nodiscard]] const std::vector<Duration>& latencies() const { return latencies_; }

 private:
  Conversation conversation_;
  Resources resources_;
  Inventory inventory_;
  std::vector<Duration> latencies_;
  bool done_ = false;
};

}  // namespace joulemark::redfish
