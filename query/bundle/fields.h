// Every field of what a bundle stores about sensors, said once for both directions: Fields writes
// JSON or reads it (see inventory.cc). T is const when written. A field that is left out here is an
// input that a bundle loses: tests/query/bundle/fields_test.cc counts them.
#pragma once

#include "query/telemetry.h"

namespace joulemark::bundle {

template <class Fields, class T>
void describe_bound(Fields& f, T& bound) {
  f.quantity("watts", bound.watts);
  f.word("source", bound.source, parse_bounds_source);
}

template <class Fields, class T>
void describe_accuracy(Fields& f, T& accuracy) {
  f.number("relative", accuracy.relative);
  f.quantity("absolute_watts", accuracy.absolute);
  f.word("distribution", accuracy.distribution, parse_distribution);
  f.number("dof", accuracy.dof);
  f.text("group", accuracy.group);
  f.number("common_ratio", accuracy.common);
  f.word("source", accuracy.source, parse_accuracy_source);
}

template <class Fields, class T>
void describe_metrology(Fields& f, T& m) {
  f.duration("averaging_ns", m.averaging);
  f.number("observed_ratio", m.observed_ratio);
  f.duration("update_interval_ns", m.update_interval);
  f.duration("latency_min_ns", m.latency_min);
  f.duration("latency_max_ns", m.latency_max);
  f.number("resolution", m.resolution);
  f.word("rounding", m.rounding, parse_rounding);
  f.word("sampling", m.sampling, parse_sampling);
  f.word("time", m.time_stamp, parse_time_stamp);
  f.duration("sampling_interval_ns", m.sampling_interval);
  f.object("accuracy", m.accuracy, [](auto& g, auto& part) { describe_accuracy(g, part); });
  f.object("power_min", m.power_min, [](auto& g, auto& part) { describe_bound(g, part); });
  f.object("power_max", m.power_max, [](auto& g, auto& part) { describe_bound(g, part); });
  f.quantity("modulus_joules", m.modulus);
  f.quantity("ceiling_watts", m.ceiling);
  f.quantity("rating_watts", m.rating);
  f.count_or("supplies_by_load", m.supplies_by_load, 0);
  f.word("power_kind", m.power_kind, parse_power_kind);
  f.flag("filtered", m.filtered);
}

template <class Fields, class T>
void describe_sensor(Fields& f, T& sensor) {
  f.text("node", sensor.node);
  f.text("source", sensor.source);
  f.text("sensor", sensor.id);
  f.text("scope", sensor.scope);
  f.word("component", sensor.component, parse_component);
  f.word("boundary", sensor.boundary, parse_boundary);
  f.word("supply", sensor.supply, parse_supply);
  f.word("quantity", sensor.quantity, parse_quantity_kind);
  f.number("joules_per_count", sensor.joules_per_count);
  f.count("modulus_counts", sensor.modulus_counts);
  f.count_or("power_supplies", sensor.power_supplies, 1);
  f.object("metrology", sensor.metrology, [](auto& g, auto& part) { describe_metrology(g, part); });
  f.text("vendor", sensor.vendor);
  f.text("model", sensor.model);
  f.text("serial", sensor.serial);
  f.text("firmware", sensor.firmware);
  f.text("driver", sensor.driver);
  f.text("rack", sensor.rack);
  f.text("chassis", sensor.chassis);
  f.text("source_class", sensor.source_class);
  f.flag("simulated", sensor.simulated);
}

// All but the columns, which are the samples, and the metrology, which is that of the sensor unless
// it says otherwise.
template <class Fields, class T>
void describe_series(Fields& f, T& series) {
  f.kind("kind", series.kind);
  f.text("exporter", series.exporter);
  f.text("source", series.source);
  f.flag("node_scope", series.node_scope);
  f.flag("edges_only", series.edges_only);
}

template <class Fields, class T>
void describe_telemetry(Fields& f, T& sensor) {
  f.text("cluster", sensor.cluster);
  f.text("exporter", sensor.exporter);
  f.text("job", sensor.job);
  f.number("scrape_interval_s", sensor.scrape_interval);
  f.flag("metadata_changed", sensor.metadata_changed);
  f.object("identity", sensor.sensor, [](auto& g, auto& part) { describe_sensor(g, part); });
  f.object("series", sensor.series, [](auto& g, auto& part) { describe_series(g, part); });
  f.unless_same("series_metrology", sensor.series.metrology, sensor.sensor.metrology,
                [](auto& g, auto& part) { describe_metrology(g, part); });
}

template <class Fields, class T>
void describe_server(Fields& f, T& server) {
  f.text("url_redacted", server.url);
  f.text("product", server.product);
  f.text("version", server.version);
}

}  // namespace joulemark::bundle
