#include "sources/redfish/walk/processors.h"

#include "sources/redfish/walk/environment.h"

namespace joulemark::redfish {
namespace {

About processor_about(const Json& processor) {
  const std::string type = text_of(processor, "ProcessorType");
  if (type == "GPU" || type == "Accelerator") return About::kGpu;
  return type.empty() || type == "CPU" ? About::kCpu : About::kPart;
}

void add(Resources& resources, const Resources::Found& found, About about, Inventory& out) {
  const std::string id = text_of(found.body(), "Id");
  walk_environment(resources, member(found.body(), "EnvironmentMetrics"),
                   {found.path, id.empty() ? found.path : id, about}, out);
}

}  // namespace

void walk_processors(Resources& resources, const Json& systems, Inventory& out) {
  for (const auto& system : resources.members(systems)) {
    for (const auto& found : resources.members(member(system.body(), "Processors")))
      add(resources, found, processor_about(found.body()), out);
    for (const auto& found : resources.members(member(system.body(), "Memory")))
      add(resources, found, About::kMemory, out);
  }
}

}  // namespace joulemark::redfish
