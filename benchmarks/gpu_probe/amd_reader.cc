#include <array>

#include "benchmarks/gpu_probe/reader.h"
#include "platform/host_files.h"
#include "sources/amdgpu/card.h"
#include "sources/amdgpu/gpu_metrics.h"

namespace joulemark::probe {
namespace {

class AmdReader final : public Reader {
 public:
  AmdReader(amdgpu::Card card, std::unique_ptr<OpenFile> table)
      : card_(std::move(card)), table_(std::move(table)) {}

  Sample read() override {
    const double before = now();
    const auto size = table_->read_at_start(buffer_);
    const double after = now();
    Sample out{.time = (before + after) / 2,
               .took = after - before,
               .energy = {},
               .average = {},
               .instant = {}};
    const auto metrics = size ? amdgpu::parse_gpu_metrics(std::span(buffer_).first(*size))
                              : Result<amdgpu::GpuMetrics>(amdgpu::GpuMetrics{});
    if (!metrics) return out;
    if (metrics->energy)
      out.energy = static_cast<double>(*metrics->energy) * metrics->joules_per_count;
    out.instant = metrics->watts;
    return out;
  }
  [[nodiscard]] std::vector<std::string> identity() const override {
    return {card_.model + ", " + card_.address + ", gpu_metrics " +
            std::to_string(static_cast<int>(buffer_[2])) + "." +
            std::to_string(static_cast<int>(buffer_[3]))};
  }

 private:
  amdgpu::Card card_;
  std::unique_ptr<OpenFile> table_;
  std::array<char, amdgpu::kLargestTable> buffer_{};
};

}  // namespace

Result<std::unique_ptr<Reader>> open_amd(const std::string& address) {
  const HostFiles sysfs("/sys");
  const auto cards = amdgpu::find_cards(sysfs);
  if (!cards) return tl::unexpected<Error>(cards.error());
  for (const amdgpu::Card& card : *cards) {
    if (card.address != address) continue;
    auto table = sysfs.open(card.folder + "/gpu_metrics");
    if (!table) return tl::unexpected<Error>(table.error());
    auto reader = std::make_unique<AmdReader>(card, std::move(*table));
    reader->read();
    return reader;
  }
  return fail(ErrorCode::kNotPresent, "no card " + address + " with gpu_metrics");
}

}  // namespace joulemark::probe
