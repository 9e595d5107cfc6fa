// The services a survey is asked to look at, with their passwords.
#pragma once

#include <string>
#include <vector>

#include "core/http_options.h"
#include "core/result.h"
#include "query/arguments.h"
#include "query/services.h"
#include "sources/redfish/target.h"

namespace joulemark {

struct SurveyTarget {
  redfish::Target target;
  std::string password;
};

// Those of --target and of --config.file. kInvalid: none, one that is malformed, a password file
// that cannot be read.
Result<std::vector<SurveyTarget>> survey_targets(const SurveyArguments& arguments,
                                                 const Services& services);

HttpOptions http_options_of(const redfish::Target& target);

}  // namespace joulemark
