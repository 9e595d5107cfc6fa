// How many connections may be set up at once: each costs a look-up of a name (a thread), a
// handshake, and a certificate to be verified, and a thousand at once would starve those that are
// read already. Those in excess wait in line.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

namespace joulemark {

class ConnectionGate {
 public:
  explicit ConnectionGate(std::size_t most) : most_(most) {}

  // False: it waits in line, and admit() names it when its time has come.
  bool enter(std::size_t who) {
    if (open_ < most_ && line_.empty()) return ++open_, true;
    line_.push_back(who);
    return false;
  }
  void leave() { --open_; }
  std::optional<std::size_t> admit() {
    if (open_ >= most_ || line_.empty()) return std::nullopt;
    const std::size_t who = line_.front();
    line_.pop_front();
    ++open_;
    return who;
  }

 private:
  std::size_t most_, open_ = 0;
  std::deque<std::size_t> line_;
};

}  // namespace joulemark
