// What telemetry cannot know (FORMATS 6, joulemark.plan/1), as its author wrote it: read_plan() has
// checked its shape and that it does not contradict itself; nothing here has been looked up yet.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/metrology.h"
#include "core/sensor.h"
#include "core/units.h"
#include "measurement/estimate.h"
#include "measurement/psu_efficiency.h"

namespace joulemark {

using NodeNames = std::vector<std::string>;

struct PlanMembers {
  NodeNames nodes;
  std::string role, cooling;
  Supply supply = Supply::kUnknown;  // declared: mandatory above reference-only
};

// METHOD N-0.
enum class AllocationEvidence { kTyped, kSlurm, kMllog, kLoadgen, kKubernetes };
std::string_view to_string(AllocationEvidence);
struct PlanAllocation {
  AllocationEvidence evidence = AllocationEvidence::kTyped;
  std::string job, file;
};

// Scopes that feed members and belong to none of them: every one is a label `scope` of a series.
struct PlanOutlets {
  std::string node;
  std::vector<std::string> scopes;  // all of them: A and B, every PSU
};
struct PlanShelves {
  std::string rack;
  std::vector<std::string> scopes;
  NodeNames feeds;                                             // all members on its busbar
  std::optional<std::pair<double, double>> distribution_loss;  // S-2D; none: METHOD's default
};
// A chassis that several nodes share, ours and others (S-1d).
struct PlanChassis {
  std::string chassis;
  std::vector<std::string> scopes;
  NodeNames feeds;
};

// S-2. nodes: whose supplies they are; empty: every node that is measured as DC.
struct PlanPsu {
  NodeNames nodes;
  double line_volts = 0.0;
  int psus_per_node = 0;
  PsuCurve curve;
};

struct PlanUnmeasured {  // S-3, per node
  NodeNames nodes;
  std::string what;
  double low = 0.0, high = 0.0;  // W
};

struct PlanShared {  // N-2
  std::string name, kind;
  SharedEquipment equipment;             // unless it is measured
  std::vector<std::string> measured_by;  // scopes; empty: estimated
};

struct PlanBounds {  // S-4b, of the node
  NodeNames nodes;
  std::optional<Bound> minimum, maximum;
};

struct PlanCertificate {  // METHOD L, calibrated
  std::string serial, certificate, laboratory, number;
  std::string date, valid_until;      // YYYY-MM-DD
  double expanded_uncertainty = 0.0;  // relative, k = 2
  std::optional<std::pair<double, double>> range_watts;
};

struct PlanAccuracy {  // data sheet of a model
  std::string vendor, model, datasheet;
  double ratio = 0.0, watts = 0.0;
  Distribution distribution = Distribution::kRectangular;
  std::optional<double> dof;
};

struct PlanStorage {  // S-6
  std::string scope, model;
  double usable_joules = 0.0;
  std::optional<double> charge_begin, charge_end, u_joules;
};

struct PlanWork {
  std::string file;                           // work log, or
  std::string metric, kind, node_label, job;  // a counter of the server, per node
};

struct PlanMapping {  // a series of another exporter becomes a sensor
  std::string match;  // PromQL selector
  std::string node_label;
  std::string unit;             // watt, milliwatt, joule, millijoule, microjoule, kilowatthour
  Sensor sensor;                // node and id are filled per series; metrology as stated
  double modulus_joules = 0.0;  // 0: not known
  std::optional<double> ceiling_watts;
};

struct Plan {
  std::string file;  // for messages
  std::string name;
  std::vector<PlanMembers> members;
  std::optional<PlanAllocation> allocation;
  std::vector<PlanOutlets> outlets;
  std::vector<PlanShelves> shelves;
  std::vector<PlanChassis> chassis;
  std::vector<PlanPsu> psus;
  std::vector<PlanUnmeasured> unmeasured;
  std::vector<PlanShared> shared;
  std::vector<PlanBounds> bounds;
  std::vector<PlanCertificate> calibration;
  std::vector<std::string> crosschecks;  // files
  std::vector<PlanAccuracy> accuracy;
  std::vector<PlanStorage> storage;
  std::string idle_baseline;  // file
  std::optional<PlanWork> work;
  std::optional<double> clock_bound;  // s; may only raise delta
  std::vector<PlanMapping> mapping;

  [[nodiscard]] NodeNames nodes() const;  // of all members, in order
  // Everything the plan names beside itself, relative to its folder.
  [[nodiscard]] std::vector<std::string> files() const;
};

}  // namespace joulemark
