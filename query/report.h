// What a report says (FORMATS 7, joulemark.report/1): plain values; the writers only format them.
// Where something was refused its figures are meaningless and no writer shows them (METHOD L-2).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "measurement/class.h"
#include "measurement/code.h"
#include "measurement/cover.h"
#include "measurement/series.h"
#include "measurement/total.h"
#include "measurement/window_energy.h"
#include "query/plan/attributed.h"
#include "query/telemetry.h"
#include "query/window_file.h"

namespace joulemark {

struct SeriesReport {
  std::string source, sensor, scope, exporter;
  Component component = Component::kOther;
  std::string model;   // vendor and model, as far as known
  std::string serial;  // of the device; empty: not known, or not told
  MemberRole role = MemberRole::kUnranked;
  SeriesKind method = SeriesKind::kCounter;
  SeriesEnergy energy;
  Codes codes;    // energy.codes and what metadata and sampling add
  Codes settled;  // of these: shown not to matter in this run, so they cap no class (METHOD L-3)
  Class cls = Class::kReferenceOnly;
  Class accuracy_class = Class::kReferenceOnly;  // what its limits of error alone allow
  bool accuracy_stated =
      true;  // false: neither device nor class says it, and U holds nothing for it
  double scrape_interval = 0.0;  // s
};

// Another complete cover of the node: a comparison, never added (METHOD S-1c).
struct OtherCover {
  Basis basis = Basis::kComponents;
  Supply supply = Supply::kUnknown;
  double energy = 0.0, U = 0.0;
  double ratio = 0.0;                // to the counted energy
  std::vector<std::size_t> members;  // indices into the node's series
};

// What of a scope that feeds others too would fall to the members, split evenly: a second figure of
// class reference-only (METHOD S-1d, W). All of it is in the total.
struct ShareOfScope {
  std::size_t members = 0;
  double energy = 0.0, U = 0.0;
};

// A member of the SUT, or a scope of the plan that feeds members.
struct NodeReport {
  // kOk: counted. kCovered: a member whose energy is in the scope member_of; what its own meters
  // say is information. kUnused: a scope whose members are counted otherwise.
  enum class Status { kOk, kRefused, kMissing, kCovered, kUnused };

  std::string node;
  Status status = Status::kMissing;
  std::string why;                 // refused or missing: one sentence
  std::vector<std::string> feeds;  // of a scope: the members behind it; of a member: empty
  bool equipment = false;          // shared equipment with a meter (METHOD N-2)
  std::string member_of;           // kCovered: the scope that holds its energy
  std::string role, cooling;       // as the plan declares them
  std::vector<std::string> steps;  // from the meters' energy to the figure: "S-2: x 1.0661, ..."
  double estimated = 0.0;          // J of the figure that no meter saw (S-3)
  Total figure;                    // of this unit alone, as counted; not with kRefused, kMissing
  double U_without_plan = 0.0;
  Class cls = Class::kReferenceOnly;
  Codes codes;    // of the node itself
  Codes reasons;  // codes and those of the counted series
  Basis basis = Basis::kComponents;
  bool complete = false;
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  std::string model;
  std::vector<OtherCover> other_covers;
  std::optional<ShareOfScope> share;
  std::vector<SeriesReport> series;

  [[nodiscard]] bool counted() const { return status == Status::kOk; }
  [[nodiscard]] bool is_scope() const { return !feeds.empty(); }
  // A member without energy: METHOD N-3.
  [[nodiscard]] bool lost() const {
    return (!is_scope() || equipment) && (status == Status::kRefused || status == Status::kMissing);
  }
};

// Another way to measure the members of a scope: a comparison, never added (METHOD S-1c).
struct OtherUnits {
  std::string scope;
  std::string what;  // "own meters of its members", "the scope itself"
  std::size_t members = 0;
  Supply supply = Supply::kUnknown;
  double energy = 0.0, U = 0.0;
  double ratio = 0.0;  // to what was counted for these members
};

// METHOD S-1e.
struct Residual {
  std::string node, what;  // "ac_input over psu outputs"
  double energy = 0.0, U = 0.0;
  double fraction = 0.0;  // of the counted energy
  std::optional<std::pair<double, double>> expected;
  bool mismatch = false;
};

struct CountedPart {
  std::string what;
  double energy = 0.0;
  std::string how_known;
  bool estimated = false;
};

// Shared equipment that no meter measures (METHOD N-2), both ways to count it.
struct SharedReport {
  std::string name, kind, model;
  double energy = 0.0, U = 0.0;
  double training_energy = 0.0;  // J, MLPerf Training: P D
  std::string how;               // "0.65 of max rated 2300 W, 36 of 64 ports"
};

// What a plan declares, with its evidence and what it does (REPORT: an auditor reads it first).
struct Declared {
  std::string key, value, evidence;
  // Effect on E and U of having it, J; empty: cannot be told (without it there is no total).
  std::optional<double> effect_on_energy, effect_on_uncertainty;
};

struct TotalReport {
  Total figure;  // status; energy is a partial sum unless complete
  double U_without_plan = 0.0;
  Class cls = Class::kReferenceOnly;
  Supply supply = Supply::kUnknown;
  Codes codes;      // of the total itself
  Codes reasons;    // these and those of the nodes
  std::string why;  // incomplete or refused: one sentence
  std::vector<std::string> may_go_to, not_to;
  std::vector<std::string> limited_by;  // codes and accuracies that allow no better class
  std::vector<Residual> residuals;
  std::vector<OtherUnits> other_units;
};

struct Evidence {
  std::string list;     // how the list of nodes came
  bool listed = false;  // the user gave a list; else every node seen is counted
  std::size_t asked = 0, measured = 0;
  std::vector<std::string> missing;
  bool others_seen = false;  // the telemetry holds nodes outside the list
  std::vector<std::string> unlisted_active;
  std::optional<double> window_clock;  // s; empty: not measured
  std::optional<double> worst_clock;   // s, of the exporters in the cover
  std::size_t clocks_unmeasured = 0;
  double clock_bound = 0.0;                            // delta, s
  double coverage = 1.0;                               // 1 - gap_fraction, weighted by energy
  double longest_interval = 0.0;                       // s
  std::size_t resets = 0, frozen = 0, duplicates = 0;  // series
  std::vector<std::string> unstated_accuracy;          // counted series whose accuracy is not in U
  std::size_t fewest_samples = 0, series = 0;
  double shortest_scrape = 0.0, longest_scrape = 0.0;  // s
};

struct Report {
  std::string id;  // SHA-256 of the JSON without it
  WindowRecord window;
  Window times;
  ServerInfo server;
  std::string name;               // as the plan calls it
  std::vector<NodeReport> nodes;  // in the order asked; scopes of a plan before them
  std::vector<SharedReport> shared;
  std::optional<AttributionReport> attribution;
  std::vector<WorkRatio> ratios;
  std::vector<Declared> declared;
  TotalReport total;
  std::vector<CountedPart> counted;
  std::vector<std::string> not_counted;
  Evidence evidence;
  std::vector<ClockEvidence> clocks;  // exporters of the cover
  std::vector<std::string> advice;
};

}  // namespace joulemark
