#include "exporter/exporter.h"

#include <sys/random.h>

#include <stdexcept>

#include "core/time_text.h"
#include "exporter/landing_page.h"
#include "exporter/release_request.h"
#include "platform/logging.h"

namespace joulemark {
namespace {

WebAnswer metrics(Body page) {
  return {200, "text/plain; version=0.0.4; charset=utf-8", std::move(page), {}};
}

SourceSetOptions source_options(const Host& services, bool show_serials) {
  const std::uint64_t seed = random_seed();
  log_info("sampling seed " + std::to_string(seed));
  return {services.node, show_serials, seed};
}

Result<std::vector<ListenAddress>> parse_all(const std::vector<std::string>& addresses) {
  std::vector<ListenAddress> out;
  for (const std::string& address : addresses) {
    auto parsed = parse_listen_address(address);
    if (!parsed) return tl::unexpected<Error>(parsed.error());
    out.push_back(std::move(*parsed));
  }
  return out;
}

}  // namespace

std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, 0) != static_cast<ssize_t>(sizeof seed))
    throw std::runtime_error("getrandom gives no seed for the sampling moments");
  return seed;
}

Exporter::Exporter(Overrides overrides, bool show_serials, std::shared_ptr<const Host> services,
                   std::span<const SourceEntry> known)
    : overrides_(std::move(overrides)),
      services_(std::move(services)),
      known_(known),
      pages_(ledger_, services_->clock),
      sources_(ledger_, services_, source_options(*services_, show_serials)) {}

Result<void> Exporter::start() {
  const auto config = load_config(overrides_, known_);
  if (!config) return tl::unexpected<Error>(config.error());
  const auto addresses = parse_all(config->listen_addresses);
  if (!addresses) return tl::unexpected<Error>(addresses.error());
  listen_addresses_ = config->listen_addresses;
  if (auto applied = sources_.apply(*config); !applied) return applied;
  auto web = WebServer::start(*addresses, routes());
  if (!web) return tl::unexpected<Error>(web.error());
  web_ = std::move(*web);
  return {};
}

Result<void> Exporter::reload_locked() {
  const auto config = load_config(overrides_, known_);
  if (!config) return tl::unexpected<Error>(config.error());
  if (auto applied = sources_.apply(*config); !applied) return applied;
  if (config->listen_addresses != listen_addresses_)
    log_warn("web.listen_address has changed: it takes effect at the next start");
  return {};
}

Result<void> Exporter::reload() {
  const std::lock_guard lock(mutex_);
  auto done = reload_locked();
  if (done)
    log_info("configuration reloaded");
  else
    log_error("configuration not reloaded, the old one goes on: " + done.error().message);
  return done;
}

Result<void> Exporter::release(std::string_view source, Duration time) {
  const std::lock_guard lock(mutex_);
  const auto released = sources_.release(source, time);
  if (!released) {
    log_warn("not released: " + released.error().message);
    return tl::unexpected<Error>(released.error());
  }
  for (const std::string& name : *released)
    log_info(name + ": let go for " + format_duration(time));
  return {};
}

void Exporter::watch() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock) sources_.watch();
}

bool Exporter::stop(Duration patience) {
  const std::unique_lock lock(mutex_, patience);
  return lock && sources_.stop(patience);
}

Snapshot Exporter::snapshot() const {
  return ledger_->with([&](const Ledger& l) { return l.snapshot(services_->clock.monotonic()); });
}

WebAnswer Exporter::ready() const {
  const bool ready =
      ledger_->with([&](const Ledger& l) { return l.sources.ready(services_->clock.monotonic()); });
  return ready ? plain_text("ready\n") : plain_text("the sources are being discovered\n", 503);
}

WebAnswer Exporter::reload_answer() {
  const auto done = reload();
  return done ? plain_text("reloaded\n") : plain_text(done.error().message + "\n", 500);
}

WebAnswer Exporter::release_answer(std::string_view query) {
  const auto request = parse_release(query);
  if (!request) return plain_text(request.error().message + "\n", 400);
  const auto done = release(request->source, request->time);
  if (done)
    return plain_text(request->source + " has let go for " + format_duration(request->time) + "\n");
  const int status = done.error().code == ErrorCode::kNotPresent    ? 404
                     : done.error().code == ErrorCode::kUnsupported ? 409
                                                                    : 503;
  return plain_text(done.error().message + "\n", status);
}

WebAnswer Exporter::landing() const {
  return {200,
          "text/html; charset=utf-8",
          std::make_shared<const std::string>(landing_page(snapshot(), build_info())),
          {}};
}

std::vector<Route> Exporter::routes() {
  // The body lives in the pages, which the answer keeps alive.
  const auto part = [this](std::string MetricsPage::Pages::*which) {
    auto pages = pages_.current();
    const std::string* body = &((*pages).*which);
    return metrics(Body(std::move(pages), body));
  };
  return {
      {"/", [this] { return landing(); }, {}},
      {"/metrics", [part] { return part(&MetricsPage::Pages::all); }, {}},
      {"/metrics/energy", [part] { return part(&MetricsPage::Pages::energy); }, {}},
      {"/-/healthy", [] { return plain_text("healthy\n"); }, {}},
      {"/-/ready", [this] { return ready(); }, {}},
      {"/-/reload", {}, [this](std::string_view) { return reload_answer(); }},
      {"/-/release", {}, [this](std::string_view query) { return release_answer(query); }},
  };
}

}  // namespace joulemark
