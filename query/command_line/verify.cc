#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kVerifyExamples = R"(
Examples:
  joulemark verify run7.jm.tar.zst
  joulemark verify run7.jm.tar.zst --checklist                what it proves, and what no bundle proves
  joulemark verify run7.jm.tar.zst --what-if delta=0.5        if the clocks were that far off
  joulemark verify run7.jm.tar.zst --what-if cover=cray --what-if without-bounds
  joulemark verify run7.jm.tar.zst --allowed-signers signers  its signature run7.jm.tar.zst.sig must be good

Needs no server: the report is computed again from the bytes of the bundle and compared with the stored one.
--what-if: delta=SECONDS, cover=BASIS (another complete cover), nodes=LIST, without-bounds (limits of power that
somebody stated), without-plan. Sign with: ssh-keygen -Y sign -f KEY -n joulemark FILE
Exit status: 0 verified, 3 does not verify, 1 cannot be read as a bundle.)";

}  // namespace

Subcommand add_verify(CLI::App& program) {
  const auto verify = std::make_shared<VerifyArguments>();
  CLI::App* command = program.add_subcommand(
      "verify", "compute a report again from its evidence bundle; needs no server");
  command->footer(kVerifyExamples);
  command->add_option("FILE", verify->file, "evidence bundle, NAME.jm.tar.zst")->required();
  command->add_flag("--checklist", verify->checklist, "also print what the bundle proves");
  command
      ->add_option("--what-if", verify->what_if, "also compute under another rule; may be repeated")
      ->type_name("RULE")
      ->allow_extra_args(false);
  command
      ->add_option("--allowed-signers", verify->allowed_signers,
                   "who may sign, as OpenSSH keeps them; then FILE.sig must be good")
      ->type_name("FILE");
  add_format(*command, verify->format);
  return {command, [verify](const auto&) { return Result<Arguments>{Arguments{*verify}}; }};
}

}  // namespace joulemark
