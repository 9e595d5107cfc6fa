#include "query/child_process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace joulemark {
namespace {

constexpr std::array kForwarded{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

// The signals wait to be asked for while this lives.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigemptyset(&waited_);
    for (const int number : kForwarded) sigaddset(&waited_, number);
    sigaddset(&waited_, SIGCHLD);
    sigprocmask(SIG_BLOCK, &waited_, &before_);
  }
  ~BlockedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

  [[nodiscard]] const sigset_t& waited() const { return waited_; }
  [[nodiscard]] const sigset_t& before() const { return before_; }

 private:
  sigset_t waited_{}, before_{};
};

Result<pid_t> spawn(const std::vector<std::string>& command, const sigset_t& mask) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, arguments[0], nullptr, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (error == 0) return child;
  const ErrorCode code = error == ENOENT ? ErrorCode::kNotPresent : ErrorCode::kPermission;
  return fail(code, command.front() + ": " + std::strerror(error) +
                        (error == ENOENT ? ": is it in PATH?" : ": is it executable?"));
}

// A signal from the terminal has reached the whole foreground group already.
bool from_terminal(const siginfo_t& info) { return info.si_code == SI_KERNEL; }

int wait_for(pid_t child, const sigset_t& waited) {
  while (true) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child)
      return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    siginfo_t info{};
    const int number = sigwaitinfo(&waited, &info);
    if (number > 0 && number != SIGCHLD && !from_terminal(info)) kill(child, number);
  }
}

}  // namespace

Result<int> run_child(const std::vector<std::string>& command, const std::function<void()>& started,
                      const std::function<void()>& ended) {
  const BlockedSignals signals;
  started();
  const auto child = spawn(command, signals.before());
  if (!child) return tl::unexpected<Error>(child.error());
  const int status = wait_for(*child, signals.waited());
  ended();
  return status;
}

}  // namespace joulemark
