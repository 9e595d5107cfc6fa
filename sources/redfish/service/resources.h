// The resources of one service that were fetched so far. A walk over them is a pure function: it
// asks for what it needs, takes what is here, and what is not here yet is noted as wanted. Fetch
// what is wanted, walk again, until nothing is wanted. So discovery needs no thread and no wait,
// and a test walks a tree of files.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "sources/redfish/service/document.h"
#include "sources/redfish/service/link.h"

namespace joulemark::redfish {

class Resources {
 public:
  struct Found {
    std::string path;  // "/redfish/v1/Chassis/1"
    const Document* document = nullptr;
    [[nodiscard]] const Json& body() const { return document->body; }
  };

  // The resource behind a link: {"@odata.id": "..."}, or the bare text that some services write.
  // Empty: no link, not here yet (now wanted), failed, or on another host (now recorded).
  std::optional<Found> at(const Json& link);
  std::optional<Found> at(const std::string& path);
  // The members of a collection, in the order of their paths, each once, over all of its pages.
  // Members that are there as links only and not here yet are left out (and wanted).
  std::vector<Found> members(const Json& link);
  // The same for a list of links within a resource.
  std::vector<Found> each(const Json& links);

  // What came for a path. A collection whose members came in full puts each of them here too.
  void store(const std::string& path, Document document);
  void fail(const std::string& path, Error error);

  void begin_walk() { wanted_.clear(); }
  // Paths asked for in this walk that are neither here nor failed. Collections are marked, since
  // some services can send one together with its members ($expand).
  struct Wanted {
    std::string path;
    bool collection = false;
  };
  [[nodiscard]] std::vector<Wanted> wanted() const;

  [[nodiscard]] const std::map<std::string, Error>& failed() const { return failed_; }
  [[nodiscard]] const std::map<std::string, Document>& documents() const { return documents_; }
  [[nodiscard]] const std::set<std::string>& foreign() const { return foreign_; }
  [[nodiscard]] std::size_t size() const { return documents_.size(); }
  // More than kMostResources were asked for; the rest of the service was not looked at.
  [[nodiscard]] bool full() const { return full_; }

  static constexpr std::size_t kMostResources = 4000;

 private:
  std::optional<Found> find(const std::string& path, bool collection);
  void add_members(const Json& body, std::set<std::string>& paths);

  std::map<std::string, Document> documents_;
  std::map<std::string, Error> failed_;
  std::set<std::string> foreign_;
  std::map<std::string, bool> wanted_;
  bool full_ = false;
};

}  // namespace joulemark::redfish
