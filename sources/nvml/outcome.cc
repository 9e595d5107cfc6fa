#include "sources/nvml/outcome.h"

namespace joulemark::nvml {
namespace {

struct Meaning {
  Return code;
  Reach reach;
  ErrorCode error;
  const char* words;
};

constexpr Meaning kMeanings[] = {
    {Return::kUninitialized, Reach::kSession, ErrorCode::kUnavailable, "not initialised"},
    {Return::kInvalidArgument, Reach::kDevice, ErrorCode::kUnavailable, "the handle is void"},
    {Return::kNotSupported, Reach::kAbsent, ErrorCode::kUnsupported, "not supported"},
    {Return::kNoPermission, Reach::kAbsent, ErrorCode::kPermission,
     "no permission: make /dev/nvidia* readable for the exporter's user (in a container: driver "
     "capability 'utility')"},
    {Return::kNotFound, Reach::kDevice, ErrorCode::kUnavailable, "not found"},
    {Return::kDriverNotLoaded, Reach::kSession, ErrorCode::kNotPresent,
     "the NVIDIA driver is not loaded"},
    {Return::kTimeout, Reach::kValue, ErrorCode::kTimeout, "timed out"},
    {Return::kFunctionNotFound, Reach::kAbsent, ErrorCode::kUnsupported,
     "this driver has no such function"},
    {Return::kGpuIsLost, Reach::kDevice, ErrorCode::kUnavailable,
     "the GPU is lost: look for Xid in the kernel log"},
    {Return::kResetRequired, Reach::kDevice, ErrorCode::kUnavailable, "the GPU must be reset"},
    {Return::kOperatingSystem, Reach::kAbsent, ErrorCode::kPermission,
     "the operating system keeps the GPU from this process (device cgroup)"},
    {Return::kVersionMismatch, Reach::kSession, ErrorCode::kUnavailable,
     "the library is of another version than the loaded driver: after an upgrade of the driver "
     "restart the exporter (or the machine, if the old driver is still loaded)"},
    {Return::kInUse, Reach::kDevice, ErrorCode::kUnavailable, "the GPU is in use"},
    {Return::kNoData, Reach::kValue, ErrorCode::kUnavailable, "no data"},
    {Return::kArgumentVersionMismatch, Reach::kAbsent, ErrorCode::kUnsupported,
     "this driver has another version of it"},
    {Return::kNotReady, Reach::kDevice, ErrorCode::kUnavailable, "the GPU is not ready"},
    {Return::kUnknown, Reach::kDevice, ErrorCode::kUnavailable, "an error unknown to NVML itself"},
    {Return::kUntouched, Reach::kValue, ErrorCode::kUnavailable, "NVML left the value untouched"},
};

constexpr Meaning kOther{Return::kUnknown, Reach::kValue, ErrorCode::kUnavailable, "failed"};

const Meaning& meaning_of(Return code) {
  for (const Meaning& one : kMeanings)
    if (one.code == code) return one;
  return kOther;
}

}  // namespace

Reach reach_of(Return code) { return meaning_of(code).reach; }

Error error_of(Return code, const std::string& what) {
  const Meaning& meaning = meaning_of(code);
  const std::string number = code == Return::kUntouched
                                 ? std::string()
                                 : " (NVML error " + std::to_string(static_cast<int>(code)) + ")";
  return {meaning.error, what + ": " + meaning.words + number};
}

}  // namespace joulemark::nvml
