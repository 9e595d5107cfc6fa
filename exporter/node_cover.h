// The figure of each node without counting anything twice (METHOD S-1a, S-1b), for dashboards: the
// query recomputes the cover over all exporters and never uses these.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exporter/sensor_ledger.h"
#include "measurement/cover.h"

namespace joulemark {

struct NodeMember {
  std::size_t view = 0;  // index into the views
  MemberRole role = MemberRole::kUnranked;
};

struct NodeFigure {
  std::string node;
  std::optional<Basis> basis;  // empty: nothing alive has a basis
  bool complete = false;
  std::optional<Watts> power;  // empty: a member has no fresh reading
  std::optional<Joules> energy;
  std::vector<NodeMember> members;  // every sensor of the node
};

// Remembers since when each node's members are counted: a change of basis or members starts a new
// count, it never bends one.
class NodeCovers {
 public:
  std::vector<NodeFigure> figures(const std::vector<SensorView>& views);

 private:
  struct Member {
    SensorPtr text;
    UtcTime start;  // of its count
    Joules at_adoption;
  };
  struct Adopted {
    Basis basis = Basis::kComponents;
    bool complete = false;
    std::vector<Member> members;
  };

  NodeFigure figure_of(const std::string& node, const std::vector<SensorView>& views,
                       const std::vector<std::size_t>& own);
  std::optional<Joules> energy_since_adoption(const std::string& node, const NodeFigure& figure,
                                              const std::vector<SensorView>& views,
                                              const std::vector<std::size_t>& counted);

  std::map<std::string, Adopted> adopted_;
};

Joules energy_of(const SensorView& view);

}  // namespace joulemark
