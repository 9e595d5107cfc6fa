// The source before a fake driver library whose script the test writes.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "platform/library_loader.h"
#include "platform/system_clock.h"
#include "sources/nvml/nvml_source.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/keeping_sink.h"

namespace joulemark::nvml {

class NvmlRig : public ::testing::Test {
 protected:
  NvmlRig() {
    script_ = std::filesystem::temp_directory_path() /
              ("joulemark-nvml-" + std::to_string(getpid()) + ".txt");
    setenv("FAKE_NVML", script_.c_str(), 1);
    host.load_library = load_library;
    play({});
  }
  ~NvmlRig() override { std::filesystem::remove(script_); }

  // What the library plays from now on.
  void play(std::map<std::string, std::string> lines) {
    lines_ = std::move(lines);
    write();
  }
  void also(const std::string& key, const std::string& value) {
    lines_[key] = value;
    write();
  }

  Result<std::vector<std::unique_ptr<Source>>> open(const std::string& more = "") {
    return k_nvml_source.open(
        *Settings::parse("library: " JOULEMARK_FAKE_NVML "\n" + more, "j.yaml"), host);
  }
  // The source that reads energies and averages; index 1: that of instantaneous powers.
  std::unique_ptr<Source> source(std::size_t index = 0) {
    auto opened = open();
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(opened->at(index));
  }
  static std::vector<std::string> ids(const std::vector<Sensor>& sensors) {
    std::vector<std::string> out;
    out.reserve(sensors.size());
    for (const Sensor& one : sensors) out.push_back(one.id);
    return out;
  }
  // What one read delivers, by sensor; the error is kept.
  std::map<std::uint32_t, Reading> read(Source& from) {
    sink.readings.clear();
    last = from.read(sink, clock.monotonic() + std::chrono::seconds(5));
    std::map<std::uint32_t, Reading> out;
    for (const Reading& one : sink.readings) out[one.sensor] = one;
    return out;
  }

  SystemClock clock;
  FakeFiles files;
  std::vector<std::string> warnings;
  Host host{clock, files,   files,
            files, "node1", [this](std::string_view text) { warnings.emplace_back(text); }};
  KeepingSink sink;
  Result<void> last;

 private:
  // In one step: the library may read at any moment.
  void write() {
    const auto next = script_.string() + ".next";
    std::ofstream out(next);
    for (const auto& [key, value] : lines_) out << key << ' ' << value << '\n';
    out.close();
    std::filesystem::rename(next, script_);
  }

  std::filesystem::path script_;
  std::map<std::string, std::string> lines_;
};

}  // namespace joulemark::nvml
