// A machine of the corpus under all sources of the registry, through the ledger and the cover of
// the exporter: read once, changed, and read again.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/source.h"
#include "exporter/ledger.h"
#include "exporter/node_cover.h"
#include "tests/fakes/fake_clock.h"

namespace joulemark {

// What a source said went wrong.
struct Complaint {
  std::string source;
  std::string code;  // of the error, or "warning"
  std::string message;
};

class MachineRun {
 public:
  MachineRun(const Files& sysfs, const Files& procfs);
  // Before begin(): vendors' libraries are to be had.
  void use_libraries(LibraryLoader loader) { host_.load_library = std::move(loader); }
  // Opens, discovers and enrols every source but the replay, the optional ones too. settings: YAML
  // of a source by its name.
  void begin(const std::map<std::string, std::string>& settings = {});
  // Reads all of them; a source that asks for a new discovery gets one, as the exporter gives it.
  void read();
  void pass(Duration time) { clock_.advance(time); }

  [[nodiscard]] std::vector<SensorView> views() const;
  // Of the one node. Empty: no sensor at all.
  [[nodiscard]] std::optional<NodeFigure> figure();
  [[nodiscard]] const std::vector<Complaint>& complaints() const { return complaints_; }

 private:
  struct Running {
    std::string name;
    std::unique_ptr<Source> source;
    OwnerId owner{};
    std::vector<std::optional<SensorHandle>> handles;
  };
  void discover(Running& running, MonotonicTime unbroken_since);
  void complain(const std::string& source, const Error& error);

  FakeClock clock_;
  std::vector<Complaint> complaints_;
  Host host_;
  SensorLedger ledger_;
  NodeCovers covers_;
  std::vector<Running> running_;
};

}  // namespace joulemark
