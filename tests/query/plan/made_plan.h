// Telemetry and plans made for tests: meters whose joules are known, inside and outside the
// machines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "query/evaluation.h"
#include "tests/query/canned.h"

namespace joulemark::planned {

using canned::CounterSpec;

inline constexpr double kD = 600.0;  // s, of canned::window()

CounterSpec outlet(int number, double watts);
CounterSpec shelf(int number, double watts);
CounterSpec tray(const std::string& name, double watts);
CounterSpec ac_node(const std::string& name, double watts);
CounterSpec psu_input(const std::string& name, int number, double watts);
Telemetry seen(const std::vector<CounterSpec>& specs);
EvaluationRequest by_plan(const std::string& plan,
                          const std::map<std::string, std::string>& files = {});
Report report_of(const std::vector<CounterSpec>& specs, const std::string& plan,
                 const std::map<std::string, std::string>& files = {});
const NodeReport& unit(const Report& report, const std::string& name);
bool is_complete(const Report& report);

}  // namespace joulemark::planned
