#include "query/bundle/verification_text.h"
#include "query/commands.h"

namespace joulemark {
namespace {

int print_verification(const Verification& v, const WhatIf& rules,
                       const std::optional<Report>& what_if, const VerifyArguments& arguments,
                       const Services& services) {
  const auto items = checklist(v);
  if (arguments.format == OutputFormat::kJson) {
    services.out << verification_to_json(v, items, rules, what_if);
  } else {
    services.out << verification_to_text(v);
    if (what_if) services.out << what_if_to_text(*v.report, rules, *what_if);
    if (arguments.checklist) services.out << checklist_to_text(items);
  }
  services.out << std::flush;
  if (!services.out) return complain(services, "standard output: cannot be written");
  return v.verified() ? kComputed : kRefused;
}

}  // namespace

int run_verify(const VerifyArguments& arguments, const Services& services) {
  const auto rules = parse_what_if(arguments.what_if);
  if (!rules) return complain(services, "verify: " + rules.error().message);
  const auto verification = verify_bundle(arguments.file, arguments.allowed_signers);
  if (!verification) return complain(services, "verify: " + verification.error().message);
  std::optional<Report> what_if;
  if (!rules->words.empty() && verification->report) {
    auto report = evaluate_what_if(*rules, verification->bundle.telemetry,
                                   verification->bundle.request, *verification->report);
    if (!report) return complain(services, "verify: " + report.error().message);
    what_if = std::move(*report);
  }
  return print_verification(*verification, *rules, what_if, arguments, services);
}

}  // namespace joulemark
