#include "query/bundle/signature.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <vector>

namespace joulemark {
namespace {

constexpr const char* kNamespace = "joulemark";
constexpr std::size_t kMostSaid = 4096;

struct Answer {
  bool ran = false;
  int status = -1;
  std::string said;  // both outputs
};

// ssh-keygen with these arguments and this file as its standard input.
Answer ask_ssh_keygen(std::vector<std::string> arguments, const std::string& input) {
  arguments.insert(arguments.begin(), "ssh-keygen");
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (std::string& word : arguments) words.push_back(word.data());
  words.push_back(nullptr);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  Answer out;
  out.ran = error == 0;
  std::array<char, 512> piece{};
  for (ssize_t n = 0; out.ran && (n = ::read(pipe[0], piece.data(), piece.size())) > 0;)
    if (out.said.size() < kMostSaid) out.said.append(piece.data(), static_cast<std::size_t>(n));
  ::close(pipe[0]);
  int status = 0;
  while (out.ran && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (out.ran && WIFEXITED(status)) out.status = WEXITSTATUS(status);
  return out;
}

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

bool exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

}  // namespace

Signature check_signature(const std::string& path, const std::string& allowed_signers) {
  const std::string signature = path + ".sig";
  const bool wanted = !allowed_signers.empty();
  if (!exists(signature)) return {};
  if (!wanted) return {Signature::State::kUnchecked, {}, {}};
  if (!exists(allowed_signers))
    return {Signature::State::kBad, {}, "--allowed-signers: no such file: " + allowed_signers};
  const Answer who = ask_ssh_keygen(
      {"-Y", "find-principals", "-s", signature, "-f", allowed_signers}, "/dev/null");
  if (!who.ran || who.status == 127) return {Signature::State::kNoProgram, {}, {}};
  const std::string signer = first_line_of(who.said);
  if (who.status != 0 || signer.empty()) return {Signature::State::kBad, {}, signer};
  const Answer good = ask_ssh_keygen(
      {"-Y", "verify", "-f", allowed_signers, "-I", signer, "-n", kNamespace, "-s", signature},
      path);
  if (!good.ran) return {Signature::State::kNoProgram, {}, {}};
  if (good.status != 0) return {Signature::State::kBad, {}, first_line_of(good.said)};
  return {Signature::State::kGood, signer, {}};
}

}  // namespace joulemark
