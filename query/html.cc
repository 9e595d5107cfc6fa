#include "query/html.h"

#include "core/clean_text.h"
#include "core/html_text.h"

namespace joulemark {

Html text(std::string_view raw) {
  Html out;
  out.markup_ = html_text(clean_text(raw));
  return out;
}

Element::Element(Markup name) : name_(name.text()), opening_("<" + std::string(name_)) {}

Element& Element::with(Markup attribute, std::string_view value) & {
  opening_ += ' ';
  opening_ += attribute.text();
  opening_ += "=\"" + html_text(clean_text(value)) + '"';
  return *this;
}

Element&& Element::with(Markup attribute, std::string_view value) && {
  with(attribute, value);
  return std::move(*this);
}

Html Element::of(const Html& content) const {
  Html out;
  out.markup_.reserve(opening_.size() + content.markup_.size() + name_.size() + 4);
  out.markup_ += opening_;
  out.markup_ += '>';
  out.markup_ += content.markup_;
  out.markup_ += "</";
  out.markup_ += name_;
  out.markup_ += '>';
  return out;
}

Html Element::alone() const {
  Html out;
  out.markup_ = opening_ + "/>";
  return out;
}

Html element(Markup name, const Html& content) { return Element(name).of(content); }
Html element(Markup name, std::string_view raw) { return Element(name).of(raw); }

Html element(Markup name, Markup cls, const Html& content) {
  return Element(name).with("class", cls.text()).of(content);
}
Html element(Markup name, Markup cls, std::string_view raw) {
  return Element(name).with("class", cls.text()).of(raw);
}

}  // namespace joulemark
