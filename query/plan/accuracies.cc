// calibration, accuracy and crosschecks: what is known of the meters' errors (METHOD L, A, X).
#include <cmath>

#include "query/plan/plan_readers.h"

namespace joulemark {
namespace {

template <class Target>
Result<void> read_date(const Settings& item, std::string_view key, Target& out) {
  return read_stated(item.find(key), out, date_in);
}

Result<void> read_certificate(const Settings& item, Plan& plan, NamedOnce& once) {
  PlanCertificate out;
  Fields fields(item);
  for (const char* needed : {"serial", "certificate", "laboratory", "number", "date", "valid_until",
                             "expanded_uncertainty", "range_watts"})
    fields.require(needed);
  fields.text("serial", out.serial).text("certificate", out.certificate);
  fields.text("laboratory", out.laboratory).text("number", out.number);
  fields.number("expanded_uncertainty", out.expanded_uncertainty);
  fields.check(out.expanded_uncertainty > 0.0 && out.expanded_uncertainty < 0.5,
               "expanded_uncertainty",
               "expected U of the certificate (k = 2) as a fraction, such as 0.004");
  fields.check(!out.serial.empty(), "serial", "expected the serial number on the certificate");
  if (auto done = fields.finish(); !done) return done;
  if (auto done = read_date(item, "date", out.date); !done) return done;
  if (auto done = read_date(item, "valid_until", out.valid_until); !done) return done;
  if (out.valid_until < out.date)
    return item.find("valid_until")->error("lies before the date of the certificate");
  if (auto done = read_stated(item.find("range_watts"), out.range_watts, range_in); !done)
    return done;
  if (auto done = once.claim("serial " + out.serial, "certified", item); !done) return done;
  plan.calibration.push_back(std::move(out));
  return {};
}

Result<void> read_accuracy(const Settings& item, Plan& plan, NamedOnce& once) {
  PlanAccuracy out;
  Fields fields(item);
  fields.require("vendor").text("vendor", out.vendor).require("model").text("model", out.model);
  fields.number("ratio", out.ratio).number("watts", out.watts);
  fields.require("datasheet").text("datasheet", out.datasheet);
  fields.word("distribution", out.distribution, parse_distribution,
              "rect, normal_k1, normal_k2, triangular");
  const Settings* dof = fields.child("dof");
  const auto limit = [](double value) { return std::isfinite(value) && value >= 0.0; };
  fields.check(limit(out.ratio) && out.ratio < 1.0, "ratio",
               "expected a fraction of the reading, such as 0.01");
  fields.check(limit(out.watts), "watts", "expected watts that are not negative");
  fields.check(out.ratio > 0.0 || out.watts > 0.0, "ratio",
               "states no error at all: 0 means not stated (METHOD S-4)");
  if (auto done = fields.finish(); !done) return done;
  if (auto done = read_stated(dof, out.dof, amount_in); !done) return done;
  if (auto done = once.claim("model " + out.vendor + " " + out.model, "described", item); !done)
    return done;
  plan.accuracy.push_back(std::move(out));
  return {};
}

}  // namespace

Result<void> read_accuracies(const Settings& root, Plan& plan, PlanNames&) {
  NamedOnce serials;
  NamedOnce models;
  auto done = each_item(root.find("calibration"), [&](const Settings& item) {
    return read_certificate(item, plan, serials);
  });
  if (!done) return done;
  done = each_item(root.find("accuracy"),
                   [&](const Settings& item) { return read_accuracy(item, plan, models); });
  if (!done) return done;
  return read_stated(root.find("crosschecks"), plan.crosschecks, texts_in);
}

}  // namespace joulemark
