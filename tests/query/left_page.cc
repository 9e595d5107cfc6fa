#include "tests/query/left_page.h"

#include <cstdlib>
#include <fstream>

#include "query/report_html.h"

namespace joulemark {

std::string left_page(const std::string& name, const Report& report, const PowerPicture& power) {
  std::string out = report_to_html(report, power);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): tests have one thread
  if (const char* folder = std::getenv("JOULEMARK_PAGES_OUT"))
    std::ofstream(std::string(folder) + "/" + name + ".html") << out;
  return out;
}

}  // namespace joulemark
