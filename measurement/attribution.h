// Who is charged with the energy (METHOD W): per job, member and role, split into an idle and a
// dynamic part, exact to the millijoule. Weights only split the total; they never change it.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/apportion.h"
#include "measurement/energy_per_work.h"

namespace joulemark {

// A job on one member.
struct WorkOfJob {
  std::string job;
  double allocated = 0.0;  // a_ij: fraction of the member, 0..1
  double weight = 0.0;     // w_ij: tokens, batches or active time; one kind per report
};

// One member of the SUT with its whole energy of the window, idle or not (N-1).
struct AttributedMember {
  std::string node, role;
  double energy = 0.0;                                           // E_i, J
  double idle_watts = std::numeric_limits<double>::quiet_NaN();  // P_idle,i; no default
  double u_idle_watts = 0.0;                                     // its standard uncertainty
  bool shared = false;  // SHARED_NODE: another job ran on it; it is charged whole (N-0)
  std::vector<WorkOfJob> jobs;
};

struct EnergyShare {
  Millijoules idle = 0, dynamic = 0;
  // Expanded uncertainty, J (W-5): share x U_rel of the total, plus 2 D u(P_idle) for what the
  // split moves between the two parts. Of the whole only where the split moves energy between jobs.
  double U_idle = 0.0, U_dynamic = 0.0, U = 0.0;
  [[nodiscard]] Millijoules total() const { return idle + dynamic; }
};

// W-2, for a shared member: a second figure, class reference-only, beside what is charged.
struct SharedNodeShare {
  Millijoules share = 0;          // by allocation, the rest left to others
  Millijoules low = 0, high = 0;  // bracket: its dynamic part, all of the member
};

struct ShareOfJob {
  std::string job;
  EnergyShare energy;
  double weight = 0.0;
  std::optional<SharedNodeShare> shared;  // only within a shared member
};

struct ShareOfMember {
  std::string node, role;
  EnergyShare energy;
  Millijoules unattributed = 0;
  double share = 0.0;          // of the total
  double idle_fraction = 0.0;  // of its energy
  double weight = 0.0;         // work done on it; 0: listed as allocated but idle, charged in full
  bool shared = false;
  std::vector<ShareOfJob> jobs;  // by name
};

struct ShareOfRole {
  std::string role;
  std::size_t members = 0;
  EnergyShare energy;
  double weight = 0.0;
};

struct JobTotal {
  std::string job;
  EnergyShare energy;
  double weight = 0.0;
  std::optional<EnergyPerWork> per_work;  // R-2; none where no work was done
};

struct Attribution {
  Millijoules total = 0;         // sum of the members' whole energies
  Millijoules unattributed = 0;  // unallocated shares; total = jobs + unattributed, exactly (W-5)
  std::vector<JobTotal> jobs;    // by name
  std::vector<ShareOfMember> members;  // as given
  std::vector<ShareOfRole> roles;      // by name
};

// Of E_total: standard and (headline) expanded uncertainty over the energy.
struct RelativeUncertainty {
  double u = 0.0, U = 0.0;
};

// W-1 to W-5; duration D in s. kInvalid, naming the member: no member; a node or a job of a node
// twice; an energy, weight or allocation that is negative or no finite number; allocations of a
// node that add up to more than 1; no idle baseline (absent is not 0 W); a duration that is not
// above zero; more than kMostMillijoules in all.
Result<Attribution> attribute(std::span<const AttributedMember> members, double duration,
                              RelativeUncertainty of_total);

}  // namespace joulemark
