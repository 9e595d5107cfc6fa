#include "query/selection.h"

#include "query/node_list.h"

namespace joulemark {

Result<Selection> choose_nodes(const SelectionArguments& arguments) {
  Selection out;
  out.from = "every node of the server";
  if (!arguments.nodes.empty()) {
    auto names = read_node_list(arguments.nodes);
    if (!names) return fail_in("--nodes", names.error());
    out.nodes = std::move(*names);
    out.from = arguments.nodes.front() == '@' ? "list " + arguments.nodes.substr(1) : "typed list";
  }
  for (const std::string& text : arguments.matches) {
    auto matcher = parse_matcher(text);
    if (!matcher) return fail_in("--match", matcher.error());
    out.matchers.push_back(std::move(*matcher));
  }
  if (!out.matchers.empty()) out.from += ", --match";
  return out;
}

}  // namespace joulemark
