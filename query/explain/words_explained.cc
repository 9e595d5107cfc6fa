#include "query/explain/words_explained.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "query/code_order.h"
#include "query/explain/class_explanations.h"
#include "query/explain/code_explanations.h"
#include "query/explain/every_word.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/screen.h"

namespace joulemark {
namespace {

constexpr std::size_t kExplainColumns = 110;
constexpr std::size_t kColumnsOfNames = 26;

// Upper case, with one kind of separator.
std::string plain_name(std::string_view text) {
  std::string out = upper(text);
  std::replace(out.begin(), out.end(), '-', '_');
  std::replace(out.begin(), out.end(), ' ', '_');
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

void add_explained(Lines& out, std::string_view label, std::string_view text) {
  if (text.empty()) return;
  append(out, wrap(pad(std::string(label), 9) + std::string(text), kExplainColumns, 9));
}

std::string code_in_words(Code code) {
  const CodeExplanation& more = explanation_of(code);
  Lines out{std::string(to_string(code))};
  add_explained(out, "SAYS", std::string(meaning_of(code)));
  add_explained(out, "MEANS", more.detail);
  add_explained(out, "EFFECT", effect_words(code));
  add_explained(out, "CAUSE", "most often: " + std::string(more.cause));
  add_explained(out, "REMEDY", remedy_of(code));
  add_explained(out, "LIFTS", more.lift);
  add_explained(out, "RULE", "METHOD " + std::string(more.rule));
  return join(out, "\n") + "\n";
}

std::string class_in_words(Class cls) {
  const ClassExplanation& more = explanation_of(cls);
  Lines out{upper(to_string(cls))};
  add_explained(out, "MEANS", more.means);
  add_explained(out, "NEEDS", more.needs);
  if (const double limit = uncertainty_limit(cls); limit < 1.0)
    add_explained(out, "LIMIT",
                  fmt::format("U at most {} of E; at most 1 % of E measured worse, {} estimated",
                              percent(limit), cls == Class::kCalibrated ? "1 %" : "5 %"));
  add_explained(out, "GOOD FOR", more.good_for);
  if (const auto better = better_than(cls))
    add_explained(out, "LIFTS",
                  "to " + std::string(to_string(*better)) + ": " + std::string(more.lift));
  add_explained(out, "RULE", "METHOD L, L-1, L-4");
  return join(out, "\n") + "\n";
}

}  // namespace

std::optional<ExplainedWord> explained_word(std::string_view text) {
  const std::string name = plain_name(text);
  for (const Class cls : every_class())
    if (plain_name(to_string(cls)) == name) return cls;
  if (const auto code = parse_code(name)) return *code;
  return std::nullopt;
}

std::string nearest_word(std::string_view text) {
  const std::string name = plain_name(text);
  std::string best;
  std::size_t least = std::max<std::size_t>(2, name.size() / 3) + 1;
  const auto look_at = [&](std::string_view word) {
    const std::string other = plain_name(word);
    const bool within = name.size() >= 4 && other.find(name) != std::string::npos;
    const std::size_t apart = within ? 1 : edit_distance(name, other);
    if (apart >= least) return;
    least = apart;
    best = word;
  };
  for (const Class cls : every_class()) look_at(to_string(cls));
  for (const Code code : every_code()) look_at(to_string(code));
  return best;
}

std::string explanation_to_text(const ExplainedWord& word) {
  return std::holds_alternative<Code>(word) ? code_in_words(std::get<Code>(word))
                                            : class_in_words(std::get<Class>(word));
}

std::string all_words_to_text() {
  Lines out{"CLASSES, best first"};
  for (const Class cls : every_class())
    append(out, wrap("  " + pad(std::string(to_string(cls)), kColumnsOfNames) +
                         std::string(explanation_of(cls).means),
                     kExplainColumns, kColumnsOfNames + 2));
  append(out, {"", "CODES, the most serious first"});
  for (const Code code : by_seriousness(every_code()))
    append(out, wrap("  " + pad(std::string(to_string(code)), kColumnsOfNames) +
                         std::string(meaning_of(code)),
                     kExplainColumns, kColumnsOfNames + 2));
  append(out,
         {"", "joulemark explain WORD says more; joulemark explain FILE goes through a report"});
  return join(out, "\n") + "\n";
}

}  // namespace joulemark
