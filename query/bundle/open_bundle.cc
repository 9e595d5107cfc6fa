#include "query/bundle/open_bundle.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "query/bundle/archive_reader.h"
#include "query/bundle/inventory.h"
#include "query/bundle/samples_csv.h"
#include "query/digest.h"
#include "query/logged_window.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostValues = std::size_t{1} << 27;  // of all samples in memory: 1 GiB

// One folder of the bundle: its inventory, and which of its sensors a member belongs to.
struct TelemetryFolder {
  Inventory inventory;
  std::map<std::string, std::size_t> sensor_of;  // member, index
  std::set<std::string> seen;
};

std::size_t values_of(const Series& series) {
  return series.time.size() + series.value.size() + series.variance.size() +
         series.uncovered.size() + series.resets.size() + series.start.size() +
         series.power_min.size() + series.power_max.size();
}

// "others/1/" of "others/1/samples/r1/rapl/package-0.csv"; empty: not a member with samples.
std::optional<std::string> folder_of_samples(const std::string& name) {
  const std::string_view kSamples = "samples/";
  if (name.starts_with(kSamples)) return "";
  const std::size_t at = name.find("/samples/");
  if (!name.starts_with("others/") || at == std::string::npos) return std::nullopt;
  return name.substr(0, at + 1);
}

// Takes the members as they come. What cannot be read is kept for later: if the manifest says that
// a member was changed, that is the better message.
class MemberCollector {
 public:
  Result<void> take(const std::string& name, std::string& bytes) {
    if (name != kManifestName) digests[name] = {bytes.size(), sha256_hex(bytes)};
    if (const auto folder = folder_of_samples(name))
      take_samples(*folder, name, bytes);
    else if (name == "inventory.json" || name.ends_with("/inventory.json"))
      take_inventory(name, bytes);
    else
      texts[name] = std::move(bytes);
    return {};
  }

  std::map<std::string, MemberDigest> digests;
  std::map<std::string, std::string> texts;
  std::map<std::string, TelemetryFolder> folders;
  std::optional<Error> error;

 private:
  template <class T>
  bool good(const Result<T>& result) {
    if (!result && !error) error = result.error();
    return result.has_value();
  }
  void complain(const std::string& message) {
    if (!error) error = Error{ErrorCode::kInvalid, message};
  }

  void take_inventory(const std::string& name, const std::string& bytes) {
    auto inventory = inventory_from_json(bytes, name);
    if (!good(inventory)) return;
    TelemetryFolder& folder = folders[name.substr(0, name.size() - kInventoryName.size())];
    folder.inventory = std::move(*inventory);
    for (std::size_t i = 0; i < folder.inventory.members.samples.size(); ++i)
      folder.sensor_of[folder.inventory.members.samples[i]] = i;
  }

  void take_samples(const std::string& folder_name, const std::string& name,
                    const std::string& bytes) {
    TelemetryFolder& folder = folders[folder_name];
    const auto at = folder.sensor_of.find(name);
    if (at == folder.sensor_of.end())
      return complain(name + ": belongs to no sensor of " + folder_name + "inventory.json");
    Series& series = folder.inventory.sensors[at->second].series;
    folder.seen.insert(name);
    if (!good(samples_from_csv(bytes, name, series))) return;
    values_ += values_of(series);
    if (values_ > kMostValues) complain("has more samples than fit into memory");
  }

  static constexpr std::string_view kInventoryName = "inventory.json";
  std::size_t values_ = 0;
};

// From the members to the inputs of the calculation.
class BundleAssembly {
 public:
  explicit BundleAssembly(MemberCollector& members) : members_(members) {}

  Result<void> into(OpenedBundle& out) {
    const auto window = text("window.json").and_then([](const std::string& json) {
      return window_from_json(json, "window.json");
    });
    if (!window) return tl::unexpected<Error>(window.error());
    out.request.window = *window;
    if (auto done = reports(out); !done) return done;
    auto telemetry = telemetry_in("");
    if (!telemetry) return tl::unexpected<Error>(telemetry.error());
    out.telemetry = std::move(*telemetry);
    const std::optional<InventoryRequest> asked = members_.folders[""].inventory.request;
    if (!asked) return fail(ErrorCode::kInvalid, "inventory.json: request: is missing");
    out.request.nodes = asked->nodes;
    out.request.nodes_from = asked->nodes_from;
    if (auto done = others(asked->others, out); !done) return done;
    return plan(members_.folders[""].inventory.plan, out);
  }

 private:
  Result<std::string> text(const std::string& name) {
    const auto found = members_.texts.find(name);
    if (found == members_.texts.end())
      return fail(ErrorCode::kInvalid, "has no " + name + ", which every bundle has");
    return std::move(found->second);
  }

  Result<void> reports(OpenedBundle& out) {
    for (const auto& [name, into] : {std::pair{"report.json", &out.report_json},
                                     {"report.txt", &out.report_text},
                                     {"report.html", &out.report_html}}) {
      auto found = text(name);
      if (!found) return tl::unexpected<Error>(found.error());
      *into = std::move(*found);
    }
    return {};
  }

  Result<Telemetry> telemetry_in(const std::string& folder_name) {
    const auto folder = members_.folders.find(folder_name);
    if (folder == members_.folders.end())
      return fail(ErrorCode::kInvalid, "has no " + folder_name + "inventory.json");
    for (const auto& [member, index] : folder->second.sensor_of)
      if (!folder->second.seen.contains(member))
        return fail(ErrorCode::kInvalid,
                    fmt::format("has no {}, which {}inventory.json names", member, folder_name));
    auto clocks = text(folder_name + "clock.csv").and_then([&](const std::string& csv) {
      return clocks_from_csv(csv, folder_name + "clock.csv");
    });
    if (!clocks) return tl::unexpected<Error>(clocks.error());
    Inventory& inventory = folder->second.inventory;
    if (auto done = work_counters(inventory); !done) return tl::unexpected<Error>(done.error());
    return Telemetry{inventory.server, std::move(inventory.sensors), std::move(*clocks),
                     std::move(inventory.work)};
  }

  Result<void> work_counters(Inventory& inventory) {
    for (std::size_t i = 0; i < inventory.work.size(); ++i) {
      const std::string& member = inventory.members.work[i];
      Series series;
      const auto read = text(member).and_then(
          [&](const std::string& csv) { return samples_from_csv(csv, member, series); });
      if (!read) return tl::unexpected<Error>(read.error());
      inventory.work[i].time = std::move(series.time);
      inventory.work[i].value = std::move(series.value);
    }
    return {};
  }

  Result<void> others(std::size_t count, OpenedBundle& out) {
    if (members_.folders.size() != count + 1)
      return fail(ErrorCode::kInvalid, "inventory.json: request.others: is " +
                                           std::to_string(count) + ", and there are " +
                                           std::to_string(members_.folders.size() - 1));
    for (std::size_t i = 1; i <= count; ++i) {
      auto piece = telemetry_in("others/" + std::to_string(i) + "/");
      if (!piece) return tl::unexpected<Error>(piece.error());
      out.request.others.push_back(std::move(*piece));
    }
    return {};
  }

  Result<void> plan(const std::optional<InventoryPlan>& stored, OpenedBundle& out) {
    if (!stored) return {};
    PlanFolder folder{stored->name, {}, {}};
    auto yaml = text("plan.yaml");
    if (!yaml) return tl::unexpected<Error>(yaml.error());
    folder.text = std::move(*yaml);
    for (const auto& [file, member] : stored->files) {
      auto bytes = text(member);
      if (!bytes) return tl::unexpected<Error>(bytes.error());
      folder.files[file] = std::move(*bytes);
    }
    auto prepared = prepare_plan(std::move(folder));
    if (!prepared) return tl::unexpected<Error>(prepared.error());
    out.request.plan = std::move(*prepared);
    return {};
  }

  MemberCollector& members_;
};

}  // namespace

Result<OpenedBundle> open_bundle(const std::string& path) {
  MemberCollector members;
  const auto read = read_archive(
      path, [&](const std::string& name, std::string& bytes) { return members.take(name, bytes); });
  if (!read) return tl::unexpected<Error>(read.error());
  OpenedBundle out;
  out.path = path;
  const auto manifest = members.texts.find(std::string(kManifestName));
  if (manifest == members.texts.end())
    return fail(ErrorCode::kInvalid, path + ": has no manifest.json: it is no evidence bundle");
  out.manifest_hash = sha256_hex(manifest->second);
  if (!read->seal_holds)
    out.faults.emplace_back("the seal does not fit: at least one byte of the file was changed");
  auto parsed = manifest_from_json(manifest->second);
  if (!parsed && out.faults.empty()) return fail_in(path, parsed.error());
  if (!parsed) return out;
  out.manifest = std::move(*parsed);
  for (std::string& fault : compare_members(out.manifest, members.digests))
    out.faults.push_back(std::move(fault));
  if (!out.faults.empty()) return out;
  if (members.error) return fail_in(path, *members.error);
  if (const auto assembled = BundleAssembly(members).into(out); !assembled)
    return fail_in(path, assembled.error());
  if (const auto lines = check_log_lines(out.request.window); !lines)
    out.faults.push_back("window.json: " + lines.error().message);
  return out;
}

}  // namespace joulemark
