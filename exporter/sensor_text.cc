#include "exporter/sensor_text.h"

#include <initializer_list>
#include <utility>

#include "exporter/label_text.h"

namespace joulemark {
namespace {

using Label = std::pair<std::string_view, std::string_view>;

// An empty label is the same as none, so it is left out.
void append_labels(std::string& out, std::initializer_list<Label> labels) {
  for (const auto& [name, value] : labels) {
    if (value.empty()) continue;
    if (out.size() > 1) out += ',';
    append_label(out, name, value);
  }
}

std::string braces(std::string open) { return std::move(open) + "}"; }

std::string open_identity(const Sensor& s) {
  std::string out = "{";
  append_labels(out, {{"node", s.node}, {"source", s.source}, {"sensor", s.id}});
  return out;
}

std::string open_placed(const Sensor& s) {
  std::string out = open_identity(s);
  append_labels(out, {{"scope", s.scope},
                      {"component", to_string(s.component)},
                      {"boundary", to_string(s.boundary)}});
  return out;
}

std::string_view method_of(const Sensor& s) {
  return s.quantity == QuantityKind::kEnergy ? "counter" : "integrated";
}

std::string_view yes_no(bool value) { return value ? "true" : "false"; }

std::string info_labels(const Sensor& s, bool show_serial) {
  const Metrology& m = s.metrology;
  const bool stated = m.accuracy.source != AccuracySource::kNone;
  std::string out = open_placed(s);
  append_labels(out, {{"supply", to_string(s.supply)},
                      {"quantity", to_string(s.quantity)},
                      {"power_kind", to_string(m.power_kind)},
                      {"sampling", to_string(m.sampling)},
                      {"time", to_string(m.time_stamp)},
                      {"rounding", to_string(m.rounding)},
                      {"accuracy_source", to_string(m.accuracy.source)},
                      {"accuracy_distribution", stated ? to_string(m.accuracy.distribution) : ""},
                      {"accuracy_group", m.accuracy.group},
                      {"vendor", s.vendor},
                      {"model", s.model},
                      {"serial", show_serial ? std::string_view(s.serial) : std::string_view()},
                      {"firmware", s.firmware},
                      {"driver", s.driver},
                      {"rack", s.rack},
                      {"chassis", s.chassis},
                      {"source_class", s.source_class},
                      {"filtered", yes_no(m.filtered)},
                      {"simulated", yes_no(s.simulated)}});
  return braces(std::move(out));
}

}  // namespace

SensorText::SensorText(Sensor described, bool show_serial)
    : sensor(std::move(described)),
      identity(braces(open_identity(sensor))),
      placed(braces(open_placed(sensor))),
      lowest(with("limit", "min", "window", "60s")),
      highest(with("limit", "max", "window", "60s")),
      info(info_labels(sensor, show_serial)) {
  std::string open = open_placed(sensor);
  append_labels(open, {{"method", method_of(sensor)}});
  energy = braces(std::move(open));
}

std::string SensorText::with(std::string_view name, std::string_view value) const {
  return with(name, value, {}, {});
}

std::string SensorText::with(std::string_view name, std::string_view value,
                             std::string_view other_name, std::string_view other_value) const {
  std::string open = open_identity(sensor);
  append_labels(open, {{name, value}, {other_name, other_value}});
  return braces(std::move(open));
}

}  // namespace joulemark
