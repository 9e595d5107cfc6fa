// Classes of series and nodes (METHOD L-1, L-5, F-5), and what they bring into the total's.
#pragma once

#include <vector>

#include "query/node_evaluation.h"
#include "query/plan/counted_energy.h"
#include "query/report.h"

namespace joulemark {

// Worst cap of the series' codes; those that were settled in this run cap at cross-validated (L-3).
Class cap_of_report(const SeriesReport& series);

// Best class that items, U/E, codes and sampling budget allow; adds BUDGET_EXCEEDED where that
// budget decides.
Class classify(const std::vector<TotalItem>& items, const Total& figure, Codes& codes);

// Class and reasons of one node and its series; appends its energies to items.
void classify_node(NodeReport& node, const NodeMeasurement& measured, const CountedEnergy& counted,
                   std::vector<TotalItem>& items);

}  // namespace joulemark
