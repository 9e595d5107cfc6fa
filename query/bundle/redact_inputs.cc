#include "query/bundle/redact_inputs.h"

#include <algorithm>
#include <tuple>

namespace joulemark {
namespace {

enum class TextKind {
  kNode,
  kHost,
  kExporter,
  kCluster,
  kJob,
  kSerial,
  kRack,
  kChassis,
  kBoot,
  kWord,
  kScope,
  kUrl,
  kText
};

// Every text that may hold a name, once for both directions.
template <class T, class Visit>
void visit_telemetry(T& telemetry, Visit visit) {
  visit(TextKind::kUrl, telemetry.server.url);
  for (auto& one : telemetry.sensors) {
    visit(TextKind::kNode, one.sensor.node);
    visit(TextKind::kExporter, one.exporter);
    visit(TextKind::kExporter, one.series.exporter);
    visit(TextKind::kCluster, one.cluster);
    visit(TextKind::kJob, one.job);
    visit(TextKind::kSerial, one.sensor.serial);
    visit(TextKind::kRack, one.sensor.rack);
    visit(TextKind::kChassis, one.sensor.chassis);
    visit(TextKind::kScope, one.sensor.scope);
    visit(TextKind::kText, one.sensor.id);
    visit(TextKind::kText, one.sensor.metrology.accuracy.group);
    visit(TextKind::kText, one.series.metrology.accuracy.group);
  }
  for (auto& clock : telemetry.clocks) visit(TextKind::kExporter, clock.host);
  for (auto& counter : telemetry.work) visit(TextKind::kNode, counter.node);
}

template <class T, class Visit>
void visit_request(T& request, Visit visit) {
  visit(TextKind::kHost, request.window.host);
  visit(TextKind::kBoot, request.window.boot_id);
  for (auto& word : request.window.command) visit(TextKind::kWord, word);
  if (request.nodes)
    for (auto& node : *request.nodes) visit(TextKind::kNode, node);
  for (auto& piece : request.others) visit_telemetry(piece, visit);
  visit(TextKind::kText, request.window.given);
  for (auto& line : request.window.log_lines) visit(TextKind::kText, line);
  visit(TextKind::kText, request.nodes_from);
}

const char* name_of_kind(TextKind kind) {
  switch (kind) {
    case TextKind::kNode:
      return "node";
    case TextKind::kHost:
      return "host";
    case TextKind::kExporter:
      return "exporter";
    case TextKind::kCluster:
      return "cluster";
    case TextKind::kJob:
      return "job";
    case TextKind::kSerial:
      return "serial";
    case TextKind::kRack:
    case TextKind::kChassis:
      return "place";
    case TextKind::kBoot:
      return "boot";
    case TextKind::kWord:
      return "word";
    case TextKind::kUrl:
      return "server";
    case TextKind::kScope:
    case TextKind::kText:
      break;
  }
  return "";
}

// Paths and @files in what a user typed; "@hosts.txt", "/home/me/window.json".
void add_paths(RedactedNames& names, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t,;()", at), text.size());
    const std::string word = text.substr(at, end - at);
    const bool scope_like = word.starts_with("node/");
    if (!scope_like && (word.starts_with('@') || word.starts_with('/') || word.starts_with("~/") ||
                        word.starts_with("./")))
      names.add("path", word);
    at = end + 1;
  }
}

void add_one(RedactedNames& names, TextKind kind, const std::string& text) {
  switch (kind) {
    case TextKind::kScope:
      return names.add_places(text);
    case TextKind::kText:
      return add_paths(names, text);
    case TextKind::kExporter:
    case TextKind::kUrl:
      return names.add(name_of_kind(kind), RedactedNames::host_of(text));
    default:
      return names.add(name_of_kind(kind), text);
  }
}

// The host is replaced, scheme and port stay.
std::string redacted_address(const RedactedNames& names, const std::string& address) {
  const std::string host = RedactedNames::host_of(address);
  const std::size_t at = address.find(host);
  if (host.empty() || at == std::string::npos) return address;
  return address.substr(0, at) + names.name(host) +
         names.text(std::string_view(address).substr(at + host.size()));
}

void redact_one(const RedactedNames& names, TextKind kind, std::string& text) {
  switch (kind) {
    case TextKind::kScope:
      text = names.scope(text);
      return;
    case TextKind::kText:
      text = names.text(text);
      return;
    case TextKind::kExporter:
    case TextKind::kUrl:
      text = redacted_address(names, text);
      return;
    default:
      text = names.name(text);
  }
}

void sort_again(Telemetry& telemetry) {
  std::stable_sort(telemetry.sensors.begin(), telemetry.sensors.end(),
                   [](const SensorTelemetry& a, const SensorTelemetry& b) {
                     return std::tie(a.sensor.node, a.sensor.source, a.sensor.id) <
                            std::tie(b.sensor.node, b.sensor.source, b.sensor.id);
                   });
}

}  // namespace

void add_names(RedactedNames& names, const Telemetry& telemetry, const EvaluationRequest& request) {
  // Nodes first: an exporter or a host of the same name is the same machine.
  for (const bool nodes : {true, false}) {
    const auto add = [&](TextKind kind, const std::string& text) {
      if ((kind == TextKind::kNode) == nodes) add_one(names, kind, text);
    };
    visit_telemetry(telemetry, add);
    visit_request(request, add);
  }
}

void redact(const RedactedNames& names, Telemetry& telemetry, EvaluationRequest& request) {
  const auto replace = [&](TextKind kind, std::string& text) { redact_one(names, kind, text); };
  visit_telemetry(telemetry, replace);
  visit_request(request, replace);
  sort_again(telemetry);
  for (Telemetry& piece : request.others) sort_again(piece);
}

}  // namespace joulemark
