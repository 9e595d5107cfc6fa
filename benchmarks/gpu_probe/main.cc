// gpu_probe: what a GPU's telemetry is worth. See docs/accelerators.md.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>

#include "benchmarks/gpu_probe/experiments.h"

namespace {

using namespace joulemark;
using namespace joulemark::probe;

struct Arguments {
  std::string library, amd, prefix = "gpu_probe";
  unsigned gpu = 0;
  double scale = 1.0;
};

int fail_with(const std::string& message) {
  std::cerr << "gpu_probe: " << message << "\n";
  return 1;
}

int probe_gpu(const Arguments& arguments) {
  auto reader = arguments.amd.empty() ? open_nvidia(arguments.library, arguments.gpu)
                                      : open_amd(arguments.amd);
  if (!reader) return fail_with(reader.error().message);
  const auto load = make_load(static_cast<int>(arguments.gpu));
  std::FILE* csv = std::fopen((arguments.prefix + ".csv").c_str(), "w");
  if (csv == nullptr) return fail_with(arguments.prefix + ".csv cannot be written");
  Json summary = {{"schema", "joulemark.gpu_probe/1"},
                  {"gpu", (*reader)->identity()},
                  {"user_id", getuid()},
                  {"with_load", load != nullptr}};
  if (load == nullptr)
    std::cerr << "built without a compiler for GPUs: what needs load is left out\n";
  summary.update(Experiments(**reader, load.get(), csv, arguments.scale).run());
  std::fclose(csv);
  std::ofstream out(arguments.prefix + ".json");
  out << summary.dump(1) << "\n";
  std::cout << summary.dump(1) << "\n";
  return out.good() ? 0 : fail_with(arguments.prefix + ".json cannot be written");
}

}  // namespace

int main(int argc, char** argv) try {
  Arguments arguments;
  CLI::App app(
      "Measures what a GPU says about its energy and power: how often it changes, what a read "
      "costs, whether the counter and the powers "
      "agree, idle, loaded, and under square waves and pulses. Less than seven minutes; the GPU "
      "should have nothing else to do. Writes "
      "PREFIX.csv, every sample, and PREFIX.json, the summary.");
  app.add_option("--gpu", arguments.gpu, "number of the GPU for the driver and for the load")
      ->capture_default_str();
  app.add_option("--library", arguments.library,
                 "libnvidia-ml.so.1, where it is not found by itself");
  app.add_option("--amd", arguments.amd, "PCI address of a card of AMD, whose gpu_metrics is read");
  app.add_option("--output", arguments.prefix, "PREFIX of both files")->capture_default_str();
  app.add_option("--scale", arguments.scale,
                 "all lengths times this; less than 1 only tries it out")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return probe_gpu(arguments);
} catch (const std::exception& e) {
  return fail_with(e.what());
}
