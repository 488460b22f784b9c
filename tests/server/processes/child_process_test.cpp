#include "server/processes/child_process.h"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "tests/server/processes/child_fixture.h"
#include "tests/tools/paths.h"

namespace rensa::processes {
namespace {

using namespace std::chrono_literals;
using test::process_of;
using test::program;
using test::shell;
using testing::HasSubstr;
using ChildProcessTest = test::ChildFixture;

std::ptrdiff_t descriptors() {
  const std::filesystem::directory_iterator open("/proc/self/fd");
  return std::distance(begin(open), end(open));
}

void write_file(const std::string& path, const std::string& text, std::filesystem::perms rights) {
  std::ofstream(path) << text;
  std::filesystem::permissions(path, rights);
}

TEST_F(ChildProcessTest, ReportsTheExitStatus) {
  const ExitReport good = end_of(program({"true"}));
  EXPECT_EQ(good.kind, ExitKind::exited);
  EXPECT_EQ(good.code, 0);
  const ExitReport bad = end_of(shell("exit 3"));
  EXPECT_EQ(bad.kind, ExitKind::exited);
  EXPECT_EQ(bad.code, 3);
}

TEST_F(ChildProcessTest, ReportsTheSignalThatEndedAProgram) {
  const ExitReport report = end_of(shell("kill -SEGV $$"));
  EXPECT_EQ(report.kind, ExitKind::signalled);
  EXPECT_EQ(report.code, SIGSEGV);
}

TEST_F(ChildProcessTest, ReportsNothingBeforeTheConstructorIsDone) {
  start(program({"/no/such/program"}));
  EXPECT_FALSE(report_);
  EXPECT_EQ(exit_report().kind, ExitKind::not_started);
}

TEST_F(ChildProcessTest, SaysWhyAProgramCannotBeStarted) {
  EXPECT_EQ(describe(end_of(program({"/no/such/program"}))), "could not be started: No such file or directory");
  EXPECT_EQ(describe(end_of(program({"no-such-program"}))), "could not be started: No such file or directory");
  EXPECT_EQ(describe(end_of(program({}))), "could not be started: No such file or directory");
  EXPECT_EQ(describe(end_of(program({""}))), "could not be started: No such file or directory");

  write_file(path("text"), "echo hello\n", std::filesystem::perms::owner_read);
  EXPECT_EQ(describe(end_of(program({path("text")}))), "could not be started: Permission denied");
  write_file(path("text"), "echo hello\n", std::filesystem::perms::owner_all);
  EXPECT_EQ(describe(end_of(program({path("text")}))), "could not be started: Exec format error")
      << "no shell takes it for a script";

  ChildOptions elsewhere = program({"true"});
  elsewhere.command.folder = path("nowhere");
  EXPECT_EQ(describe(end_of(elsewhere)), "could not be started: its folder: No such file or directory");
}

TEST_F(ChildProcessTest, WithoutASupervisorNothingIsStarted) {
  ChildOptions options = program({"true"});
  options.supervisor = path("keeper");
  EXPECT_EQ(describe(end_of(options)), "could not be started: its supervisor: No such file or directory");
}

TEST_F(ChildProcessTest, WorksInItsFolder) {
  write_file(path("bot"), "#!/bin/sh\npwd -P\n", std::filesystem::perms::owner_all);
  ChildOptions options = program({"./bot"});
  options.command.folder = folder_;
  EXPECT_EQ(describe(end_of(options)), "exited with 0");
  EXPECT_EQ(child_->output_tail(), std::filesystem::canonical(folder_).string() + "\n");
}

TEST_F(ChildProcessTest, HasOurEnvironmentWithTheGivenChanges) {
  ChildOptions options = shell("echo \"$RENSA_ONE|$RENSA_TWO|$RENSA_THREE\"");
  ::setenv("RENSA_ONE", "ours", 1);
  ::setenv("RENSA_TWO", "ours", 1);
  options.command.environment = {"RENSA_TWO=given", "RENSA_THREE=a b"};
  end_of(options);
  EXPECT_EQ(child_->output_tail(), "ours|given|a b\n");
}

TEST_F(ChildProcessTest, IsSearchedInItsOwnPath) {
  write_file(path("bot"), "#!/bin/sh\necho found\n", std::filesystem::perms::owner_all);
  ChildOptions options = program({"bot"});
  options.command.environment = {"PATH=/nowhere:" + folder_.string()};
  EXPECT_EQ(describe(end_of(options)), "exited with 0");
  EXPECT_EQ(child_->output_tail(), "found\n");
}

TEST_F(ChildProcessTest, WordsAreNotReadByAShell) {
  end_of(program({"printf", "%s.", "$HOME", "", "*", "a  b;"}));
  EXPECT_EQ(child_->output_tail(), "$HOME..*.a  b;.");
}

TEST_F(ChildProcessTest, HasAnEmptyInput) {
  end_of(program({"cat"}));
  EXPECT_EQ(child_->output_tail(), "");
}

TEST_F(ChildProcessTest, GetsNoDescriptorOfOurs) {
  const int ours = ::open("/dev/null", O_RDONLY);  // a descriptor that is not marked to be closed
  const int high = ::dup2(ours, 50);
  end_of(program({"ls", "-l", "/proc/self/fd"}));
  // The three standard descriptors, and the one that ls opens.
  EXPECT_THAT(child_->output_tail(), HasSubstr(" 2 -> "));
  EXPECT_THAT(child_->output_tail(), HasSubstr(" 3 -> /proc/"));
  EXPECT_THAT(child_->output_tail(), testing::Not(HasSubstr(" 4 -> ")));
  EXPECT_THAT(child_->output_tail(), testing::Not(HasSubstr(" 50 -> ")));
  ::close(ours);
  ::close(high);
}

TEST_F(ChildProcessTest, NoSignalIsBlockedOrIgnored) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGUSR1, SIG_IGN);
  end_of(program({"sed", "-n", "s/^SigBlk:\\t//p; s/^SigIgn:\\t//p", "/proc/self/status"}));
  std::istringstream words(child_->output_tail());
  std::uint64_t still_blocked = 1;
  std::uint64_t still_ignored = 1;
  words >> std::hex >> still_blocked >> still_ignored;
  EXPECT_EQ(still_blocked, 0U);
  EXPECT_EQ(still_ignored & 0x7FFF'FFFF, 0U) << "but for those of threads, which belong to the C library";
}

TEST_F(ChildProcessTest, LeadsASessionAndAGroupOfItsOwn) {
  end_of(shell("cut -d' ' -f 1,5,6 /proc/$$/stat"));
  std::istringstream words(child_->output_tail());
  pid_t process = 0;
  pid_t group = 0;
  pid_t session = 0;
  words >> process >> group >> session;
  EXPECT_GT(process, 0);
  EXPECT_EQ(group, process);
  EXPECT_EQ(session, process);
}

TEST_F(ChildProcessTest, MayBeDestroyedByItsExitHandler) {
  bool told = false;
  child_ = std::make_unique<ChildProcess>(io_, shell("echo hello"), [&](const ExitReport&) {
    child_.reset();
    told = true;
  });
  EXPECT_TRUE(runs_until([&] { return told; }));
}

TEST_F(ChildProcessTest, CallsNoHandlerWhenItIsDestroyed) {
  start(program({"/no/such/program"}));
  child_.reset();
  start(program({"sleep", "1000"}));
  child_.reset();
  io_.restart();
  io_.run();  // nothing is left that it could wait for
  EXPECT_FALSE(report_);
}

TEST_F(ChildProcessTest, TheEndIsSeenIfOtherCodeWaitsForAllChildren) {
  start(shell("echo ready; exec sleep 1000"));
  ASSERT_TRUE(has_written(1));
  std::thread thief([] {
    while (waitpid(-1, nullptr, 0) > 0) {
    }
  });
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "ended by signal 15 (terminated)");
  thief.join();
}

TEST_F(ChildProcessTest, TheEndIsSeenIfTheSystemReapsChildren) {
  std::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(describe(end_of(shell("exit 3"))), "exited with 3");
  std::signal(SIGCHLD, SIG_DFL);
}

TEST_F(ChildProcessTest, FiftyChildrenAtATimeReportTheirOwnStatus) {
  constexpr int kMany = 50;
  std::vector<std::unique_ptr<ChildProcess>> children;
  std::vector<int> codes(kMany, -1);
  int ended = 0;
  for (int i = 0; i < kMany; ++i) {
    const std::string number = std::to_string(i);
    children.push_back(std::make_unique<ChildProcess>(io_, shell("echo " + number + "; exit " + number),
                                                      [&, i](const ExitReport& report) {
                                                        codes[static_cast<std::size_t>(i)] = report.code;
                                                        ++ended;
                                                      }));
  }
  ASSERT_TRUE(runs_until([&] { return ended == kMany; }));
  for (int i = 0; i < kMany; ++i) {
    EXPECT_EQ(codes[static_cast<std::size_t>(i)], i);
    EXPECT_EQ(children[static_cast<std::size_t>(i)]->output_tail(), std::to_string(i) + "\n");
  }
}

TEST_F(ChildProcessTest, LeavesNoDescriptorAndNoProcessToWaitFor) {
  end_of(program({"true"}));
  const std::ptrdiff_t before = descriptors();
  for (int i = 0; i < 3; ++i) {
    ChildOptions options = shell("echo hello");
    options.log = path("log");
    EXPECT_EQ(end_of(options).kind, ExitKind::exited);
    EXPECT_EQ(descriptors(), before) << "when it is told";
    end_of(program({"/no/such/program"}));
    options.supervisor = path("keeper");
    end_of(options);
    start(program({"sleep", "1000"}));
    child_.reset();
  }
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(ChildProcessTest, SupervisorRunsOnlyForAServer) {
  EXPECT_EQ(describe(end_of(program({tests::program_path("rensa-keeper"), ".", "true"}))), "exited with 2");
  EXPECT_THAT(child_->output_tail(), HasSubstr("only a server"));
}

}  // namespace
}  // namespace rensa::processes
