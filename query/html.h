// HTML that no text can break out of: texts and attribute values are escaped as they enter, and
// only literals of this program are markup.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace joulemark {

// Known at compile time: nothing that was read can become one.
class Markup {
 public:
  template <std::size_t N>
  consteval Markup(const char (&literal)[N])  // NOLINT(google-explicit-constructor)
      : text_(literal, N - 1) {}
  [[nodiscard]] constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

class Html {
 public:
  Html() = default;
  explicit Html(Markup markup) : markup_(markup.text()) {}

  Html& operator+=(const Html& other) {
    markup_ += other.markup_;
    return *this;
  }
  friend Html operator+(Html a, const Html& b) { return a += b; }

  [[nodiscard]] bool empty() const { return markup_.empty(); }
  [[nodiscard]] const std::string& markup() const { return markup_; }

 private:
  friend Html text(std::string_view raw);
  friend class Element;
  std::string markup_;
};

// Escaped; invalid UTF-8 and control characters do not survive (core/clean_text.h).
Html text(std::string_view raw);

// <name attribute="value">content</name>
class Element {
 public:
  explicit Element(Markup name);
  Element& with(Markup attribute, std::string_view value) &;
  Element&& with(Markup attribute, std::string_view value) &&;
  [[nodiscard]] Html of(const Html& content) const;
  [[nodiscard]] Html of(std::string_view raw) const { return of(text(raw)); }
  [[nodiscard]] Html alone() const;  // <meta ...>, and <rect .../> of SVG

 private:
  std::string_view name_;
  std::string opening_;
};

Html element(Markup name, const Html& content);
Html element(Markup name, std::string_view raw);
// With a class.
Html element(Markup name, Markup cls, const Html& content);
Html element(Markup name, Markup cls, std::string_view raw);

}  // namespace joulemark
