#include "sources/replay/scenario.h"

#include <algorithm>
#include <set>

#include "sources/replay/load_file.h"
#include "sources/replay/sensor_file.h"

namespace joulemark::replay {
namespace {

constexpr std::string_view kSchema = "joulemark.scenario/1";
constexpr std::size_t kMostNodes = 10'000;

bool contains(std::string_view outer, std::string_view inner) {
  return inner.size() > outer.size() && inner.starts_with(outer) && inner[outer.size()] == '/';
}

// Nearest to the grid first; what states no boundary counts with the components.
int distance_from_grid(Boundary boundary) {
  switch (boundary) {
    case Boundary::kAcInput:
      return 0;
    case Boundary::kDcInput:
      return 1;
    case Boundary::kPsuOutput:
      return 2;
    case Boundary::kComponent:
    case Boundary::kUnknown:
      break;
  }
  return 3;
}

std::vector<const SensorSpec*> most_upstream(const std::vector<SensorSpec>& sensors) {
  int nearest = distance_from_grid(Boundary::kUnknown);
  for (const SensorSpec& spec : sensors)
    nearest = std::min(nearest, distance_from_grid(spec.sensor.boundary));
  std::vector<const SensorSpec*> found;
  for (const SensorSpec& spec : sensors)
    if (distance_from_grid(spec.sensor.boundary) == nearest) found.push_back(&spec);
  return found;
}

LoadPtr sum_of_outermost(const std::vector<SensorSpec>& sensors) {
  const auto candidates = most_upstream(sensors);
  std::set<std::string_view> taken;
  std::vector<LoadPtr> loads;
  for (const SensorSpec* spec : candidates) {
    const bool inside = std::any_of(
        candidates.begin(), candidates.end(),
        [&](const SensorSpec* other) { return contains(other->sensor.scope, spec->sensor.scope); });
    if (!inside && taken.insert(spec->sensor.scope).second) loads.push_back(spec->load);
  }
  return loads.size() == 1 ? loads.front() : sum(std::move(loads));
}

// Two sensors of one place must see one thing, or there is no truth.
Result<void> check_against(const Settings& item, const SensorSpec& spec,
                           const std::vector<SensorSpec>& others) {
  for (const SensorSpec& other : others) {
    if (other.sensor.id == spec.sensor.id)
      return item.error("sensor '" + spec.sensor.id + "' is given twice");
    if (other.sensor.scope == spec.sensor.scope && other.sensor.boundary == spec.sensor.boundary &&
        other.load != spec.load)
      return item.error("sensors '" + other.sensor.id + "' and '" + spec.sensor.id +
                        "' have one scope and boundary but two loads");
  }
  return {};
}

Result<Node> read_node(const Settings& item, const Loads& loads) {
  NodeContext context{"", "", nullptr, loads};
  Fields fields(item);
  fields.require("name").text("name", context.name).text("rack", context.rack);
  fields.check(is_plain_name(context.name) && context.name != "total", "name",
               "expected letters, digits and ._:/- (at most 200), not 'total'");
  const Settings* load = fields.child("load");
  const Settings* sensors = fields.require("sensors").child("sensors");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  if (load != nullptr) {
    auto found = find_load(*load, loads);
    if (!found) return tl::unexpected(found.error());
    context.load = std::move(*found);
  }
  if (sensors->items.empty()) return sensors->error("expected a list of sensors");
  Node node{context.name, {}, context.load};
  for (const Settings& sensor : sensors->items) {
    auto spec = read_sensor(sensor, context);
    if (!spec) return tl::unexpected(spec.error());
    if (auto fits = check_against(sensor, *spec, node.sensors); !fits)
      return tl::unexpected(fits.error());
    node.sensors.push_back(std::move(*spec));
  }
  if (node.load == nullptr) node.load = sum_of_outermost(node.sensors);
  return node;
}

Result<std::vector<Node>> read_nodes(const Settings& nodes, const Loads& loads) {
  if (nodes.items.empty() || nodes.items.size() > kMostNodes)
    return nodes.error("expected a list of 1 to 10000 nodes {name, sensors}");
  std::vector<Node> out;
  std::set<std::string> names;
  for (const Settings& item : nodes.items) {
    auto node = read_node(item, loads);
    if (!node) return tl::unexpected(node.error());
    if (!names.insert(node->name).second)
      return item.error("node '" + node->name + "' is given twice");
    out.push_back(std::move(*node));
  }
  return out;
}

}  // namespace

const Node* Scenario::find(std::string_view node) const {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const Node& n) { return n.name == node; });
  return found == nodes.end() ? nullptr : &*found;
}

Result<Scenario> parse_scenario(std::string_view yaml, std::string file) {
  const auto settings = Settings::parse(yaml, std::move(file));
  if (!settings) return tl::unexpected(settings.error());
  Scenario scenario;
  std::string schema;
  Fields fields(*settings);
  fields.require("schema").text("schema", schema);
  fields.check(schema == kSchema, "schema", "expected joulemark.scenario/1");
  fields.require("epoch").time("epoch", scenario.epoch);
  const Settings* loads = fields.require("loads").child("loads");
  const Settings* nodes = fields.require("nodes").child("nodes");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  const auto known = read_loads(*loads);
  if (!known) return tl::unexpected(known.error());
  auto read = read_nodes(*nodes, *known);
  if (!read) return tl::unexpected(read.error());
  scenario.nodes = std::move(*read);
  return scenario;
}

Result<Scenario> read_scenario(const Files& files, const std::string& path) {
  const auto text = files.read(path, std::size_t{1} << 20);
  if (!text) return fail_in("replay scenario", text.error());
  return parse_scenario(*text, path);
}

}  // namespace joulemark::replay
