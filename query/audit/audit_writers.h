// An audit for people and for programs.
#pragma once

#include <string>

#include "mlperf/audit/audit.h"

namespace joulemark {

std::string audit_to_text(const mlperf::Audit& audit);
std::string audit_to_json(const mlperf::Audit& audit);  // joulemark.audit/1
std::string audit_to_html(const mlperf::Audit& audit);

// "18.96 MJ" of the published formula; "no figure".
std::string published_words(const mlperf::AuditedRun& run);
// "318.914 s from 2024-05-16T22:30:49.339Z"; "window not known".
std::string window_words(const mlperf::AuditedRun& run);

}  // namespace joulemark
