// The words around the figure, as every report for people says them.
#pragma once

#include <string>

#include "query/report.h"

namespace joulemark {

std::string origin_of(const WindowRecord& window);  // "run: ./train.sh, exit status 0"
// "3000", "3000 by result_query_count", or the rate of which only that is known.
std::string work_words(const WorkRatio& ratio);
std::string mean_power(double watts, double uncertainty);
std::string kilowatt_hours(double joules, double uncertainty);
std::string supply_text(Supply supply);
// "AC, PSU or shelf inputs"; empty: no node has a figure.
std::string where_measured(const Report& report);
std::string upper(std::string_view text);
// What the figure after the sign is: "k = 2.00, about 95 %", or U_safe.
std::string kind_of_uncertainty(const Total& figure);
// "sum of the 2 measured of 3 nodes": what the energy of an incomplete total is.
std::string partial_sum(const Evidence& evidence);

}  // namespace joulemark
