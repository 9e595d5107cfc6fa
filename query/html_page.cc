#include "query/html_page.h"

#include "query/digest.h"
#include "query/html_script.h"
#include "query/html_style.h"

namespace joulemark {
namespace {

// Style and script are allowed by their digests alone: a text that became markup in spite of all
// could still not run, and no request leaves the page.
std::string content_policy() {
  return "default-src 'none'; style-src 'sha256-" + sha256_base64(kStyle.text()) +
         "'; script-src 'sha256-" + sha256_base64(kScript.text()) +
         "'; base-uri 'none'; form-action 'none'";
}

Html page_head(std::string_view title) {
  Html out = Element("meta").with("charset", "utf-8").alone();
  out += Element("meta")
             .with("http-equiv", "Content-Security-Policy")
             .with("content", content_policy())
             .alone();
  out += Element("meta")
             .with("name", "viewport")
             .with("content", "width=device-width, initial-scale=1")
             .alone();
  out += element("title", title);
  return element("head", out + element("style", Html(kStyle)));
}

}  // namespace

std::string html_page(std::string_view title, const Html& body) {
  const Html content = element("body", body + element("script", Html(kScript)));
  const Html page = Element("html").with("lang", "en").of(page_head(title) + content);
  return "<!DOCTYPE html>\n" + page.markup() + "\n";
}

}  // namespace joulemark
