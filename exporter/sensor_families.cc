#include "exporter/sensor_families.h"

#include "core/metric_names.h"
#include "exporter/label_text.h"
#include "exporter/page_writer.h"

namespace joulemark {
namespace {

// Calls write(writer, text, state) for the sensors that have the state it needs.
template <class Write>
void each_read(std::string& out, std::string_view name, const SensorSelection& sensors, bool fresh,
               Write write) {
  PageWriter writer(out);
  writer.family(name);
  for (const SensorView* view : sensors)
    if (view->state && (view->fresh || !fresh)) write(writer, *view, *view->state);
}

template <class Write>
void each(std::string& out, std::string_view name, const SensorSelection& sensors, Write write) {
  PageWriter writer(out);
  writer.family(name);
  for (const SensorView* view : sensors) write(writer, *view->text, view->text->sensor.metrology);
}

void write_energy(PageWriter& writer, const SensorView& view, const EnergyState&) {
  const SensorText& text = *view.text;
  if (const auto* counts = std::get_if<EnergyCount>(&view.energy))
    writer.product(text.energy, counts->counts, text.sensor.joules_per_count);
  else
    writer.number(text.energy, std::get<Joules>(view.energy).value());
}

void append_accuracy(std::string& out, const SensorSelection& sensors) {
  const auto stated = [&](std::string_view name, auto value) {
    each(out, name, sensors, [&](PageWriter& w, const SensorText& text, const Metrology& m) {
      if (m.accuracy.source != AccuracySource::kNone) value(w, text, m.accuracy);
    });
  };
  stated(metric::kAccuracyRatio, [](PageWriter& w, const SensorText& t, const Accuracy& a) {
    w.number(t.identity, a.relative);
  });
  stated(metric::kAccuracyWatts, [](PageWriter& w, const SensorText& t, const Accuracy& a) {
    w.number(t.identity, a.absolute.value());
  });
  stated(metric::kAccuracyDof, [](PageWriter& w, const SensorText& t, const Accuracy& a) {
    if (a.dof) w.number(t.identity, *a.dof);
  });
  stated(metric::kAccuracyCommonRatio, [](PageWriter& w, const SensorText& t, const Accuracy& a) {
    w.number(t.identity, a.common);
  });
}

void append_resolution(std::string& out, const SensorSelection& sensors) {
  for (const auto& [name, quantity] : {std::pair{metric::kResolutionWatts, QuantityKind::kPower},
                                       std::pair{metric::kResolutionJoules, QuantityKind::kEnergy}})
    each(out, name, sensors,
         [kind = quantity](PageWriter& w, const SensorText& text, const Metrology& m) {
           if (m.resolution > 0 && text.sensor.quantity == kind)
             w.number(text.identity, m.resolution);
         });
}

void append_timing(std::string& out, const SensorSelection& sensors) {
  each(out, metric::kUpdateInterval, sensors,
       [](PageWriter& w, const SensorText& t, const Metrology& m) {
         if (m.update_interval) w.number(t.identity, seconds(*m.update_interval));
       });
  each(out, metric::kAveraging, sensors,
       [](PageWriter& w, const SensorText& t, const Metrology& m) {
         if (t.sensor.quantity == QuantityKind::kPower) w.number(t.identity, seconds(m.averaging));
       });
  each(out, metric::kObservedRatio, sensors,
       [](PageWriter& w, const SensorText& t, const Metrology& m) {
         w.number(t.identity, m.observed_ratio);
       });
  each(out, metric::kLatency, sensors, [](PageWriter& w, const SensorText& t, const Metrology& m) {
    w.number(t.with("limit", "min"), seconds(m.latency_min));
    w.number(t.with("limit", "max"), seconds(m.latency_max));
  });
  each(out, metric::kSamplingInterval, sensors,
       [](PageWriter& w, const SensorText& t, const Metrology& m) {
         if (m.sampling_interval) w.number(t.identity, seconds(*m.sampling_interval));
       });
}

void append_limits(std::string& out, const SensorSelection& sensors) {
  const auto bound = [](PageWriter& w, const SensorText& t, std::string_view limit,
                        const std::optional<Bound>& value) {
    if (value)
      w.number(t.with("limit", limit, "evidence", to_string(value->source)), value->watts.value());
  };
  each(out, metric::kBound, sensors, [&](PageWriter& w, const SensorText& t, const Metrology& m) {
    bound(w, t, "min", m.power_min);
    bound(w, t, "max", m.power_max);
  });
  each(out, metric::kRating, sensors, [](PageWriter& w, const SensorText& t, const Metrology& m) {
    if (m.rating) w.number(t.identity, m.rating->value());
  });
}

std::string node_labels(const NodeFigure& figure) {
  std::string out = "{";
  append_label(out, "node", figure.node);
  out += ',';
  append_label(out, "basis", to_string(*figure.basis));
  out += ',';
  append_label(out, "complete", figure.complete ? "true" : "false");
  return out + "}";
}

}  // namespace

void append_power_family(std::string& out, const SensorSelection& sensors) {
  each_read(out, metric::kPower, sensors, true,
            [](PageWriter& w, const SensorView& view, const EnergyState& state) {
              if (state.power) w.number(view.text->placed, state.power->value());
            });
}

void append_energy_families(std::string& out, const SensorSelection& sensors) {
  each_read(out, metric::kEnergy, sensors, true, write_energy);
  each_read(out, metric::kReadingTime, sensors, true,
            [](PageWriter& w, const SensorView& view, const EnergyState& state) {
              w.time(view.text->identity, state.time);
            });
  each_read(out, metric::kSamplingVariance, sensors, true,
            [](PageWriter& w, const SensorView& view, const EnergyState& state) {
              if (std::holds_alternative<Joules>(view.energy))
                w.number(view.text->identity, state.variance);
            });
  each_read(out, metric::kPowerExtreme, sensors, true,
            [](PageWriter& w, const SensorView& view, const EnergyState& state) {
              if (!state.extremes) return;
              w.number(view.text->lowest, state.extremes->min.value());
              w.number(view.text->highest, state.extremes->max.value());
            });
  each_read(out, metric::kEnergyStart, sensors, false,
            [](PageWriter& w, const SensorView& view, const EnergyState& state) {
              w.time(view.text->identity, state.start);
            });
  each_read(out, metric::kUncovered, sensors, false,
            [](PageWriter& w, const SensorView& view, const EnergyState& state) {
              w.number(view.text->identity, state.uncovered);
            });
  each_read(out, metric::kResets, sensors, false,
            [](PageWriter& w, const SensorView& view, const EnergyState& state) {
              w.count(view.text->identity, state.resets);
            });
}

void append_description_families(std::string& out, const SensorSelection& sensors) {
  each(out, metric::kSensorInfo, sensors,
       [](PageWriter& w, const SensorText& t, const Metrology&) { w.count(t.info, 1); });
  append_accuracy(out, sensors);
  append_resolution(out, sensors);
  append_timing(out, sensors);
  append_limits(out, sensors);
}

void append_node_families(std::string& out, const std::vector<NodeFigure>& figures,
                          const std::vector<SensorView>& views) {
  PageWriter writer(out);
  writer.family(metric::kNodePower);
  for (const NodeFigure& figure : figures)
    if (figure.basis && figure.power) writer.number(node_labels(figure), figure.power->value());
  writer.family(metric::kNodeEnergy);
  for (const NodeFigure& figure : figures)
    if (figure.basis && figure.energy) writer.number(node_labels(figure), figure.energy->value());
  writer.family(metric::kNodeMember);
  for (const NodeFigure& figure : figures) {
    const std::string_view basis = figure.basis ? to_string(*figure.basis) : "none";
    for (const NodeMember& member : figure.members)
      writer.count(views[member.view].text->with("basis", basis, "role", to_string(member.role)),
                   1);
  }
}

}  // namespace joulemark
