#include "query/plan/work_log.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/clean_text.h"
#include "core/time_text.h"
#include "core/trimmed.h"

namespace joulemark {
namespace {

using WorkFields = std::map<std::string, std::string, std::less<>>;

constexpr std::size_t kMostLines = 1'000'000;
constexpr std::array<std::string_view, 7> kColumnsOfWork{"node",   "job",   "allocated", "kind",
                                                         "amount", "begin", "end"};
constexpr std::array<std::string_view, 4> kKindsOfWork{"output_tokens", "input_tokens", "batches",
                                                       "active_seconds"};

template <class List>
bool is_in(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

Result<double> amount_from(const WorkFields& fields, std::string_view name, double otherwise) {
  const auto found = fields.find(name);
  if (found == fields.end() || found->second.empty()) return otherwise;
  double out = 0.0;
  const std::string& text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(out) || out < 0.0)
    return fail(ErrorCode::kInvalid, fmt::format("{}: '{}' is no number that is not negative", name,
                                                 clean_text(text.substr(0, 40))));
  return out;
}

Result<std::optional<UtcTime>> time_from(const WorkFields& fields, std::string_view name) {
  const auto found = fields.find(name);
  if (found == fields.end() || found->second.empty()) return std::optional<UtcTime>{};
  const auto time = parse_time(found->second);
  if (!time) return fail_in(std::string(name), time.error());
  return std::optional(*time);
}

std::string text_from(const WorkFields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string() : found->second;
}

Result<WorkEntry> entry_of(const WorkFields& fields) {
  WorkEntry out{text_from(fields, "node"),
                text_from(fields, "job"),
                1.0,
                text_from(fields, "kind"),
                0.0,
                {},
                {}};
  for (const char* needed : {"node", "job", "kind", "amount"})
    if (text_from(fields, needed).empty())
      return fail(ErrorCode::kInvalid, fmt::format("needs {}", needed));
  if (!is_in(kKindsOfWork, out.kind))
    return fail(ErrorCode::kInvalid,
                "kind must be one of: output_tokens, input_tokens, batches, "
                "active_seconds");
  const auto amount = amount_from(fields, "amount", 0.0);
  if (!amount) return tl::unexpected<Error>(amount.error());
  const auto allocated = amount_from(fields, "allocated", 1.0);
  if (!allocated) return tl::unexpected<Error>(allocated.error());
  if (*allocated > 1.0)
    return fail(ErrorCode::kInvalid, "allocated is a fraction of the node, 0 to 1");
  const auto begin = time_from(fields, "begin");
  if (!begin) return tl::unexpected<Error>(begin.error());
  const auto end = time_from(fields, "end");
  if (!end) return tl::unexpected<Error>(end.error());
  if (*begin && *end && **end < **begin) return fail(ErrorCode::kInvalid, "ends before it begins");
  out.amount = *amount;
  out.allocated = *allocated;
  out.begin = *begin;
  out.end = *end;
  return out;
}

Result<WorkFields> fields_of_json(std::string_view line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object()) return fail(ErrorCode::kInvalid, "expected a JSON object per line");
  WorkFields out;
  for (const auto& [key, value] : json.items()) {
    if (!is_in(kColumnsOfWork, key))
      return fail(ErrorCode::kInvalid, "unknown key '" + clean_text(key.substr(0, 40)) + "'");
    if (value.is_null()) continue;
    if (!value.is_string() && !value.is_number())
      return fail(ErrorCode::kInvalid, key + " must be a text or a number");
    out[key] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return out;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> out;
  while (true) {
    const auto comma = line.find(',');
    out.emplace_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return out;
    line.remove_prefix(comma + 1);
  }
}

Result<WorkFields> fields_of_row(std::string_view line, const std::vector<std::string>& columns) {
  const auto cells = cells_of(line);
  if (cells.size() != columns.size())
    return fail(ErrorCode::kInvalid,
                fmt::format("{} cells where the head has {}", cells.size(), columns.size()));
  WorkFields out;
  for (std::size_t i = 0; i < cells.size(); ++i) out[columns[i]] = cells[i];
  return out;
}

Result<void> check_columns(const std::vector<std::string>& columns) {
  for (const std::string& column : columns)
    if (!is_in(kColumnsOfWork, column))
      return fail(ErrorCode::kInvalid, "unknown column '" + clean_text(column.substr(0, 40)) +
                                           "': expected node,job,allocated,kind,amount,begin,end");
  return {};
}

}  // namespace

Result<WorkLog> read_work_log(std::string_view text, const std::string& name) {
  WorkLog out;
  std::vector<std::string> columns;
  const auto wrong = [&](std::size_t line, const Error& error) {
    return fail_in(name + ":" + std::to_string(line), error);
  };
  if (const auto bad = first_invalid_byte(text))
    return fail(ErrorCode::kInvalid, name + ": not UTF-8");
  for (std::size_t number = 1; !text.empty(); ++number) {
    if (number > kMostLines) return fail(ErrorCode::kInvalid, name + ": more than 1000000 lines");
    const std::string_view line = trimmed(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), text.find('\n') == std::string_view::npos
                                                 ? text.size()
                                                 : text.find('\n') + 1));
    if (line.empty()) continue;
    if (!line.starts_with('{') && columns.empty()) {
      columns = cells_of(line);
      if (auto good = check_columns(columns); !good) return wrong(number, good.error());
      continue;
    }
    const auto fields = columns.empty() ? fields_of_json(line) : fields_of_row(line, columns);
    if (!fields) return wrong(number, fields.error());
    auto entry = entry_of(*fields);
    if (!entry) return wrong(number, entry.error());
    out.entries.push_back(std::move(*entry));
  }
  if (out.entries.empty()) return fail(ErrorCode::kInvalid, name + ": holds no work");
  return out;
}

}  // namespace joulemark
