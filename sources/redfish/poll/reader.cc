#include "sources/redfish/poll/reader.h"

#include <algorithm>

namespace joulemark::redfish {
namespace {

// What a power supply measures passes through its own firmware and the BMC's.
std::string both(const std::string& own, const std::string& bmc) {
  return own.empty() || bmc.empty() ? own + bmc : own + "/" + bmc;
}

// The device that a value belongs to: of a PDU and a shelf itself, else the chassis.
EquipmentUnit device_of(const Inventory& inventory, const Measured& one) {
  for (const EquipmentUnit& unit : inventory.equipment)
    if (unit.path == one.owner) return unit;
  std::string path = one.owner, firmware;
  for (const PowerSupplyUnit& unit : inventory.supplies)
    if (unit.path == one.owner) {
      path = unit.chassis;
      firmware = unit.firmware;
    }
  for (const ChassisPart& part : inventory.chassis)
    if (part.path == path)
      return {part.path, part.manufacturer, part.model, part.serial, both(firmware, part.firmware)};
  return {};
}

std::string first_of(const std::string& a, const std::string& b) { return a.empty() ? b : a; }

void name(const Inventory& inventory, const Measured& one, const Reader::Names& names,
          Sensor& sensor) {
  sensor.node = names.node;
  sensor.source = "redfish";
  sensor.id = names.id_prefix + id_of(one);
  sensor.quantity = one.quantity;
  sensor.rack = names.rack;
  const EquipmentUnit device = device_of(inventory, one);
  sensor.vendor = first_of(device.manufacturer, inventory.vendor);
  sensor.model = first_of(device.model, inventory.product);
  sensor.firmware = device.firmware;
  if (sensor.serial.empty()) sensor.serial = device.serial;
}

std::vector<Measured> values_of(const Inventory& inventory, const std::vector<Chosen>& chosen) {
  std::vector<Measured> out;
  out.reserve(chosen.size());
  for (const Chosen& one : chosen) out.push_back(inventory.measured[one.measured]);
  return out;
}

}  // namespace

Reader::Reader(const Inventory& inventory, std::vector<Chosen> chosen, const Names& names) {
  const auto values = values_of(inventory, chosen);
  set_ = poll_set_of(inventory, values, inventory.expand);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    name(inventory, values[i], names, chosen[i].sensor);
    measured_.push_back(chosen[i].measured);
    channels_.emplace_back(values[i], std::move(chosen[i].sensor),
                           values[i].si_per_unit * set_.spots[i].scale);
  }
}

void Reader::take(const std::string& path, const Document& document, UtcTime time,
                  MonotonicTime now) {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (set_.urls[set_.spots[i].url].path != path) continue;
    const auto found = found_at(document, set_.spots[i]);
    if (!found) {
      expand_failed_ = true;
      continue;
    }
    if (found->number && set_.spots[i].scale == 1.0) latest_[measured_[i]] = *found->number;
    auto reading = channels_[i].take(*found, time, now);
    if (!reading) continue;
    reading->sensor = static_cast<std::uint32_t>(i);
    readings_.push_back(*reading);
  }
}

std::vector<Sensor> Reader::publish(const Conditions& conditions) {
  std::vector<Sensor> out;
  out.reserve(channels_.size());
  for (Channel& channel : channels_) out.push_back(channel.publish(conditions));
  return out;
}

bool Reader::outdated() const {
  return std::any_of(channels_.begin(), channels_.end(),
                     [](const Channel& channel) { return channel.outdated(); });
}

void Reader::inherit(const Reader& earlier) {
  for (Channel& channel : channels_)
    for (const Channel& other : earlier.channels_)
      if (id_of(other.measured()) == id_of(channel.measured())) channel.inherit(other);
}

std::vector<std::string> Reader::take_faults() {
  std::vector<std::string> out;
  for (Channel& channel : channels_)
    if (channel.take_fault())
      out.push_back(id_of(channel.measured()) + " fell, which a LifetimeReading never should");
  return out;
}

bool Reader::same_values(const Reader& other) const {
  return std::equal(channels_.begin(), channels_.end(), other.channels_.begin(),
                    other.channels_.end(), [](const Channel& a, const Channel& b) {
                      return id_of(a.measured()) == id_of(b.measured()) &&
                             a.measured().boundary == b.measured().boundary &&
                             a.measured().supply == b.measured().supply &&
                             a.sensor().model == b.sensor().model &&
                             a.sensor().firmware == b.sensor().firmware &&
                             a.sensor().serial == b.sensor().serial;
                    });
}

}  // namespace joulemark::redfish
