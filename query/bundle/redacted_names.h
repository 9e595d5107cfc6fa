// Names that leave the site: every name of the original gets one that cannot be traced back, the
// same wherever it stands.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace joulemark {

// First all names are added, then number() gives each its new one: "node_0007_c1f4a2", kind, place
// among the names of its kind in alphabetical order (whatever is ordered by name stays in order),
// six digits of an HMAC-SHA256 under the salt.
class RedactedNames {
 public:
  explicit RedactedNames(std::string salt) : salt_(std::move(salt)) {}

  // The kind that comes first holds. Empty names are none.
  void add(const std::string& kind, const std::string& name);
  void number();

  // Of a whole name; what was never added stays.
  [[nodiscard]] std::string name(const std::string& name) const;
  [[nodiscard]] bool knows(const std::string& name) const { return new_names_.contains(name); }
  // A text with every name in it replaced, where it stands alone between other characters than
  // letters, digits and "_". Names that are words of the method, or are shorter than three
  // characters, stay in texts.
  [[nodiscard]] std::string text(std::string_view text) const;
  // A scope of METHOD S-1: racks, power strips and the like by name, the rest as text().
  [[nodiscard]] std::string scope(std::string_view scope) const;
  // A name that is still found in the text, whatever its case; empty: none. Only names that cannot
  // be there by chance are looked for.
  [[nodiscard]] std::string found_in(std::string_view text) const;

  // "r5a" of "pdu:r5a/outlet:1".
  void add_places(std::string_view scope);
  // "host.example.org" of "host.example.org:11818", and of a URL.
  static std::string host_of(std::string_view address);

 private:
  std::string salt_;
  std::map<std::string, std::string> kind_of_;
  std::map<std::string, std::string> new_names_;
  std::map<std::string, std::string> in_texts_;  // lower case; those that text() replaces
  std::set<std::size_t, std::greater<>> lengths_;
};

}  // namespace joulemark
