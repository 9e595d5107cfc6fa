#include "sources/redfish/walk/equipment.h"

#include <array>

#include "sources/redfish/walk/environment.h"

namespace joulemark::redfish {
namespace {

// AC or DC of a circuit or an outlet, with its evidence; empty: it does not say.
void find_supply(const Json& circuit, Measured& out) {
  for (const char* key : {"VoltageType", "NominalVoltage"}) {
    const std::string text = text_of(circuit, key);
    if (!text.starts_with("AC") && !text.starts_with("DC")) continue;
    out.supply = text.starts_with("AC") ? Supply::kAc : Supply::kDc;
    out.evidence = std::string(key) + " " + text;
    return;
  }
}

class Equipment {
 public:
  Equipment(Resources& resources, const Resources::Found& found, bool shelf, Inventory& out)
      : resources_(resources), found_(found), shelf_(shelf), out_(out) {
    name_ = name_of(found);
  }

  void walk() {
    const std::size_t first = out_.measured.size();
    const Json& body = found_.body();
    out_.equipment.push_back({found_.path, text_of(body, "Manufacturer"), text_of(body, "Model"),
                              text_of(body, "SerialNumber"), text_of(body, "FirmwareVersion")});
    circuits(member(body, "Mains"), About::kMains);
    circuits(member(body, "Branches"), About::kBranch);
    outlets(member(body, "Outlets"));
    totals(member(body, "Metrics"));
    same_supply(first);
  }

 private:
  static std::string name_of(const Resources::Found& found) {
    const std::string id = text_of(found.body(), "Id");
    return id.empty() ? found.path.substr(found.path.rfind('/') + 1) : id;
  }

  void add(const Resources::Found& found, Measured base) {
    base.path = found.path;
    find_supply(found.body(), base);
    set_boundary(base);
    for (const char* key : {"PowerWatts", "EnergykWh"})
      add_excerpts(*found.document, found.body(), key, base, out_);
    for (const char* key : {"PolyPhasePowerWatts"})
      if (member(found.body(), "PowerWatts").is_null()) phases(found, key, base);
  }

  // The DC side of a shelf is what its power supplies put out; whatever else flows is input.
  void set_boundary(Measured& one) const {
    if (one.supply == Supply::kDc)
      one.boundary =
          shelf_ && one.about != About::kMains ? Boundary::kPsuOutput : Boundary::kDcInput;
    if (one.supply == Supply::kAc) one.boundary = Boundary::kAcInput;
  }

  // A three-phase circuit without a total has one value per phase.
  void phases(const Resources::Found& found, const char* key, Measured base) {
    const Json& values = member(found.body(), key);
    if (!values.is_object()) return;
    base.about = About::kPart;
    base.pointer = std::string("/") + key;
    for (const auto& [phase, excerpt] : values.items()) {
      Measured one = base;
      one.name += " " + phase;
      one.data_source = parse_link(text_of(excerpt, "DataSourceUri")).path;
      one.pointer += "/" + phase + "/Reading";
      one.reading = found.document->number(excerpt);
      out_.measured.push_back(one);
    }
  }

  Measured base_of(const Resources::Found& found, Seen seen, About about) const {
    Measured base;
    base.seen = seen;
    base.about = about;
    base.owner = found_.path;
    base.name = name_of(found);
    return base;
  }

  void circuits(const Json& link, About about) {
    for (const auto& found : resources_.members(link))
      add(found, base_of(found, Seen::kCircuit, about));
  }

  void outlets(const Json& link) {
    for (const auto& found : resources_.members(link)) {
      add(found, base_of(found, Seen::kOutlet, About::kOutlet));
      for (const char* key : {"PowerSupplies", "Chassis"})  // what it feeds, often on another host
        resources_.each(member_at(found.body(), {"Links", key}));
    }
  }

  void totals(const Json& link) {
    const auto metrics = resources_.at(link);
    if (!metrics) return;
    Measured base = base_of(found_, Seen::kDistribution, About::kDistribution);
    add(*metrics, base);
  }

  // An outlet or a total that does not say what it carries is like the others, if these agree.
  void same_supply(std::size_t first) {
    std::optional<Supply> common;
    for (std::size_t i = first; i < out_.measured.size(); ++i) {
      const Measured& one = out_.measured[i];
      if (one.supply == Supply::kUnknown || (shelf_ && one.about != About::kMains)) continue;
      if (common && common != one.supply) return;
      common = one.supply;
    }
    for (std::size_t i = first; common && i < out_.measured.size(); ++i) {
      Measured& one = out_.measured[i];
      if (one.supply != Supply::kUnknown || (shelf_ && one.about != About::kDistribution)) continue;
      one.supply = *common;
      one.evidence = shelf_ ? "as its mains" : "as the other circuits of this PDU";
      set_boundary(one);
    }
  }

  Resources& resources_;
  const Resources::Found found_;
  const bool shelf_;
  Inventory& out_;
  std::string name_;
};

}  // namespace

void walk_equipment(Resources& resources, const Json& link, Inventory& out) {
  const auto root = resources.at(link);
  if (!root) return;
  for (const char* key : {"RackPDUs", "FloorPDUs", "PowerShelves"})
    for (const auto& found : resources.members(member(root->body(), key)))
      Equipment(resources, found, std::string_view(key) == "PowerShelves", out).walk();
}

}  // namespace joulemark::redfish
