#include "query/deliver.h"

#include "query/text_file.h"

namespace joulemark {

int deliver(const std::string& text, const std::string& file, int status,
            const Services& services) {
  if (!file.empty()) {
    if (const auto written = write_text_file(file, text); !written)
      return complain(services, "--output-file: " + written.error().message);
    return status;
  }
  services.out << text << std::flush;
  if (!services.out) return complain(services, "standard output: cannot be written");
  return status;
}

}  // namespace joulemark
