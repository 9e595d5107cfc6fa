#include "query/eligibility.h"

namespace joulemark {

Eligibility eligibility(Class cls, Supply supply, const Codes& reasons) {
  const bool closed = cls == Class::kCalibrated && supply != Supply::kUnknown &&
                      !reasons.contains(Code::kStorageInPath);
  switch (cls) {
    case Class::kCalibrated:
      if (closed)
        return {{"Training, HPC", "Inference Open", "Inference Closed (if its rule changes)"}, {}};
      return {{"Training, HPC", "Inference Open"}, {"Inference Closed"}};
    case Class::kCrossValidated:
      return {{"Training, HPC", "Inference Open"}, {"Inference Closed"}};
    case Class::kCorroborated:
      return {{"Inference Open (labelled)"}, {"Training, HPC", "Inference Closed"}};
    case Class::kVendorStated:
    case Class::kReferenceOnly:
      return {{"Inference Open (informative)"}, {"Training, HPC", "Inference Closed"}};
  }
  return {};
}

}  // namespace joulemark
