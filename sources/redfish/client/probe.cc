#include "sources/redfish/client/probe.h"

#include <algorithm>
#include <set>

namespace joulemark::redfish {

Probe::Probe(std::vector<Measured> values, Duration interval, Duration length)
    : values_(std::move(values)), samples_(values_.size()), interval_(interval), length_(length) {
  std::set<std::string> paths;
  for (const Measured& value : values_) paths.insert(value.path);
  paths_.assign(paths.begin(), paths.end());
}

void Probe::keep(const Conversation::Fetched& fetched, MonotonicTime now) {
  if (!fetched.document) return;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (values_[i].path != fetched.path) continue;
    const Json::json_pointer place(values_[i].pointer);
    if (!fetched.document->body.contains(place)) continue;
    if (auto number = fetched.document->number(fetched.document->body.at(place)))
      samples_[i].push_back({now, std::move(*number)});
  }
}

bool Probe::advance(Conversation& conversation, MonotonicTime now) {
  if (!begun_) {
    begun_ = true;
    next_ = now;
    end_ = now + length_;
  }
  while (const auto fetched = conversation.take()) keep(*fetched, now);
  if (!conversation.idle()) return false;
  if (paths_.empty() || now >= end_) return true;
  if (now < next_) return false;
  for (const std::string& path : paths_) conversation.want(path);
  next_ = std::max(next_ + interval_, now);
  return false;
}

}  // namespace joulemark::redfish
