#include "query/source_look.h"

#include "core/names.h"

namespace joulemark {
namespace {

constexpr NameTable<SourceState, 7> kStateNames{{
    {SourceState::kOff, "off"},
    {SourceState::kFound, "found"},
    {SourceState::kNothingHere, "nothing_here"},
    {SourceState::kNoPermission, "no_permission"},
    {SourceState::kNeedsConfiguration, "needs_configuration"},
    {SourceState::kNoAnswer, "no_answer"},
    {SourceState::kFailed, "failed"},
}};

}  // namespace

std::string_view to_string(SourceState state) { return name_of(kStateNames, state); }

bool in_doubt(const SourceLook& source) {
  return source.state != SourceState::kNeedsConfiguration &&
         !(source.problems.empty() && source.warnings.empty());
}

std::string full_name(const Sensor& sensor) { return sensor.source + " " + sensor.id; }

}  // namespace joulemark
