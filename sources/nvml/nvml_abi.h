// The part of libnvidia-ml.so.1 that is used, declared by ourselves: names, numbers and layouts as
// NVIDIA documents them (NVML API reference), on LP64 machines. No header of NVIDIA is needed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace joulemark::nvml {

using Device = struct OpaqueDevice*;

// nvmlReturn_t. What each means for us: outcome.h.
enum class Return : int {
  kSuccess = 0,
  kUninitialized = 1,
  kInvalidArgument = 2,
  kNotSupported = 3,
  kNoPermission = 4,
  kNotFound = 6,
  kInsufficientSize = 7,
  kDriverNotLoaded = 9,
  kTimeout = 10,
  kLibraryNotFound = 12,
  kFunctionNotFound = 13,
  kGpuIsLost = 15,
  kResetRequired = 16,
  kOperatingSystem = 17,
  kVersionMismatch = 18,  // of library and driver
  kInUse = 19,
  kNoData = 21,
  kArgumentVersionMismatch = 25,
  kNotReady = 27,
  kUnknown = 999,
  kUntouched = -1,  // ours: what a value holds that NVML left alone
};

// nvmlValueType_t: which member of the union holds the value.
enum class ValueType : int {
  kDouble = 0,
  kUnsignedInt = 1,
  kUnsignedLong = 2,
  kUnsignedLongLong = 3,
  kSignedLongLong = 4,
  kSignedInt = 5,
  kUnsignedShort = 6,
};

union Value {
  double d;
  int si;
  unsigned ui;
  unsigned long ul;
  unsigned long long ull;
  long long sll;
  unsigned short us;
};

// nvmlFieldValue_t
struct FieldValue {
  unsigned field_id = 0;
  unsigned scope_id = 0;
  std::int64_t timestamp = 0;  // us since 1970; some drivers leave 0
  std::int64_t latency = 0;
  ValueType value_type = ValueType::kDouble;
  Return outcome = Return::kUntouched;
  Value value{};
};
static_assert(sizeof(FieldValue) == 40 && alignof(FieldValue) == 8);
static_assert(offsetof(FieldValue, scope_id) == 4 && offsetof(FieldValue, timestamp) == 8);
static_assert(offsetof(FieldValue, value_type) == 24 && offsetof(FieldValue, outcome) == 28);
static_assert(offsetof(FieldValue, value) == 32 && sizeof(Value) == 8);

// nvmlPciInfo_t
struct PciInfo {
  char legacy_bus_id[16];
  unsigned domain, bus, device, device_id, subsystem_id;  // device_id: device << 16 | vendor
  char bus_id[32];
};
static_assert(sizeof(PciInfo) == 68 && alignof(PciInfo) == 4);
static_assert(offsetof(PciInfo, domain) == 16 && offsetof(PciInfo, device_id) == 28);
static_assert(offsetof(PciInfo, bus_id) == 36);

enum FieldId : unsigned {
  kPowerAverage = 185,   // mW
  kPowerInstant = 186,   // mW
  kMaxPowerLimit = 188,  // mW
  kEnergy = 191,         // mJ
};
enum ScopeId : unsigned { kScopeGpu = 0, kScopeModule = 1, kScopeMemory = 2 };

// nvmlDeviceArchitecture_t; what is newer than these is unknown.
enum Architecture : unsigned {
  kVolta = 5,
  kTuring = 6,
  kAmpere = 7,
  kAda = 8,
  kHopper = 9,
};

inline constexpr unsigned kTextSize = 96;  // of names, identifiers and versions

}  // namespace joulemark::nvml
