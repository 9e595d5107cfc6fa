#include "core/settings.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/clean_text.h"
#include "core/time_text.h"

namespace joulemark {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxNodes = 100'000;
constexpr int kMaxDepth = 64;

// Turns the library's nodes into ours; stops at the first thing that must not be.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  Result<Settings> read(const YAML::Node& node, const std::string& path, int depth) {
    Settings out;
    out.file = file_;
    out.path = path;
    out.line = node.Mark().line + 1;
    if (++nodes_ > kMaxNodes || depth > kMaxDepth)
      return out.error("too large or nested too deeply");
    if (node.IsScalar()) return scalar(node, std::move(out));
    if (node.IsSequence()) return list(node, std::move(out), depth);
    if (node.IsMap()) return map(node, std::move(out), depth);
    return out;
  }

 private:
  static Result<Settings> scalar(const YAML::Node& node, Settings out) {
    out.kind = Settings::Kind::kScalar;
    out.scalar = node.Scalar();
    out.quoted = node.Tag() == "!";
    return out;
  }

  Result<Settings> list(const YAML::Node& node, Settings out, int depth) {
    out.kind = Settings::Kind::kList;
    for (const auto& item : node) {
      auto child = read(item, out.path + "[" + std::to_string(out.items.size()) + "]", depth + 1);
      if (!child) return child;
      out.items.push_back(std::move(*child));
    }
    return out;
  }

  Result<Settings> map(const YAML::Node& node, Settings out, int depth) {
    out.kind = Settings::Kind::kMap;
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) return out.error("a key must be a word");
      const std::string key = entry.first.Scalar();
      auto child = read(entry.second, out.path.empty() ? key : out.path + "." + key, depth + 1);
      if (!child) return child;
      child->line = entry.first.Mark().line + 1;
      if (out.find(key) != nullptr) return child->error("is given twice");
      out.entries.push_back({key, std::move(*child)});
    }
    return out;
  }

  std::string file_;
  std::size_t nodes_ = 0;
};

// Edit distance, capped by the caller's use on short words.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above + 1, row[j - 1] + 1, replace});
      diagonal = above;
    }
  }
  return row[b.size()];
}

template <class T>
std::optional<T> whole_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

Result<Settings> Settings::parse(std::string_view yaml, std::string file) {
  if (yaml.size() > kMaxBytes) return fail(ErrorCode::kInvalid, file + ": larger than 1 MiB");
  if (const auto bad = first_invalid_byte(yaml)) {
    const auto line = 1 + std::count(yaml.begin(), yaml.begin() + std::ptrdiff_t(*bad), '\n');
    return fail(ErrorCode::kInvalid,
                file + ":" + std::to_string(line) + ": not UTF-8: save the file as UTF-8");
  }
  try {
    const auto documents = YAML::LoadAll(std::string(yaml));
    if (documents.size() > 1) return fail(ErrorCode::kInvalid, file + ": more than one document");
    if (documents.empty()) {
      Settings empty;
      empty.file = std::move(file);
      return empty;
    }
    return Reader(std::move(file)).read(documents.front(), "", 0);
  } catch (const YAML::Exception& e) {
    return fail(ErrorCode::kInvalid,
                file + ":" + std::to_string(e.mark.line + 1) + ": not valid YAML: " + e.msg);
  }
}

const Settings* Settings::find(std::string_view key) const {
  for (const auto& [name, value] : entries)
    if (name == key) return &value;
  return nullptr;
}

tl::unexpected<Error> Settings::error(std::string_view what) const {
  std::string where = file;
  if (line > 0) where += ":" + std::to_string(line);
  if (!path.empty()) where += ": " + path;
  return fail(ErrorCode::kInvalid, where + ": " + std::string(what));
}

Result<std::string> Settings::as_text() const {
  if (kind != Kind::kScalar) return error("expected a text");
  return scalar;
}

Result<double> Settings::as_number() const {
  const auto value = whole_number<double>(scalar);
  if (kind != Kind::kScalar || quoted || !value || !std::isfinite(*value))
    return error("expected a number, for example 2000 or 0.05");
  return *value;
}

Result<std::int64_t> Settings::as_integer() const {
  const auto value = whole_number<std::int64_t>(scalar);
  if (kind != Kind::kScalar || quoted || !value) return error("expected a whole number");
  return *value;
}

Result<bool> Settings::as_bool() const {
  if (kind == Kind::kScalar && !quoted && scalar == "true") return true;
  if (kind == Kind::kScalar && !quoted && scalar == "false") return false;
  return error("expected true or false");
}

Result<Duration> Settings::as_duration() const {
  const auto value = parse_duration(kind == Kind::kScalar ? scalar : "");
  if (!value) return error("expected a time with its unit, for example 100ms or 1.5s");
  return *value;
}

Result<UtcTime> Settings::as_time() const {
  const auto value = parse_time(kind == Kind::kScalar ? scalar : "");
  if (!value) return error("expected a time with offset, for example 2026-01-01T00:00:00Z");
  return *value;
}

Fields::Fields(const Settings& map) : map_(map) {
  if (map.kind != Settings::Kind::kMap && map.kind != Settings::Kind::kNull)
    note(map.error("expected keys with values").value());
}

void Fields::note(Error error) {
  if (!error_) error_ = std::move(error);
}

const Settings* Fields::child(std::string_view key) {
  known_.emplace(key);
  return map_.find(key);
}

template <class T>
Fields& Fields::store(std::string_view key, T& out, Result<T> (Settings::*as)() const) {
  const Settings* value = child(key);
  if (value == nullptr) return *this;
  auto parsed = (value->*as)();
  if (parsed)
    out = std::move(*parsed);
  else
    note(std::move(parsed.error()));
  return *this;
}

Fields& Fields::text(std::string_view key, std::string& out) {
  return store(key, out, &Settings::as_text);
}
Fields& Fields::number(std::string_view key, double& out) {
  return store(key, out, &Settings::as_number);
}
Fields& Fields::integer(std::string_view key, std::int64_t& out) {
  return store(key, out, &Settings::as_integer);
}
Fields& Fields::boolean(std::string_view key, bool& out) {
  return store(key, out, &Settings::as_bool);
}
Fields& Fields::duration(std::string_view key, Duration& out) {
  return store(key, out, &Settings::as_duration);
}
Fields& Fields::time(std::string_view key, UtcTime& out) {
  return store(key, out, &Settings::as_time);
}

Fields& Fields::watts(std::string_view key, Watts& out) {
  double value = out.value();
  number(key, value);
  out = Watts(value);
  return *this;
}

Fields& Fields::require(std::string_view key) {
  if (child(key) == nullptr) note(map_.error("needs the key '" + std::string(key) + "'").value());
  return *this;
}

Fields& Fields::check(bool ok, std::string_view key, std::string_view what) {
  if (ok) return *this;
  const Settings* value = child(key);
  note((value != nullptr ? *value : map_).error(what).value());
  return *this;
}

Result<void> Fields::finish() {
  for (const auto& [name, value] : map_.entries) {
    if (known_.contains(name)) continue;
    std::string_view nearest;
    for (const auto& key : known_)
      if (nearest.empty() || distance(name, key) < distance(name, nearest)) nearest = key;
    const bool close =
        !nearest.empty() && distance(name, nearest) <= std::max<std::size_t>(2, name.size() / 3);
    note(value
             .error(close ? "unknown key; did you mean '" + std::string(nearest) + "'?"
                          : "unknown key")
             .value());
  }
  if (error_) return tl::unexpected<Error>(*error_);
  return {};
}

std::string beside(const std::string& file, const std::string& path) {
  const auto slash = file.rfind('/');
  if (path.empty() || path.starts_with('/') || slash == std::string::npos) return path;
  return file.substr(0, slash + 1) + path;
}

}  // namespace joulemark
