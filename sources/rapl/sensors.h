// From zones to sensors: what each zone stands for, so that nothing can be counted twice.
#pragma once

#include <string>
#include <vector>

#include "core/sensor.h"
#include "sources/rapl/cpu.h"
#include "sources/rapl/options.h"
#include "sources/rapl/zone.h"

namespace joulemark::rapl {

// Zones with equal id show the same counter; the first of them that can be opened is the sensor.
struct Candidate {
  Zone zone;
  Sensor sensor;
};

// In order of id; of equal ids the better zone first: MSR or TPMI before MMIO, lower die before
// higher.
std::vector<Candidate> plan_sensors(const std::vector<Zone>& zones, const Cpu& cpu,
                                    const Options& options);

// The counter runs from 0 to range and then starts again: range + one unit, in microjoules. 0: the
// range cannot be one.
std::uint64_t modulus_of(std::uint64_t range);

// The kernel's DRAM unit does not fit this processor: energies are off by a factor of about four
// (a kernel that still uses the old constant on Sapphire Rapids, or lacks it for Broadwell-D).
bool dram_unit_is_suspect(const Cpu& cpu, const Zone& zone);

}  // namespace joulemark::rapl
