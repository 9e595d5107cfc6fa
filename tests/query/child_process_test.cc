#include "query/child_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

Result<int> run(const std::vector<std::string>& command) {
  return run_child(
      command, [] {}, [] {});
}

TEST(ChildProcess, GivesTheExitStatusOfTheCommand) {
  EXPECT_EQ(run({"true"}), 0);
  EXPECT_EQ(run({"sh", "-c", "exit 37"}), 37);
}

TEST(ChildProcess, GivesTheSignalThatEndedItAsAShellDoes) {
  EXPECT_EQ(run({"sh", "-c", "kill -KILL $$"}), 128 + SIGKILL);
}

TEST(ChildProcess, TellsACommandThatIsNotThereFromOneThatCannotRun) {
  const auto missing = run({"/nowhere/command"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotPresent);
  const TempFolder folder;
  folder.write("plain", "text");
  const auto plain = run({(folder.path() / "plain").string()});
  ASSERT_FALSE(plain);
  EXPECT_EQ(plain.error().code, ErrorCode::kPermission);
}

TEST(ChildProcess, CallsBackAroundTheCommandAndNotAfterAFailedStart) {
  int started = 0;
  int ended = 0;
  EXPECT_TRUE(run_child(
      {"true"}, [&] { started = ++ended; }, [&] { ++ended; }));
  EXPECT_EQ(started, 1);
  EXPECT_EQ(ended, 2);
  EXPECT_FALSE(run_child(
      {"/nowhere"}, [] {}, [&] { ended = 99; }));
  EXPECT_EQ(ended, 2);
}

TEST(ChildProcess, PassesSignalsOnAndSurvivesThem) {
  const TempFolder folder;
  const std::string ready = folder.path() / "ready";
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &mask, nullptr);  // or the helper thread would take the signal
  std::thread sender([&] {
    while (!std::ifstream(ready)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kill(getpid(), SIGTERM);
  });
  // The shell starts with the mask of its caller: it opens itself by the trap of bash's "wait".
  pthread_sigmask(SIG_UNBLOCK, &mask, nullptr);
  const auto status =
      run({"bash", "-c",
           "trap 'exit 42' TERM; : > " + ready + "; for i in $(seq 1000); do sleep 0.01; done"});
  sender.join();
  EXPECT_EQ(status, 42);
}

TEST(ChildProcess, LeavesTheSignalMaskAsItWas) {
  sigset_t before;
  sigset_t after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  ASSERT_TRUE(run({"true"}));
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  for (const int number : {SIGINT, SIGTERM, SIGCHLD})
    EXPECT_EQ(sigismember(&before, number), sigismember(&after, number));
}

}  // namespace
}  // namespace joulemark
