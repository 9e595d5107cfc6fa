// Grace machines with GPUs: the kernel's rails and the driver's scopes are one tree, and the node's
// figure has each watt once.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "platform/library_loader.h"
#include "tests/sources/hwmon/hwmon_tree.h"
#include "tests/sources/machines/machine_run.h"

namespace joulemark {
namespace {

using ::testing::UnorderedElementsAre;

class Superchip : public ::testing::Test {
 protected:
  Superchip() {
    script_ = std::filesystem::temp_directory_path() /
              ("joulemark-grace-" + std::to_string(getpid()) + ".txt");
    setenv("FAKE_NVML", script_.c_str(), 1);
    proc_.set("cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd4f\n");
  }
  ~Superchip() override { std::filesystem::remove(script_); }

  // Two sockets, a GPU at each.
  void build(const std::vector<std::string>& rails, const std::string& name,
             const std::string& scopes) {
    unsigned number = 0;
    for (const char* socket : {"0", "1"})
      for (const std::string& rail : rails) {
        ++number;
        machine_.add_meter(number, "ACPI000D:0" + std::to_string(number),
                           rail + " Power Socket " + socket);
      }
    machine_.sysfs.set("bus/pci/devices/0000:03:00.0/numa_node", "0\n");
    machine_.sysfs.set("bus/pci/devices/0000:04:00.0/numa_node", "1\n");
    std::ofstream out(script_);
    out << "count 2\n";
    for (const char* gpu : {"gpu0", "gpu1"})
      out << gpu << ".name " << name << "\n"
          << gpu << ".scopes " << scopes << "\n"
          << gpu << ".t0 1700000000\n";
  }

  // The scopes that make the node's figure, each as often as it is in it.
  std::vector<std::string> counted() {
    MachineRun run(machine_.sysfs, proc_);
    run.use_libraries(load_library);
    run.begin({{"nvml", "library: " JOULEMARK_FAKE_NVML}});
    for (int i = 0; i < 3; ++i) {
      run.read();
      std::this_thread::sleep_for(std::chrono::milliseconds(150));  // the library's own time
      run.pass(std::chrono::milliseconds(500));
    }
    for (const Complaint& one : run.complaints())
      if (one.source != "rapl") ADD_FAILURE() << one.source << ": " << one.message;
    std::vector<std::string> out;
    const auto views = run.views();
    const auto figure = run.figure();
    if (!figure) return out;
    for (const NodeMember& member : figure->members)
      if (member.role == MemberRole::kCounted) out.push_back(views[member.view].text->sensor.scope);
    return out;
  }

 private:
  std::filesystem::path script_;
  HwmonMachine machine_;
  FakeFiles proc_;
};

// The module has everything: rails, GPU and the driver's own figure of the module are inside, or
// it.
TEST_F(Superchip, TheModuleIsCountedAndNothingInsideIt) {
  build({"Module", "Grace", "CPU", "SysIO"}, "NVIDIA GH200 480GB", "gpu,module");
  EXPECT_THAT(counted(), UnorderedElementsAre("node/module:0", "node/module:1"));
}

TEST_F(Superchip, AlsoWhereTheDriverTellsNoModule) {
  build({"Module", "Grace", "CPU", "SysIO"}, "NVIDIA GH200 480GB", "gpu");
  EXPECT_THAT(counted(), UnorderedElementsAre("node/module:0", "node/module:1"));
}

TEST_F(Superchip, AlsoWhereTheKernelTellsNone) {
  build({"Grace", "CPU", "SysIO"}, "NVIDIA GB200", "gpu,module");
  EXPECT_THAT(counted(), UnorderedElementsAre("node/module:0", "node/module:1"));
}

TEST_F(Superchip, WithoutAModuleGraceAndGpusAddUp) {
  build({"Grace", "CPU", "SysIO"}, "NVIDIA GH200 480GB", "gpu");
  EXPECT_THAT(counted(), UnorderedElementsAre("node/module:0/grace", "node/module:1/grace",
                                              "node/module:0/gpu:0000:03:00.0",
                                              "node/module:1/gpu:0000:04:00.0"));
}

// A Grace beside cards of their own: no card is inside the module.
TEST_F(Superchip, CardsBesideAGraceAreAdded) {
  build({"Module", "Grace"}, "NVIDIA H100 NVL", "gpu");
  EXPECT_THAT(counted(), UnorderedElementsAre("node/module:0", "node/module:1",
                                              "node/gpu:0000:03:00.0", "node/gpu:0000:04:00.0"));
}

}  // namespace
}  // namespace joulemark
