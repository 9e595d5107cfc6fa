// A libnvidia-ml.so.1 for tests: GPUs whose joules are known, and every way in which the real one
// fails. Own declarations, of the NVML API reference: nothing of the code under test is included,
// so that a wrong layout there shows.
//
// FAKE_NVML names a file of lines "key value", read again at every call. Of GPU i:
//   gpuI.uuid gpuI.name gpuI.pci (device number) gpuI.arch gpuI.device (PCI device number)
//   gpuI.idle gpuI.load (W) gpuI.period gpuI.duty: idle, and load for `duty` of every period
//   gpuI.energy0 (mJ) gpuI.t0 (s since 1970): the counter then; gpuI.update (s): its step in time
//   gpuI.scopes "gpu,module,memory": which scopes the fields answer
//   gpuI.no "185,186,191,power,energy": what the device does not support
//   gpuI.rc CODE: every call; rc.FUNCTION CODE: that function of all; rc.fields: the call itself
//   gpuI.value_rc CODE: of each value of a call that succeeds
//   gpuI.hang (s): how long each call takes
//   gpuI.once_energy: a single corrupt value, by its number
//   gpuI.timestamp 0: fields come without; gpuI.type (value type of energies); gpuI.junk 1: the
//   unused bytes of the union are set
// count N; driver TEXT.
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

namespace {

using Code = int;
struct FakeDevice {
  unsigned index = 0;
};
union Val {
  double d;
  unsigned ui;
  unsigned long long ull;
  long long sll;
  unsigned char bytes[8];
};
struct Field {
  unsigned id, scope;
  long long timestamp, latency;
  int type, outcome;
  Val value;
};
struct Pci {
  char legacy[16];
  unsigned domain, bus, device, id, subsystem;
  char bus_id[32];
};
static_assert(sizeof(Field) == 40 && sizeof(Pci) == 68);

constexpr unsigned kMost = 16;
FakeDevice devices[kMost];
std::mutex mutex;
int initialised = 0;
pid_t owner = 0;
std::map<std::string, long> calls;  // by "gpuI.energy"

using Script = std::map<std::string, std::string>;

Script script() {
  Script out;
  const char* const path = std::getenv("FAKE_NVML");
  std::ifstream in(path != nullptr ? path : "");
  for (std::string key, rest; in >> key && std::getline(in >> std::ws, rest);) out[key] = rest;
  return out;
}

std::string text(const Script& all, const std::string& key, const std::string& otherwise) {
  const auto found = all.find(key);
  return found == all.end() ? otherwise : found->second;
}

double number(const Script& all, const std::string& key, double otherwise) {
  const auto found = all.find(key);
  return found == all.end() ? otherwise : std::strtod(found->second.c_str(), nullptr);
}

std::string of(unsigned gpu, const char* what) { return "gpu" + std::to_string(gpu) + "." + what; }

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// J since 1970 of the square wave.
double joules(const Script& all, unsigned gpu, double t) {
  const double idle = number(all, of(gpu, "idle"), 100.0),
               load = number(all, of(gpu, "load"), 100.0);
  const double period = number(all, of(gpu, "period"), 1.0),
               duty = number(all, of(gpu, "duty"), 0.5);
  const double whole = std::floor(t / period), rest = t - whole * period;
  const double high = whole * duty * period + std::min(rest, duty * period);
  return idle * t + (load - idle) * high;
}

double mean(const Script& all, unsigned gpu, double end, double over) {
  return (joules(all, gpu, end) - joules(all, gpu, end - over)) / over;
}

double updated(const Script& all, unsigned gpu) {
  const double step = number(all, of(gpu, "update"), 0.1);
  return std::floor(now() / step) * step;
}

unsigned long long millijoules(const Script& all, unsigned gpu, double share = 1.0) {
  const long call = ++calls[of(gpu, "energy")];
  if (number(all, of(gpu, "once_energy"), -1.0) == static_cast<double>(call))
    return 2147483632ULL * 4096ULL;
  const double t0 = number(all, of(gpu, "t0"), now());
  const double since = joules(all, gpu, updated(all, gpu)) - joules(all, gpu, t0);
  return static_cast<unsigned long long>(number(all, of(gpu, "energy0"), 1e6) +
                                         share * 1000.0 * std::max(since, 0.0));
}

bool lists(const std::string& list, const std::string& word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

Code common(const char* function, int gpu, Script& all) {
  all = script();
  if (gpu >= 0) {
    const double hang = number(all, of(static_cast<unsigned>(gpu), "hang"), 0.0);
    if (hang > 0.0) usleep(static_cast<useconds_t>(hang * 1e6));
  }
  const std::lock_guard lock(mutex);
  if (std::strcmp(function, "init") != 0 && (initialised <= 0 || owner != getpid())) return 1;
  const auto code = static_cast<Code>(number(all, std::string("rc.") + function, 0.0));
  if (code != 0 || gpu < 0) return code;
  return static_cast<Code>(number(all, of(static_cast<unsigned>(gpu), "rc"), 0.0));
}

Code copy(const std::string& text, char* out, unsigned size) {
  if (text.size() + 1 > size) return 7;
  std::memcpy(out, text.c_str(), text.size() + 1);
  return 0;
}

std::string uuid_of(const Script& all, unsigned gpu) {
  return text(all, of(gpu, "uuid"),
              "GPU-00000000-0000-0000-0000-00000000000" + std::to_string(gpu));
}

const char* scope_name(unsigned scope) {
  return scope == 0 ? "gpu" : scope == 1 ? "module" : scope == 2 ? "memory" : "other";
}

double share_of(unsigned scope) { return scope == 1 ? 1.5 : scope == 2 ? 0.2 : 1.0; }

// A power in mW as a field: 185 over the last second, 186 over the last 25 ms, as on an H100.
Code answer(const Script& all, unsigned gpu, Field& field) {
  if (!lists(text(all, of(gpu, "scopes"), "gpu"), scope_name(field.scope)) ||
      lists(text(all, of(gpu, "no"), ""), std::to_string(field.id)))
    return 3;
  const double share = share_of(field.scope);
  if (field.id == 191) {
    field.type = static_cast<int>(number(all, of(gpu, "type"), 3.0));
    field.value.ull = millijoules(all, gpu, share);
    return 0;
  }
  field.type = 1;
  if (field.id == 188)
    field.value.ui = static_cast<unsigned>(700e3 * share);
  else if (field.id == 185 || field.id == 186)
    field.value.ui = static_cast<unsigned>(
        1000.0 * share * mean(all, gpu, updated(all, gpu), field.id == 185 ? 1.0 : 0.025));
  else
    return 3;
  return 0;
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED Code nvmlInit_v2() {
  Script all;
  if (const Code code = common("init", -1, all)) return code;
  const std::lock_guard lock(mutex);
  ++initialised;
  owner = getpid();
  return 0;
}
EXPORTED Code nvmlShutdown() {
  const std::lock_guard lock(mutex);
  if (initialised <= 0) return 1;
  --initialised;
  return 0;
}
EXPORTED Code nvmlSystemGetDriverVersion(char* out, unsigned size) {
  Script all;
  if (const Code code = common("driver", -1, all)) return code;
  return copy(text(all, "driver", "580.65.06"), out, size);
}
EXPORTED Code nvmlDeviceGetCount_v2(unsigned* out) {
  Script all;
  if (const Code code = common("count", -1, all)) return code;
  *out = static_cast<unsigned>(number(all, "count", 1.0));
  return 0;
}
EXPORTED Code nvmlDeviceGetHandleByIndex_v2(unsigned index, FakeDevice** out) {
  Script all;
  if (index >= kMost) return 2;
  if (const Code code = common("handle", static_cast<int>(index), all)) return code;
  if (index >= number(all, "count", 1.0)) return 2;
  devices[index].index = index;
  *out = &devices[index];
  return 0;
}
EXPORTED Code nvmlDeviceGetHandleByUUID(const char* uuid, FakeDevice** out) {
  Script all;
  if (const Code code = common("by_uuid", -1, all)) return code;
  for (unsigned i = 0; i < number(all, "count", 1.0); ++i) {
    if (uuid_of(all, i) != uuid) continue;
    if (const Code code = common("handle", static_cast<int>(i), all)) return code;
    devices[i].index = i;
    *out = &devices[i];
    return 0;
  }
  return 6;
}
EXPORTED Code nvmlDeviceGetUUID(FakeDevice* device, char* out, unsigned size) {
  Script all;
  if (const Code code = common("uuid", static_cast<int>(device->index), all)) return code;
  return copy(uuid_of(all, device->index), out, size);
}
EXPORTED Code nvmlDeviceGetName(FakeDevice* device, char* out, unsigned size) {
  Script all;
  if (const Code code = common("name", static_cast<int>(device->index), all)) return code;
  return copy(text(all, of(device->index, "name"), "NVIDIA H100 80GB HBM3"), out, size);
}
EXPORTED Code nvmlDeviceGetPciInfo_v3(FakeDevice* device, Pci* out) {
  Script all;
  if (const Code code = common("pci", static_cast<int>(device->index), all)) return code;
  std::memset(out, 0, sizeof *out);
  out->bus = static_cast<unsigned>(number(all, of(device->index, "pci"), 3.0 + device->index));
  out->id =
      static_cast<unsigned>(number(all, of(device->index, "device"), 0x2330)) << 16U | 0x10deU;
  return 0;
}
EXPORTED Code nvmlDeviceGetArchitecture(FakeDevice* device, unsigned* out) {
  Script all;
  if (const Code code = common("arch", static_cast<int>(device->index), all)) return code;
  *out = static_cast<unsigned>(number(all, of(device->index, "arch"), 9.0));
  return 0;
}
EXPORTED Code nvmlDeviceGetPowerUsage(FakeDevice* device, unsigned* out) {
  Script all;
  if (const Code code = common("power", static_cast<int>(device->index), all)) return code;
  if (lists(text(all, of(device->index, "no"), ""), "power")) return 3;
  *out = static_cast<unsigned>(1000.0 * mean(all, device->index, updated(all, device->index), 1.0));
  return 0;
}
EXPORTED Code nvmlDeviceGetTotalEnergyConsumption(FakeDevice* device, unsigned long long* out) {
  Script all;
  if (const Code code = common("energy", static_cast<int>(device->index), all)) return code;
  if (lists(text(all, of(device->index, "no"), ""), "energy")) return 3;
  const std::lock_guard lock(mutex);
  *out = millijoules(all, device->index);
  return 0;
}
EXPORTED Code nvmlDeviceGetFieldValues(FakeDevice* device, int count, Field* fields) {
  Script all;
  const unsigned gpu = device->index;
  if (const Code code = common("fields", static_cast<int>(gpu), all)) return code;
  const std::lock_guard lock(mutex);
  const auto value_code = static_cast<Code>(number(all, of(gpu, "value_rc"), 0.0));
  for (int i = 0; i < count; ++i) {
    Field& field = fields[i];
    if (value_code == -1) continue;  // left alone
    if (number(all, of(gpu, "junk"), 0.0) != 0.0) std::memset(&field.value, 0xff, 8);
    field.timestamp =
        number(all, of(gpu, "timestamp"), 1.0) == 0.0 ? 0 : static_cast<long long>(now() * 1e6);
    field.outcome = value_code != 0 ? value_code : answer(all, gpu, field);
  }
  return 0;
}
