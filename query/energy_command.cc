#include "query/commands.h"
#include "query/connection.h"
#include "query/measure.h"
#include "query/window_choice.h"

namespace joulemark {

int run_energy(const EnergyArguments& arguments, const Services& services) {
  const auto selection = choose_nodes(arguments.selection);
  if (!selection) return complain(services, selection.error().message);
  auto connection = Connection::open(arguments.server, services);
  if (!connection) return complain(services, connection.error().message);
  // A dead server is no reason to wait for its readings.
  if (const auto answers = connection->client().server_time(); !answers)
    return complain(services, answers.error().message);
  const auto window = choose_window(arguments, services, connection->client());
  if (!window) return complain(services, window.error().message);
  const auto measured = measure(connection->client(), *window, *selection, services);
  if (!measured) return complain(services, measured.error().message);
  return deliver(*measured, arguments.output, services);
}

}  // namespace joulemark
