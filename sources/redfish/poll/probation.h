// From a finished walk to what is read for good: some rounds of reading, then a decision.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sources/redfish/poll/boundary_votes.h"
#include "sources/redfish/poll/reader.h"
#include "sources/redfish/target.h"

namespace joulemark::redfish {

class Probation {
 public:
  Probation(Inventory inventory, const Target& target, Reader::Names names);

  // Of the rounds; empty where nothing was found.
  [[nodiscard]] Reader& reader() { return reader_; }
  // After each round. True: it was the last. One that had trouble counts half.
  bool end_round(Duration slowest_answer, Duration length, bool trouble);
  // What is read from now on.
  [[nodiscard]] Reader decide();

  // No answer may take longer, once readings count: twice the longest so far, in steps of 0.1 s.
  [[nodiscard]] Duration round_trip() const;
  // The interval that the target asks for, or what its service is able to keep.
  [[nodiscard]] Duration interval() const;
  [[nodiscard]] const std::vector<Remark>& remarks() const { return inventory_.remarks; }

  static constexpr int kRounds = 8;

 private:
  [[nodiscard]] std::vector<Chosen> chosen(bool probing);
  void override_boundaries(std::vector<Chosen>& chosen) const;

  Inventory inventory_;
  const Target& target_;
  Reader::Names names_;
  std::vector<std::size_t> kept_;
  std::vector<ChassisPower> power_;
  BoundaryVotes votes_;
  Reader reader_;
  std::vector<Duration> lengths_;
  Duration slowest_{0};
  int halves_ = 0;  // rounds x 2
};

}  // namespace joulemark::redfish
