#include "query/selection.h"

#include "query/node_list.h"

namespace joulemark {

namespace {

std::string from_plan(const PreparedPlan& prepared) {
  std::string out = "plan " + prepared.folder.name;
  if (!prepared.allocation) return out + ", typed";
  out += ", " + std::string(to_string(prepared.allocation->kind));
  if (!prepared.allocation->job.empty()) out += " " + prepared.allocation->job;
  return out;
}

Result<void> choose_by_plan(const SelectionArguments& arguments, Selection& out) {
  if (!arguments.nodes.empty())
    return fail(ErrorCode::kInvalid,
                "--nodes and --plan: the plan says which members count; give one of them");
  auto folder = read_plan_folder(arguments.plan, arguments.plan_use);
  if (!folder) return fail_in("--plan", folder.error());
  auto prepared = prepare_plan(std::move(*folder), arguments.plan_use);
  if (!prepared) return fail_in("--plan", prepared.error());
  out.from = from_plan(*prepared);
  out.plan = std::move(*prepared);
  return {};
}

}  // namespace

Result<Selection> choose_nodes(const SelectionArguments& arguments) {
  Selection out;
  out.from = "every node of the server";
  if (!arguments.nodes.empty()) {
    auto names = read_node_list(arguments.nodes);
    if (!names) return fail_in("--nodes", names.error());
    out.nodes = std::move(*names);
    out.from = arguments.nodes.front() == '@' ? "list " + arguments.nodes.substr(1) : "typed list";
  }
  if (!arguments.plan.empty())
    if (auto chosen = choose_by_plan(arguments, out); !chosen)
      return tl::unexpected<Error>(chosen.error());
  for (const std::string& text : arguments.matches) {
    auto matcher = parse_matcher(text);
    if (!matcher) return fail_in("--match", matcher.error());
    out.matchers.push_back(std::move(*matcher));
  }
  if (!out.matchers.empty()) out.from += ", --match";
  return out;
}

}  // namespace joulemark
