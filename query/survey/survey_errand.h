// A survey of one service: discovery, then readings for a while.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sources/redfish/client/discovery.h"
#include "sources/redfish/client/errand.h"
#include "sources/redfish/client/probe.h"
#include "sources/redfish/node/conclusion.h"

namespace joulemark {

class SurveyErrand final : public redfish::Errand {
 public:
  SurveyErrand(redfish::ConversationOptions options, Duration probe_length);

  redfish::Conversation& conversation() override { return conversation_; }
  bool advance(MonotonicTime now) override;
  [[nodiscard]] MonotonicTime wake() const override;

  [[nodiscard]] bool finished() const { return finished_; }
  [[nodiscard]] std::optional<Error> error() const { return discovery_.error(); }
  [[nodiscard]] const redfish::Discovery& discovery() const { return discovery_; }
  // The rest is there once the discovery is.
  [[nodiscard]] const redfish::Inventory& inventory() const { return inventory_; }
  [[nodiscard]] const std::vector<redfish::ChassisPower>& power() const { return power_; }
  // Kept values of the inventory, and their readings; null: not yet.
  [[nodiscard]] const redfish::Probe* probe() const { return probe_.get(); }
  [[nodiscard]] std::size_t requests() const { return requests_; }  // of the discovery
  [[nodiscard]] const std::string& authentication() const { return authentication_; }

 private:
  void conclude();

  redfish::Conversation conversation_;
  redfish::Discovery discovery_;
  Duration probe_length_;
  redfish::Inventory inventory_;
  std::vector<redfish::ChassisPower> power_;
  std::unique_ptr<redfish::Probe> probe_;
  std::size_t requests_ = 0;
  std::string authentication_;
  bool finished_ = false;
};

}  // namespace joulemark
