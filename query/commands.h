// The commands of `joulemark`. Each prints its own errors, as one line, and returns the exit
// status.
#pragma once

#include "query/arguments.h"
#include "query/services.h"

namespace joulemark {

int run_energy(const EnergyArguments& arguments, const Services& services);
int run_command(const RunArguments& arguments, const Services& services);
int run_mark(const MarkArguments& arguments, const Services& services);
int run_preflight(const PreflightArguments& arguments, const Services& services);
int run_plan_init(const PlanInitArguments& arguments, const Services& services);
int run_nodes(const NodesArguments& arguments, const Services& services);
int run_idle(const IdleArguments& arguments, const Services& services);
int run_crosscheck(const CrosscheckArguments& arguments, const Services& services);
int run_compare(const CompareArguments& arguments, const Services& services);
int run_runs(const RunsArguments& arguments, const Services& services);
int run_audit(const AuditArguments& arguments, const Services& services);
int run_survey(const SurveyArguments& arguments, const Services& services);
int run_explain(const ExplainArguments& arguments, const Services& services);
// May leave threads behind in calls that do not end: end the process with _exit.
int run_sources(const SourcesArguments& arguments, const Services& services);
int run_verify(const VerifyArguments& arguments, const Services& services);
int run_redact(const RedactArguments& arguments, const Services& services);

}  // namespace joulemark
