// A Redfish service without a network: resources from a folder of index.json files, or written in
// the test, and discovery over them until nothing is wanted.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sources/redfish/node/conclusion.h"
#include "sources/redfish/walk/walk.h"

namespace joulemark::redfish {

class Tree {
 public:
  using Answer = std::function<std::optional<std::string>(const std::string& path)>;

  // folder: the one that holds redfish/v1.
  static Tree of_folder(const std::filesystem::path& folder) {
    return Tree([folder](const std::string& path) -> std::optional<std::string> {
      std::ifstream in(folder / path.substr(1, path.find('?') - 1) / "index.json");
      if (!in) return std::nullopt;
      return std::string{std::istreambuf_iterator<char>(in), {}};
    });
  }
  // path below /redfish/v1 -> body; "" is the root.
  static Tree of(std::map<std::string, std::string> bodies) {
    return Tree(
        [bodies = std::move(bodies)](const std::string& path) -> std::optional<std::string> {
          const auto found = bodies.find(path.substr(std::string("/redfish/v1").size()));
          return found == bodies.end() ? std::nullopt : std::optional(found->second);
        });
  }

  explicit Tree(const Answer& answer) {
    for (int round = 0; round < 50; ++round) {
      inventory = walk(resources);
      const auto wanted = resources.wanted();
      if (wanted.empty()) break;
      for (const auto& [path, collection] : wanted) fetch(answer, path);
    }
    kept = distinct(inventory);
    power = chassis_power(inventory, kept);
  }

  [[nodiscard]] std::size_t remarks(const std::string& code) const {
    std::size_t count = 0;
    for (const Remark& remark : inventory.remarks)
      if (remark.code == code) ++count;
    return count;
  }
  // The kept value whose resource path ends like this; null: none.
  [[nodiscard]] const Measured* at(const std::string& path_end, const std::string& pointer) const {
    for (const std::size_t i : kept)
      if (inventory.measured[i].path.ends_with(path_end) &&
          inventory.measured[i].pointer == pointer)
        return &inventory.measured[i];
    return nullptr;
  }

  Resources resources;
  Inventory inventory;
  std::vector<std::size_t> kept;
  std::vector<ChassisPower> power;
  std::vector<std::string> asked;

 private:
  void fetch(const Answer& answer, const std::string& path) {
    asked.push_back(path);
    const auto body = answer(path);
    if (!body) return resources.fail(path, {ErrorCode::kNotPresent, "404"});
    auto document = parse_document(*body);
    if (document)
      resources.store(path, std::move(*document));
    else
      resources.fail(path, document.error());
  }
};

}  // namespace joulemark::redfish
