// The words of the tables of what was counted.
#include "query/counted_parts.h"

namespace joulemark {

std::string_view to_string(SeriesKind kind) {
  switch (kind) {
    case SeriesKind::kGauge:
      return "power";
    case SeriesKind::kCounter:
      return "counter";
    case SeriesKind::kIntegrated:
      return "integrated";
  }
  return {};
}

std::string_view to_string(NodeReport::Status status) {
  switch (status) {
    case NodeReport::Status::kOk:
      return "ok";
    case NodeReport::Status::kRefused:
      return "refused";
    case NodeReport::Status::kMissing:
      return "missing";
    case NodeReport::Status::kCovered:
      return "covered";
    case NodeReport::Status::kUnused:
      return "unused";
  }
  return {};
}

std::string place_of(Basis basis) {
  switch (basis) {
    case Basis::kOutlets:
      return "PDU outlets";
    case Basis::kAcInput:
      return "PSU or shelf inputs";
    case Basis::kCray:
      return "Cray node meter";
    case Basis::kPlatform:
      return "platform firmware";
    case Basis::kChassis:
      return "chassis meter";
    case Basis::kModule:
      return "modules";
    case Basis::kBattery:
      return "battery";
    case Basis::kPsys:
      return "platform (psys)";
    case Basis::kBoardInput:
      return "board input";
    case Basis::kComponents:
      return "components (CPU, memory, GPU), not the whole node";
  }
  return {};
}

}  // namespace joulemark
