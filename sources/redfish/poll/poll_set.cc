#include "sources/redfish/poll/poll_set.h"

#include <algorithm>
#include <map>

namespace joulemark::redfish {
namespace {

std::string parent_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

class Plan {
 public:
  Plan(const Inventory& inventory, const std::vector<Measured>& values, bool expand)
      : inventory_(inventory), values_(values) {
    for (const Measured& one : values) {
      if (const ReportedValue* const reported = report_of(one)) ++in_report_[reported->path];
      if (expand) ++in_collection_[parent_of(one.path)][one.path];
    }
  }

  PollSet make() {
    for (const Measured& one : values_) out_.spots.push_back(spot_of(one));
    return std::move(out_);
  }

 private:
  [[nodiscard]] const ReportedValue* report_of(const Measured& one) const {
    const auto found = std::find_if(
        inventory_.reported.begin(), inventory_.reported.end(), [&](const ReportedValue& value) {
          return value.sensor == one.data_source && !one.data_source.empty() && !one.lifetime;
        });
    return found == inventory_.reported.end() ? nullptr : &*found;
  }

  std::size_t url(const std::string& path, bool expand) {
    for (std::size_t i = 0; i < out_.urls.size(); ++i)
      if (out_.urls[i].path == path) return i;
    out_.urls.push_back({path, expand});
    return out_.urls.size() - 1;
  }

  Spot spot_of(const Measured& one) {
    if (const ReportedValue* const reported = report_of(one);
        reported && in_report_[reported->path] > 1)
      return {url(reported->path, false), "", Json::json_pointer(reported->pointer),
              reported->scale, reported->property};
    const std::string parent = parent_of(one.path);
    if (const auto members = in_collection_.find(parent);
        members != in_collection_.end() && members->second.size() > 1)
      return {url(parent, true), one.path, Json::json_pointer(one.pointer), 1.0, ""};
    return {url(one.path, false), "", Json::json_pointer(one.pointer), 1.0, ""};
  }

  const Inventory& inventory_;
  const std::vector<Measured>& values_;
  std::map<std::string, int> in_report_;
  std::map<std::string, std::map<std::string, int>> in_collection_;
  PollSet out_;
};

const Json* member_of(const Json& collection, const std::string& path) {
  for (const Json& one : member(collection, "Members"))
    if (text_of(one, "@odata.id") == path) return &one;
  return nullptr;
}

bool is_stale(const Json& value) {
  return member_at(value, {"Oem", "Nvidia", "MetricValueStale"}) == Json(true);
}

}  // namespace

PollSet poll_set_of(const Inventory& inventory, const std::vector<Measured>& values, bool expand) {
  return Plan(inventory, values, expand).make();
}

Result<Found> found_at(const Document& document, const Spot& spot) {
  const Json* const body =
      spot.member.empty() ? &document.body : member_of(document.body, spot.member);
  if (body == nullptr || (!spot.member.empty() && body->size() < 2))
    return fail(ErrorCode::kNotPresent, spot.member + ": its collection came without it");
  Found out;
  if (!body->contains(spot.pointer)) return out;
  const Json& holder = body->at(spot.pointer.parent_pointer());
  if (!spot.property.empty() &&
      (text_of(holder, "MetricProperty") != spot.property || is_stale(holder)))
    return out;
  out.number = document.number(body->at(spot.pointer));
  out.reading_time = text_of(holder, "ReadingTime");
  const bool lifetime = spot.pointer.back() == "LifetimeReading";
  out.epoch = text_of(holder, lifetime ? "LifetimeStartDateTime" : "SensorResetTime");
  return out;
}

}  // namespace joulemark::redfish
