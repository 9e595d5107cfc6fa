// What people write (configuration, scenario, plan) as a tree that knows where each value stands,
// so that an error names file, line, key and what is expected. YAML in, no I/O.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace joulemark {

struct Settings {
  enum class Kind { kNull, kScalar, kList, kMap };

  Kind kind = Kind::kNull;
  std::string scalar;
  bool quoted = false;  // a quoted scalar is text, never a number or a boolean
  std::vector<Settings> items;
  struct Entry;
  std::vector<Entry> entries;
  std::string file;
  std::string path;  // "sources.rapl.interval"
  int line = 0;      // 1-based; 0: not from a file

  // At most 1 MiB, 100,000 nodes, 64 levels; duplicate keys, several documents and malformed YAML
  // are kInvalid.
  static Result<Settings> parse(std::string_view yaml, std::string file);

  [[nodiscard]] const Settings* find(std::string_view key) const;
  // "file:line: key: what" as kInvalid.
  [[nodiscard]] tl::unexpected<Error> error(std::string_view what) const;

  // A scalar of the kind; "250ms" and RFC 3339 for the times. Errors say what is expected.
  [[nodiscard]] Result<std::string> as_text() const;
  [[nodiscard]] Result<double> as_number() const;
  [[nodiscard]] Result<std::int64_t> as_integer() const;
  [[nodiscard]] Result<bool> as_bool() const;
  [[nodiscard]] Result<Duration> as_duration() const;
  [[nodiscard]] Result<UtcTime> as_time() const;
};

struct Settings::Entry {
  std::string key;
  Settings value;
};

// A path that a file names: absolute, or relative to the folder of that file.
std::string beside(const std::string& file, const std::string& path);

// Reads the keys of a map one by one and remembers the first error; finish() reports it, or a key
// that nobody asked for with the nearest known one. Absent keys leave the target untouched.
class Fields {
 public:
  explicit Fields(const Settings& map);

  Fields& text(std::string_view key, std::string& out);
  Fields& number(std::string_view key, double& out);
  Fields& integer(std::string_view key, std::int64_t& out);
  Fields& boolean(std::string_view key, bool& out);
  Fields& duration(std::string_view key, Duration& out);
  Fields& time(std::string_view key, UtcTime& out);
  Fields& watts(std::string_view key, Watts& out);
  template <class T, class Parse>
  Fields& word(std::string_view key, T& out, Parse parse, std::string_view expected);
  const Settings* child(std::string_view key);  // marks it as known
  Fields& require(std::string_view key);        // an error if absent
  Fields& check(bool ok, std::string_view key, std::string_view what);
  [[nodiscard]] Result<void> finish();

 private:
  template <class T>
  Fields& store(std::string_view key, T& out, Result<T> (Settings::*as)() const);
  void note(Error error);

  const Settings& map_;
  std::set<std::string, std::less<>> known_;
  std::optional<Error> error_;
};

template <class T, class Parse>
Fields& Fields::word(std::string_view key, T& out, Parse parse, std::string_view expected) {
  const Settings* value = child(key);
  if (value == nullptr) return *this;
  const auto text = value->as_text();
  const auto parsed = text ? parse(*text) : decltype(parse(std::string_view{})){};
  if (parsed)
    out = *parsed;
  else
    note(value->error("must be one of: " + std::string(expected)).value());
  return *this;
}

}  // namespace joulemark
