#include "sources/hwmon/channel.h"

#include <map>
#include <utility>

#include "sources/hwmon/attribute_name.h"

namespace joulemark::hwmon {
namespace {

constexpr unsigned kLastInaChannel = 3;

void add_power_and_energy(const Attributes& attributes, std::vector<Channel>& out) {
  std::map<std::pair<Measured, unsigned>, Channel> found;
  for (const std::string& name : attributes.names()) {
    const auto parsed = parse_attribute_name(name);
    if (!parsed || (parsed->what != Measured::kPower && parsed->what != Measured::kEnergy))
      continue;
    Channel& channel = found[{parsed->what, parsed->channel}];
    if (channel.average) continue;
    channel.energy = parsed->what == Measured::kEnergy;
    channel.average = parsed->average;
    channel.number = parsed->channel;
    channel.id = (channel.energy ? "energy" : "power") + std::to_string(parsed->channel);
    channel.value = attributes.path_of(name).value_or(name);
  }
  for (auto& [key, channel] : found) out.push_back(std::move(channel));
}

void add_pairs(const Attributes& attributes, std::vector<Channel>& out) {
  for (unsigned n = 1; n <= kLastInaChannel; ++n) {
    const std::string in = "in" + std::to_string(n);
    const std::string curr = "curr" + std::to_string(n);
    const auto voltage = attributes.path_of(in + "_input");
    const auto current = attributes.path_of(curr + "_input");
    if (!voltage || !current) continue;
    std::string id = in;
    id.append("-").append(curr);
    out.push_back({.id = std::move(id),
                   .number = n,
                   .energy = false,
                   .average = false,
                   .value = *voltage,
                   .factor = *current,
                   .label = {}});
  }
}

std::string label_of(const Channel& channel, const Attributes& attributes) {
  const std::string number = std::to_string(channel.number);
  std::string kind = channel.energy ? "energy" : "power";
  if (!channel.factor.empty()) kind = "in";
  for (const std::string& name : {kind + number + "_label", kind + number + "_oem_info"})
    if (std::string text = attributes.text(name); !text.empty()) return text;
  return {};
}

bool is_off(const Channel& channel, const Attributes& attributes) {
  const std::string number = std::to_string(channel.number);
  if (channel.factor.empty()) {
    const std::string kind = channel.energy ? "energy" : "power";
    return attributes.number(kind + number + "_enable") == 0U;
  }
  return attributes.number("in" + number + "_enable") == 0U ||
         attributes.number("curr" + number + "_enable") == 0U;
}

}  // namespace

std::vector<Channel> find_channels(const Chip& chip, const Attributes& attributes) {
  std::vector<Channel> channels;
  add_power_and_energy(attributes, channels);
  if (chip.name == "ina3221") add_pairs(attributes, channels);
  return channels;
}

std::vector<Channel> labelled(std::vector<Channel> channels, const Attributes& attributes) {
  for (Channel& channel : channels) channel.label = label_of(channel, attributes);
  // The label of the chip can only be meant for its one channel.
  if (channels.size() == 1 && channels.front().label.empty())
    channels.front().label = attributes.text("label");
  std::erase_if(channels, [&](const Channel& channel) {
    return channel.label == "NC" || is_off(channel, attributes);
  });
  return channels;
}

}  // namespace joulemark::hwmon
