#include <openssl/rand.h>

#include <array>

#include "query/bundle/redaction.h"
#include "query/commands.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

Result<std::string> random_salt() {
  std::array<unsigned char, 32> bytes{};
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
    return fail(ErrorCode::kUnavailable, "no random numbers from the system");
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace

int run_redact(const RedactArguments& arguments, const Services& services) {
  const auto original = verify_bundle(arguments.file);
  if (!original) return complain(services, "bundle redact: " + original.error().message);
  const auto salt = random_salt();
  if (!salt) return complain(services, "bundle redact: " + salt.error().message);
  const auto bytes = redacted_bundle(*original, *salt);
  if (!bytes) return complain(services, "bundle redact: " + bytes.error().message);
  if (const auto written = write_text_file(arguments.output_file, *bytes); !written)
    return complain(services, "--output-file: " + written.error().message);
  services.out << arguments.output_file << ": names replaced; joulemark verify "
               << arguments.output_file << " computes the same figure" << std::endl;
  return kComputed;
}

}  // namespace joulemark
