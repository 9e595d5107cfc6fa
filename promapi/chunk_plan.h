// Cuts a time range into pieces so that no answer is much over 250,000 samples. The first piece is
// short, because nothing is known yet; each next one follows from the rate seen so far.
#pragma once

#include <cstdint>
#include <optional>

namespace joulemark {

class ChunkPlan {
 public:
  struct Piece {
    std::int64_t first, last;  // ms, both inclusive; pieces neither overlap nor leave holes
  };

  // Times in ms; empty if last < first.
  ChunkPlan(std::int64_t first, std::int64_t last) : next_(first), last_(last) {}

  [[nodiscard]] std::optional<Piece> piece() const;  // empty: all is done
  void done(std::size_t samples);                    // the piece was answered
  // The server found the piece too large. False: it cannot be made smaller.
  [[nodiscard]] bool halve();

 private:
  std::int64_t next_, last_;
  std::int64_t length_ = 4000;
  std::int64_t longest_ = INT64_MAX;  // after halve()
};

}  // namespace joulemark
