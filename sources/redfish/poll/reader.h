// All values of one service that are read, and the resources they are in.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sources/redfish/poll/channel.h"

namespace joulemark::redfish {

class Reader {
 public:
  Reader() = default;
  // node, rack and prefix of the ids are those of every sensor.
  struct Names {
    std::string node, rack, id_prefix;
  };
  Reader(const Inventory& inventory, std::vector<Chosen> chosen, const Names& names);

  [[nodiscard]] const std::vector<PollUrl>& urls() const { return set_.urls; }
  // What a resource says now. The readings are kept for take_readings(); their numbers are those
  // of the sensors.
  void take(const std::string& path, const Document& document, UtcTime time, MonotonicTime now);
  [[nodiscard]] std::vector<Reading> take_readings() { return std::exchange(readings_, {}); }
  std::vector<Sensor> publish(const Conditions& conditions);
  [[nodiscard]] bool outdated() const;
  void inherit(const Reader& earlier);

  // For the probe: the number that was read last, by its place; and whether collections come with
  // their members.
  [[nodiscard]] const std::map<std::size_t, Number>& latest() const { return latest_; }
  [[nodiscard]] bool expand_failed() const { return expand_failed_; }
  [[nodiscard]] std::vector<std::string> take_faults();
  [[nodiscard]] bool same_values(const Reader& other) const;

 private:
  std::vector<Channel> channels_;
  std::vector<std::size_t> measured_;  // of each channel, its index in the inventory
  PollSet set_;
  std::vector<Reading> readings_;
  std::map<std::size_t, Number> latest_;
  bool expand_failed_ = false;
};

}  // namespace joulemark::redfish
