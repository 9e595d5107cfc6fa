#include "core/time_text.h"
#include "query/commands.h"
#include "query/connection.h"
#include "query/crosscheck/crosscheck_request.h"
#include "query/crosscheck/crosscheck_text.h"
#include "query/deliver.h"
#include "query/progress_line.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

Result<CrosscheckFile> checked_unit(const CrosscheckArguments& arguments,
                                    const Services& services) {
  const auto request = crosscheck_request(arguments);
  if (!request) return tl::unexpected(request.error());
  if (const LevelRequest& last = request->levels.back(); last.window.end > services.clock.now())
    return fail(ErrorCode::kInvalid,
                "level " + last.name + " ends in the future, at " + format_time(last.window.end));
  auto connection = Connection::open(arguments.server, services);
  if (!connection) return tl::unexpected(connection.error());
  ProgressLine line(services);
  auto material =
      gather_levels(connection->client(), *request,
                    [&](std::string_view stage, double share) { line.show(stage, share); });
  if (!material) return tl::unexpected(material.error());
  auto record = make_crosscheck(std::move(*material));
  if (!record) return tl::unexpected(record.error());
  CrosscheckFile out;
  out.units.push_back(std::move(*record));
  return out;
}

Result<CrosscheckFile> checked_fleet(const CrosscheckArguments& arguments) {
  if (!arguments.validate.empty() || !arguments.against.empty() || !arguments.log.empty() ||
      !arguments.levels.empty() || !arguments.levels_file.empty())
    return fail(ErrorCode::kInvalid, "--fleet takes results and nothing else");
  std::vector<CrosscheckFile> files;
  for (const std::string& path : arguments.fleet) {
    const auto text = read_text_file(path, kLongestCrosscheckFile);
    if (!text) return fail_in("--fleet", text.error());
    auto file = crosscheck_from_json(*text, path);
    if (!file) return fail_in("--fleet", file.error());
    files.push_back(std::move(*file));
  }
  auto fleet = fleet_of(std::move(files));
  if (!fleet) return fail_in("--fleet", fleet.error());
  return fleet;
}

int deliver_crosscheck(const CrosscheckFile& file, const CrosscheckArguments& arguments,
                       const Services& services) {
  const std::string text =
      arguments.format == OutputFormat::kJson ? crosscheck_to_json(file) : crosscheck_to_text(file);
  const bool agrees =
      file.verdict() == CrosscheckVerdict::kAgree || file.verdict() == CrosscheckVerdict::kAgree5;
  return deliver(text, arguments.output_file, agrees ? kComputed : kBelowRequired, services);
}

}  // namespace

int run_crosscheck(const CrosscheckArguments& arguments, const Services& services) {
  const auto file =
      arguments.fleet.empty() ? checked_unit(arguments, services) : checked_fleet(arguments);
  if (!file) return complain(services, "crosscheck: " + file.error().message);
  return deliver_crosscheck(*file, arguments, services);
}

}  // namespace joulemark
