#include "sources/redfish/service/resources.h"

namespace joulemark::redfish {
namespace {

constexpr std::size_t kMostPages = 100;

bool is_reference(const Json& object) { return object.size() <= 1; }

}  // namespace

std::optional<Resources::Found> Resources::find(const std::string& path, bool collection) {
  if (const auto here = documents_.find(path); here != documents_.end())
    return Found{path, &here->second};
  if (failed_.contains(path)) return std::nullopt;
  if (documents_.size() + failed_.size() + wanted_.size() >= kMostResources)
    full_ = true;
  else
    wanted_[path] |= collection;
  return std::nullopt;
}

std::optional<Resources::Found> Resources::at(const std::string& path) { return find(path, false); }

std::optional<Resources::Found> Resources::at(const Json& link) {
  const Link target = parse_link(target_of(link));
  if (target.kind == Link::Kind::kForeign) foreign_.insert(target.path);
  return target.kind == Link::Kind::kLocal ? find(target.path, false) : std::nullopt;
}

void Resources::add_members(const Json& body, std::set<std::string>& paths) {
  const Json& list = body.is_array() ? body : member(body, "Members");
  if (!list.is_array()) return;
  for (const Json& link : list) {
    const Link target = parse_link(target_of(link));
    if (target.kind == Link::Kind::kForeign) foreign_.insert(target.path);
    if (target.kind == Link::Kind::kLocal) paths.insert(target.path);
  }
}

std::vector<Resources::Found> Resources::each(const Json& links) {
  std::set<std::string> paths;
  add_members(links, paths);
  std::vector<Found> out;
  for (const std::string& path : paths)
    if (const auto found = find(path, false)) out.push_back(*found);
  return out;
}

std::vector<Resources::Found> Resources::members(const Json& link) {
  std::set<std::string> paths, pages;
  Link page = parse_link(target_of(link));
  if (page.kind == Link::Kind::kForeign) foreign_.insert(page.path);
  while (page.kind == Link::Kind::kLocal && pages.size() < kMostPages &&
         pages.insert(page.path).second) {
    const auto found = find(page.path, true);
    if (!found) break;
    add_members(found->body(), paths);
    page = parse_link(target_of(member(found->body(), "Members@odata.nextLink")));
  }
  std::vector<Found> out;
  for (const std::string& path : paths)
    if (!pages.contains(path))
      if (const auto found = find(path, false)) out.push_back(*found);
  return out;
}

void Resources::store(const std::string& path, Document document) {
  wanted_.erase(path);
  const Document& kept = documents_.insert_or_assign(path, std::move(document)).first->second;
  const Json& list = member(kept.body, "Members");
  if (!list.is_array()) return;
  for (const Json& item : list) {
    const Link target = parse_link(target_of(item));
    if (target.kind == Link::Kind::kLocal && !is_reference(item) && target.path != path)
      documents_.insert_or_assign(target.path, Document{item, kept.tokens});
  }
}

void Resources::fail(const std::string& path, Error error) {
  wanted_.erase(path);
  failed_.insert_or_assign(path, std::move(error));
}

std::vector<Resources::Wanted> Resources::wanted() const {
  std::vector<Wanted> out;
  out.reserve(wanted_.size());
  for (const auto& [path, collection] : wanted_) out.push_back({path, collection});
  return out;
}

}  // namespace joulemark::redfish
