// Built with nvcc or hipcc.
#include "benchmarks/gpu_probe/load.h"

#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#else
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#endif

namespace joulemark::probe {
namespace {

using Nanoseconds = unsigned long long;
#ifdef __HIP__
using Properties = hipDeviceProp_t;
#else
using Properties = cudaDeviceProp;
#endif

__device__ Nanoseconds device_time() {
#ifdef __HIP__
  return static_cast<Nanoseconds>(wall_clock64()) * 10;  // 100 MHz
#else
  Nanoseconds time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
#endif
}

__device__ void rest() {
#ifdef __HIP__
  __builtin_amdgcn_s_sleep(64);
#elif __CUDA_ARCH__ >= 700
  __nanosleep(2000);
#endif
}

__global__ void work(Nanoseconds period, Nanoseconds on, Nanoseconds phase, Nanoseconds length, float* sink) {
  const Nanoseconds begun = device_time();
  float a = static_cast<float>(threadIdx.x), b = 0.5F, c = 0.25F;
  for (Nanoseconds time = begun; time - begun < length; time = device_time()) {
    if ((time - begun + phase) % period >= on) {
      rest();
      continue;
    }
    for (int i = 0; i < 2048; ++i) {
      a = fmaf(a, 1.0001F, b);
      b = fmaf(b, 0.9999F, c);
      c = fmaf(c, 1.0001F, a);
    }
  }
  if (a + b + c == 1.2345F) *sink = a;  // so that nothing is optimised away
}

Nanoseconds nanoseconds(double seconds) { return static_cast<Nanoseconds>(1e9 * seconds); }

class GpuLoad final : public Load {
 public:
  explicit GpuLoad(int device) {
    GPU(SetDevice)(device);
    Properties properties{};
    ready_ = GPU(GetDeviceProperties)(&properties, device) == GPU(Success) &&
             GPU(Malloc)(reinterpret_cast<void**>(&sink_), sizeof(float)) == GPU(Success);
    blocks_ = 2 * properties.multiProcessorCount;
  }
  ~GpuLoad() override { GPU(Free)(sink_); }

  bool start(const Wave& wave, double seconds) override {
    if (!ready_) return false;
    work<<<blocks_, 1024>>>(nanoseconds(wave.period), nanoseconds(wave.on), nanoseconds(wave.phase),
                            nanoseconds(seconds), sink_);
    return GPU(GetLastError)() == GPU(Success);
  }
  void wait() override { GPU(DeviceSynchronize)(); }

 private:
  float* sink_ = nullptr;
  int blocks_ = 0;
  bool ready_ = false;
};

}  // namespace

std::unique_ptr<Load> make_load(int device) { return std::make_unique<GpuLoad>(device); }

}  // namespace joulemark::probe
