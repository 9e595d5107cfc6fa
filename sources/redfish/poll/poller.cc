#include "sources/redfish/poll/poller.h"

#include <algorithm>
#include <map>
#include <random>

#include "core/clean_text.h"

namespace joulemark::redfish {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Duration kBetweenLooks = seconds(5);
constexpr Duration kBetweenReports = milliseconds(50);
// Of a reader that has stopped clearing the desk.
constexpr std::size_t kMostReadings = 200'000;

std::string node_of(const Target& target) {
  return target.node.empty() ? host_of(target) : target.node;
}

double uniform() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  return std::uniform_real_distribution<double>(0.0, 1.0)(random);
}

ConversationOptions talk_of(const LoginTarget& login) {
  return {.base_url = login.target.url,
          .username = login.target.username,
          .password = login.password,
          .random = uniform};
}

}  // namespace

Poller::Poller(Options options, const Host& host, std::shared_ptr<Guarded<Desk>> desk)
    : host_(host),
      desk_(std::move(desk)),
      list_(std::move(options), host.files),
      fleet_(host.http_fleet()),
      crew_(*fleet_, host.clock) {}

void Poller::look_at_targets(MonotonicTime now) {
  if (now < next_look_) return;
  next_look_ = now + kBetweenLooks;
  const auto looked = list_.look();
  if (!looked) return;
  targets_error_ = *looked ? std::nullopt : std::optional(looked->error());
  if (*looked)
    take_targets(**looked);
  else if (host_.warn)
    host_.warn("redfish: " + looked->error().message);
}

// Services whose target has not changed go on undisturbed.
void Poller::take_targets(const std::vector<LoginTarget>& targets) {
  for (Place& place : places_) {
    if (place.gone || std::find(targets.begin(), targets.end(), place.target) != targets.end())
      continue;
    place.gone = true;
    place.service->leave();
  }
  std::map<std::string, std::size_t> of_node;
  for (const LoginTarget& target : targets) {
    const std::size_t ordinal = ++of_node[node_of(target.target)];
    const bool known = std::any_of(places_.begin(), places_.end(), [&](const Place& place) {
      return !place.gone && place.target == target;
    });
    if (!known) add(target, ordinal);
  }
}

void Poller::add(const LoginTarget& login, std::size_t ordinal) {
  ServiceSettings settings{
      .target = login.target,
      .node = node_of(login.target),
      .id_prefix = ordinal > 1 ? std::to_string(ordinal) + ":" : "",
      .phase = std::chrono::duration_cast<Duration>(uniform() * login.target.interval),
      .talk = talk_of(login)};
  places_.push_back({login, std::make_unique<Service>(std::move(settings), host_.clock)});
  fleet_->add(http_options(login.target));
  crew_.add(*places_.back().service);
  desk_->with([&](Desk& desk) {
    desk.entries.push_back({.target = {login.target.url, clean_text(node_of(login.target))},
                            .sensors = {},
                            .trouble = places_.back().service->trouble()});
  });
}

void Poller::turn(bool stopping) {
  const MonotonicTime now = host_.clock.monotonic();
  if (!stopping) look_at_targets(now);
  crew_.turn(stopping);
  if (now < next_report_ && !stopping) return;
  next_report_ = now + kBetweenReports;
  for (std::size_t i = 0; i < places_.size(); ++i) log(i);
  desk_->with([&](Desk& desk) {
    desk.alive = now;
    desk.targets_error = targets_error_;
    for (std::size_t i = 0; i < places_.size(); ++i) tell(i, desk);
  });
}

void Poller::tell(std::size_t i, Desk& desk) {
  Place& place = places_[i];
  Desk::Entry& entry = desk.entries[i];
  if (place.gone && !entry.gone)
    entry = {.target = entry.target,
             .generation = entry.generation + 1,
             .sensors = {},
             .trouble = {},
             .gone = true};
  if (place.gone) return;
  Service& service = *place.service;
  if (service.generation() != place.told_generation) {
    place.told_generation = entry.generation = service.generation();
    entry.sensors = service.sensors();
  }
  entry.trouble = service.trouble();
  entry.known = entry.trouble || !entry.sensors.empty();
  entry.target.up = !entry.trouble;
  for (Reading& reading : service.take_readings())
    if (desk.readings.size() < kMostReadings)
      desk.readings.push_back({i, entry.generation, reading});
}

void Poller::log(std::size_t i) {
  Place& place = places_[i];
  if (place.gone || !host_.warn) return;
  const auto say = [&](const std::string& what) {
    host_.warn("redfish: " + node_of(place.target.target) + ": " + what);
  };
  for (const std::string& one : place.service->take_remarks()) say(one);
  const auto& trouble = place.service->trouble();
  const auto code = trouble ? std::optional(trouble->code) : std::nullopt;
  if (code == place.told_trouble) return;
  say(trouble ? trouble->message : "is read again");
  place.told_trouble = code;
}

}  // namespace joulemark::redfish
