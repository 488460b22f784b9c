#include "server/processes/isolation.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>
#include <string>
#include <unistd.h>

#include "server/processes/core_allocator.h"
#include "server/processes/process_tree.h"
#include "tests/server/processes/child_fixture.h"
#include "tests/tools/isolation.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/paths.h"
#include "tests/tools/processes.h"

namespace rensa::processes {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Files of two programs, in the temporary folder of the fixture:
//   bots/ann/run, bots/ann/data, bots/bob/run, secret/plan, link -> bots/ann
class ProgramFilesTest : public test::ChildFixture {
 protected:
  ProgramFilesTest() {
    folder_ = fs::canonical(folder_);
    for (const char* folder : {"bots/ann", "bots/bob", "secret"}) fs::create_directories(folder_ / folder);
    for (const char* file : {"bots/ann/run", "bots/ann/data", "bots/bob/run", "secret/plan"}) {
      std::ofstream(folder_ / file) << "#!/bin/sh\necho " << file << "\n";
      fs::permissions(folder_ / file, fs::perms::owner_all);
    }
    fs::create_directory_symlink(folder_ / "bots/ann", folder_ / "link");
  }

  VisiblePath visible(const std::string& name, const std::string& real) const { return {path(name), path(real)}; }
};

TEST_F(ProgramFilesTest, AProgramSeesTheFolderInWhichItLies) {
  const VisibleFiles files = visible_files({.program = path("bots/ann/run")}, {});
  EXPECT_EQ(files.why_not, "");
  EXPECT_EQ(files.program, path("bots/ann/run"));
  EXPECT_THAT(files.paths, ElementsAre(visible("bots/ann", "bots/ann")));
}

TEST_F(ProgramFilesTest, AProgramBehindASymbolicLinkSeesBothFolders) {
  const VisibleFiles files = visible_files({.program = path("bots/bob/../../link/run")}, {});
  EXPECT_EQ(files.program, path("bots/ann/run"));
  EXPECT_EQ(files.name, path("link/run"));
  EXPECT_THAT(files.paths, UnorderedElementsAre(visible("bots/ann", "bots/ann"), visible("link", "bots/ann")));
}

TEST_F(ProgramFilesTest, NamedFilesReplaceTheFolder) {
  const VisibleFiles files =
      visible_files({.program = path("bots/ann/run"), .files = {{path("bots/bob/"), path("bots/ann/data")}}}, {});
  EXPECT_THAT(files.paths, ElementsAre(visible("bots/bob", "bots/bob"), visible("bots/ann/data", "bots/ann/data"),
                                       visible("bots/ann/run", "bots/ann/run")));
  const VisibleFiles none = visible_files({.program = path("bots/ann/run"), .files = {{}}}, {});
  EXPECT_THAT(none.paths, ElementsAre(visible("bots/ann/run", "bots/ann/run"))) << "the program itself is always seen";
}

TEST_F(ProgramFilesTest, AFolderInAHiddenOneCanBeShown) {
  const Isolation isolation{.hidden = {path("bots")}, .shown = {path("bots/ann")}};
  const auto files_with = [&](const std::string& file) {
    return visible_files({.program = "sh", .files = {{path(file)}}}, isolation);
  };
  EXPECT_THAT(files_with("bots/ann/data").paths, ElementsAre(visible("bots/ann/data", "bots/ann/data")));
  EXPECT_EQ(files_with("bots/ann/data").why_not, "");
  for (const char* other : {"bots/ann", "bots", "bots/bob"}) {
    EXPECT_THAT(files_with(other).why_not, HasSubstr("because it is in ")) << other;
  }
}

TEST_F(ProgramFilesTest, ProgramsOfTheSystemNeedNoFurtherFiles) {
  const VisibleFiles files = visible_files({.program = "sh"}, {});
  EXPECT_EQ(files.why_not, "");
  EXPECT_THAT(files.paths, IsEmpty());
  EXPECT_TRUE(files.name.ends_with("/sh")) << files.name;
}

TEST_F(ProgramFilesTest, AnInterpreterOfTheSystemSeesTheFolderOfItsScript) {
  const auto seen = [&](const std::vector<std::string>& arguments, const Isolation& isolation = {}) {
    return visible_files({.program = "sh", .arguments = arguments}, isolation);
  };
  EXPECT_THAT(seen({"-e", "", "no such file", path("bots/ann/run"), path("bots/bob/run")}).paths,
              ElementsAre(visible("bots/ann", "bots/ann")));
  EXPECT_THAT(seen({path("link/run")}).paths,
              UnorderedElementsAre(visible("link", "bots/ann"), visible("bots/ann", "bots/ann")));
  EXPECT_THAT(seen({path("bots/ann"), "/usr/bin/env"}).paths, IsEmpty()) << "neither is a script of its own";
  EXPECT_THAT(seen({path("secret/plan")}, {.hidden = {path("secret")}}).why_not, HasSubstr("because it is in "));
  EXPECT_THAT(visible_files({.program = path("bots/ann/run"), .arguments = {path("bots/bob/run")}}, {}).paths,
              ElementsAre(visible("bots/ann", "bots/ann")))
      << "only an interpreter has a script";
}

TEST_F(ProgramFilesTest, SaysWhichFilesCannotBeSeen) {
  const auto why = [&](const std::string& file) {
    return visible_files({.program = path("bots/ann/run"), .files = {{file}}},
                         {.hidden = {path("secret"), path("bots/ann/data")}})
        .why_not;
  };
  EXPECT_EQ(why(path("bots/bob")), "");
  EXPECT_EQ(why(path("nowhere")), "there is no file or folder " + path("nowhere"));
  EXPECT_EQ(why(path("secret")),
            "an isolated program cannot see " + path("secret") + ", because it is in " + path("secret"));
  EXPECT_THAT(why(path("secret/plan")), HasSubstr("because it is in " + path("secret")));
  EXPECT_THAT(why(path("bots/ann/data")), HasSubstr("because it is in"));
  fs::create_symlink(path("secret"), path("bots/bob/other"));
  EXPECT_THAT(why(path("bots/bob/other/plan")), HasSubstr("because it is in " + path("secret")));
  EXPECT_EQ(why(path("secret-too")), "there is no file or folder " + path("secret-too"));
  EXPECT_EQ(why("/usr/share"), "");
  EXPECT_THAT(visible_files({.program = "/bin/sh"}, {.hidden = {"/usr/bin"}}).why_not,
              HasSubstr("because it is in /usr/bin"));
  for (const char* folder : {"/", "/tmp", "/proc/self", "/dev", "/run"}) {
    EXPECT_THAT(why(folder), HasSubstr("put it into a folder of its own")) << folder;
  }
}

TEST(PathsToCoverTest, FilesOfOthersAreCoveredBelowTheOwnFolder) {
  const std::vector<VisiblePath> own{{"/bots", "/bots"}, {"/link", "/bots"}, {"/bots/ann", "/bots/ann"}};
  EXPECT_THAT(paths_to_cover(own, {"/bots/bob", "/data", "/bots-too"}), ElementsAre("/bots/bob", "/link/bob"));
  EXPECT_THAT(paths_to_cover(own, {"/bots"}), IsEmpty()) << "two players may have the same program";
  EXPECT_THAT(paths_to_cover(own, {"/bots/ann"}), IsEmpty()) << "it is visible by its own name";
  EXPECT_THAT(paths_to_cover(own, {"/"}), IsEmpty());
  EXPECT_THAT(paths_to_cover({}, {"/bots/bob"}), IsEmpty());
}

TEST_F(ProgramFilesTest, APathThatIsGoneOrLeadsElsewhereHasChanged) {
  fs::create_symlink(path("bots/ann"), path("linked"));
  const VisiblePath linked{.path = path("linked"), .real = path_without_links(path("bots/ann"))};
  EXPECT_TRUE(is_unchanged(linked));
  fs::remove(path("linked"));
  EXPECT_FALSE(is_unchanged(linked));
  fs::create_symlink(path("secret"), path("linked"));
  EXPECT_FALSE(is_unchanged(linked));
}

class IsolatedProgramTest : public ProgramFilesTest {
 protected:
  // A script that sees the folder of ann.
  ChildOptions isolated(const std::string& script) const {
    ChildOptions options = test::shell(script);
    Sandbox& sandbox = options.command.sandbox.emplace();
    sandbox.isolator = path_of_program("bwrap");
    sandbox.program = "/bin/sh";
    sandbox.readable = {path("bots/ann")};
    return options;
  }
  // The output of the script.
  std::string output_of(const ChildOptions& options) {
    EXPECT_EQ(describe(end_of(options)), "exited with 0") << child_->output_tail();
    return child_->output_tail();
  }
};

TEST_F(IsolatedProgramTest, SeesItsFilesAndNoOthers) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string script = "cat " + path("bots/ann/data") + " | tail -n 1; cat " + path("bots/bob/run") + " " +
                             path("secret/plan") + " /etc/shadow /etc/hostname; ls " + path("") + "; :";
  const std::string text = output_of(isolated(script));
  EXPECT_THAT(text, HasSubstr("echo bots/ann/data\n"));
  EXPECT_THAT(text, testing::EndsWith("\nbots\n")) << "the temporary folder has no other name";
  for (const char* name : {"bots/bob/run", "secret/plan", "/etc/shadow", "/etc/hostname"}) {
    EXPECT_THAT(text, HasSubstr(std::string(name) + ": No such file or directory")) << name;
  }
  ChildOptions open = isolated(script);
  open.command.sandbox.reset();
  end_of(open);
  EXPECT_THAT(child_->output_tail(), HasSubstr("echo secret/plan\n")) << "the script can read it without isolation";
}

TEST_F(IsolatedProgramTest, CoveredFilesAreNotSeenInItsFolder) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  ChildOptions options = isolated("cd " + path("") + "; cat secret/plan bots/ann/data; ls secret; cat bots/bob/run; " +
                                  "touch secret/new; ls bots/bob");
  options.command.sandbox->readable = {path("")};
  options.command.sandbox->covered = {path("secret"), path("bots/ann/data"), path("bots/nowhere")};
  const std::string text = output_of(options);
  EXPECT_THAT(text, HasSubstr("secret/plan: No such file"));
  EXPECT_THAT(text, HasSubstr("bots/ann/data: Permission denied"));
  EXPECT_THAT(text, testing::Not(HasSubstr("echo bots/ann/data")));
  EXPECT_THAT(text, HasSubstr("echo bots/bob/run"));
  EXPECT_THAT(text, HasSubstr("'secret/new': Read-only file system"));
}

TEST_F(IsolatedProgramTest, WritesOnlyToFoldersOfItsOwn) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string text = output_of(
      isolated("touch " + path("new") + "; for folder in / /usr /etc /dev /proc /run " + path("bots/ann") +
               "; do touch $folder/rensa-new 2>/dev/null && echo written $folder; done; " +
               "echo 1 >/proc/sys/kernel/printk_ratelimit && echo written /proc; " +
               "touch /tmp/rensa-new /dev/shm/rensa-new && ls /tmp/rensa-new /dev/shm/rensa-new && cd && pwd"));
  EXPECT_THAT(text, testing::Not(HasSubstr("written")));
  EXPECT_THAT(text, testing::EndsWith("/dev/shm/rensa-new\n/tmp/rensa-new\n/tmp\n"));
  EXPECT_FALSE(fs::exists("/tmp/rensa-new")) << "its /tmp is another one";
  EXPECT_FALSE(fs::exists("/dev/shm/rensa-new"));
  EXPECT_FALSE(fs::exists(path("new")));
}

TEST_F(IsolatedProgramTest, CannotFillTheMemoryByFiles) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  for (const char* folder : {"/tmp", "/dev/shm", "."}) {
    ChildOptions options =
        isolated(std::string("head -c 3M /dev/zero >") + folder + "/file; wc -c <" + folder + "/file");
    options.command.sandbox->writable_bytes = 1 << 20;
    EXPECT_THAT(output_of(options), HasSubstr("No space left on device")) << folder;
    EXPECT_THAT(child_->output_tail(), testing::EndsWith("\n1048576\n")) << folder;
  }
}

TEST_F(IsolatedProgramTest, HasACleanEnvironment) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  setenv("RENSA_TEST_SECRET", "hunter2", 1);
  ChildOptions options = isolated("exec env");
  options.command.environment = {"RENSA_TOKEN=t"};
  std::istringstream lines(output_of(options));
  unsetenv("RENSA_TEST_SECRET");
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) names.push_back(line.substr(0, line.find('=')));
  EXPECT_THAT(names, UnorderedElementsAre("HOME", "LANG", "PATH", "PWD", "RENSA_TOKEN"));
}

TEST_F(IsolatedProgramTest, StartsInOurWorkingFolder) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  EXPECT_EQ(output_of(isolated("pwd -P")), fs::current_path().string() + "\n");
}

TEST_F(IsolatedProgramTest, SeesNoOtherProcesses) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string us = std::to_string(getpid());
  EXPECT_EQ(output_of(isolated("echo /proc/[0-9]*; kill -0 " + us + " 2>/dev/null && echo signalled; :")),
            "/proc/1 /proc/2\n")
      << "its starter and itself";
}

TEST_F(IsolatedProgramTest, HasNoNetwork) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  EXPECT_EQ(output_of(isolated("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '")), "lo\n");
}

TEST_F(IsolatedProgramTest, CannotGetPrivileges) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string text =
      output_of(isolated("grep -E '^(NoNewPrivs|Cap(Inh|Prm|Eff|Bnd|Amb)):' /proc/self/status | tr -s '\\t' ' '; "
                         "unshare --user true || echo refused"));
  EXPECT_THAT(text, HasSubstr("NoNewPrivs: 1"));
  for (const char* set : {"Inh", "Prm", "Eff", "Bnd", "Amb"}) {
    EXPECT_THAT(text, HasSubstr(std::string("Cap") + set + ": 0000000000000000"));
  }
  EXPECT_THAT(text, testing::EndsWith("refused\n")) << "a user namespace of its own has privileges";
}

TEST_F(IsolatedProgramTest, ReportsHowItEnds) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  EXPECT_EQ(describe(end_of(isolated("exit 3"))), "exited with 3");
  EXPECT_EQ(describe(end_of(isolated("exit 139"))), "exited with 139");
  EXPECT_EQ(describe(end_of(isolated("kill -SEGV $$"))), "ended by signal 11 (segmentation fault)");
  EXPECT_EQ(describe(end_of(isolated("kill -KILL 0"))), "ended by signal 9 (killed)");
  EXPECT_EQ(describe(end_of(isolated("kill -KILL -1; exit 4"))), "exited with 4") << "the starter lives on";
}

TEST_F(IsolatedProgramTest, SaysWhyItCannotBeStarted) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  ChildOptions missing = isolated("");
  missing.command.sandbox->program = path("bots/ann/missing");
  EXPECT_EQ(describe(end_of(missing)), "could not be started: No such file or directory");
  ChildOptions hidden = isolated("");
  hidden.command.sandbox->readable = {path("nowhere")};
  EXPECT_EQ(describe(end_of(hidden)), "could not be started: its isolation: Operation not permitted");
  EXPECT_THAT(child_->output_tail(), HasSubstr("bwrap: Can't find source path " + path("nowhere")));
}

TEST_F(IsolatedProgramTest, IsToldToEndAndHasTimeForIt) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  start(isolated("trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.05; done"));
  ASSERT_TRUE(has_written(1));
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "exited with 7");
  EXPECT_THAT(child_->output_tail(), HasSubstr("bye\n"));

  start(isolated("echo ready; exec sleep 1000"));
  ASSERT_TRUE(has_written(1));
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "ended by signal 15 (terminated)");

  start(isolated("trap '' TERM; echo ready; while :; do sleep 1; done"));
  ASSERT_TRUE(has_written(1));
  child_->terminate({.after_signal = 10ms});
  EXPECT_EQ(describe(exit_report()), "ended by signal 9 (killed)");
}

// Its processes have the grace, too.
TEST_F(IsolatedProgramTest, ItsProcessesMayEndAfterItWhenItIsTold) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  start(
      isolated("mkfifo /tmp/pipe; trap 'echo go >/tmp/pipe & exit 0' TERM; "
               "setsid sh -c 'echo child; read line </tmp/pipe; echo done' & echo ready; while :; do sleep 1; done"));
  ASSERT_TRUE(has_written(2));
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "exited with 0");
}

TEST_F(IsolatedProgramTest, ItsProcessesMayEndAfterItWhenItsInputEnds) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  ChildOptions options = isolated(
      "mkfifo /tmp/pipe; setsid sh -c 'read line </tmp/pipe; sleep 0.3; echo saved' & echo ready; "
      "read line; echo go >/tmp/pipe; exit 0");
  options.command.has_open_input = true;
  start(options);
  ASSERT_TRUE(has_written(1));
  child_->terminate({.after_input = 1h, .after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "exited with 0");
  EXPECT_THAT(child_->output_tail(), HasSubstr("saved\n"));
}

TEST_F(IsolatedProgramTest, IsEndedWhenItsIsolationHangs) {
  std::ofstream(path("bwrap")) << "#!/bin/sh\nexec sleep 1000\n";
  fs::permissions(path("bwrap"), fs::perms::owner_all);
  ChildOptions options = isolated("");
  options.command.sandbox->isolator = path("bwrap");
  start(options);
  child_->terminate({});
  EXPECT_EQ(describe(exit_report()), "could not be started: its isolation: Operation canceled");
}

TEST_F(IsolatedProgramTest, LeavesNoProcessBehindWhenItsIsolationHangs) {
  const std::string mark = "87" + std::to_string(getpid());
  std::ofstream(path("bwrap")) << "#!/bin/sh\nfor i in $(seq 100); do setsid sleep " + mark +
                                      " & done; exec sleep 1000\n";
  fs::permissions(path("bwrap"), fs::perms::owner_all);
  ChildOptions options = isolated("");
  options.command.sandbox->isolator = path("bwrap");
  start(options);
  ASSERT_TRUE(runs_until([&] { return rensa::test::processes_with(mark) >= 100; }));
  child_.reset();
  EXPECT_EQ(rensa::test::processes_with(mark), 0);
}

TEST_F(IsolatedProgramTest, LeavesNoProcessBehind) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string mark = "86" + std::to_string(getpid());
  const std::string family = "setsid sleep " + mark + " & (setsid setsid sleep " + mark + " &) ; echo ready; ";
  EXPECT_EQ(describe(end_of(isolated(family + "exit 0"))), "exited with 0");
  EXPECT_EQ(rensa::test::processes_with(mark), 0) << "when it has ended";
  start(isolated(family + "wait"));
  ASSERT_TRUE(has_written(1));
  EXPECT_GT(rensa::test::processes_with(mark), 0);
  child_.reset();
  EXPECT_EQ(rensa::test::processes_with(mark), 0) << "when the server ends it";
  start(isolated(family + "wait"));
  ASSERT_TRUE(has_written(1));
  const std::vector<pid_t> supervisors = children();
  ASSERT_EQ(supervisors.size(), 1U);
  kill(supervisors.front(), SIGKILL);
  EXPECT_EQ(exit_report().kind, ExitKind::unknown);
  EXPECT_TRUE(runs_until([&] { return rensa::test::processes_with(mark) == 0; })) << "when its supervisor is killed";
}

TEST_F(IsolatedProgramTest, ItsProcessesAreLimited) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  ChildOptions options = isolated("for i in 1 2 3 4 5; do (setsid sh -c 'sleep 1000; true' &); done; sleep 1000");
  options.command.limits.processes = 11;
  EXPECT_EQ(describe(end_of(options)), "had more than 11 processes");
#ifdef __SANITIZE_THREAD__
  constexpr std::uint64_t kOfSanitizer = 1;  // a thread of its own in the starter
#else
  constexpr std::uint64_t kOfSanitizer = 0;
#endif
  options.command.limits.processes = 12 + kOfSanitizer;
  start(options);
  const auto until = std::chrono::steady_clock::now() + 1500ms;
  runs_until([&] { return report_ || std::chrono::steady_clock::now() > until; });
  EXPECT_FALSE(report_) << "those that isolate it do not count";
}

TEST_F(IsolatedProgramTest, ItsTimeIsMeasuredAndLimited) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  ChildOptions options = isolated("sh -c 'while :; do :; done'; echo $?");
  options.command.limits.cpu_seconds = 1;
  const ExitReport report = end_of(options);
  EXPECT_EQ(describe(report), "exited with 0");
  EXPECT_GE(report.cpu_seconds, 0.5);
  for (const char* rest : {"sleep 1000", "exit 0", "setsid sleep 1000 & kill -STOP $$"}) {
    start(isolated(std::string("sh -c 'ulimit -t 1; while :; do :; done' || echo ready; ") + rest));
    ASSERT_TRUE(runs_until([&] { return report_ || child_->output_tail().ends_with("ready\n"); }));
    child_->terminate({});
    EXPECT_GE(exit_report().cpu_seconds, 0.5) << "also if the whole sandbox is killed: " << rest;
  }
}

// The time of processes that are left when the program ends counts, too.
TEST_F(IsolatedProgramTest, TheTimeOfKilledProcessesIsMeasured) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string script =
      "mkfifo /tmp/pipe; (i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo ready >/tmp/pipe; sleep 1000) & "
      "read line </tmp/pipe; echo $line; ";
  EXPECT_GT(end_of(isolated(script)).cpu_seconds, 0.05);
  start(isolated(script + "sleep 1000"));
  ASSERT_TRUE(has_written(1));
  child_->terminate({});
  EXPECT_GT(exit_report().cpu_seconds, 0.05);
}

TEST_F(IsolatedProgramTest, RunsOnTheCoresThatItIsGiven) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  CoreAllocator cores;
  const CoreAllocator::Lease lease = cores.lease(1);
  ChildOptions options = isolated("nproc");
  options.command.limits.cores = lease.set();
  EXPECT_EQ(output_of(options), "1\n");
}

// The same as for a program without isolation: LimitEnforcerTest.
TEST_F(IsolatedProgramTest, GetsNoMoreTimeIfItLeavesItsCores) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  CoreAllocator cores;
  const CoreAllocator::Lease lease = cores.lease(1);
  ChildOptions options = isolated("");
  options.command.words = {"greedy_process", "busy", "4"};
  options.command.sandbox->program = tests::program_path("greedy_process");
  options.command.sandbox->readable = {tests::program_path("greedy_process")};
  options.command.limits.cores = lease.set();
  const auto begin = std::chrono::steady_clock::now();
  start(options);
  if (!is_paused_soon()) GTEST_SKIP() << test::kNoOtherCore;
  if (tests::long_tests()) runs_until([&] { return std::chrono::steady_clock::now() > begin + 4s; });
  ASSERT_FALSE(report_) << child_->output_tail();
  child_->terminate({});
  const ExitReport report = exit_report();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  EXPECT_GT(report.cpu_seconds, 0.25);
  if (tests::long_tests()) {
    EXPECT_LT(report.cpu_seconds, 1.35 * time.count()) << "where the machine does nothing else";
  }
}

TEST_F(IsolatedProgramTest, APausedProgramGetsTheSignalToEnd) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  CoreAllocator cores;
  const CoreAllocator::Lease lease = cores.lease(1);
  ChildOptions options = isolated(std::string("trap 'echo bye; exit 7' TERM; ") +
                                  tests::program_path("greedy_process") + " busy 4 & while :; do wait; done");
  options.command.sandbox->readable = {tests::program_path("greedy_process")};
  options.command.limits.cores = lease.set();
  start(options);
  if (!is_paused_soon()) GTEST_SKIP() << test::kNoOtherCore;
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "exited with 7");
}

TEST_F(IsolatedProgramTest, HasItsLimitsAndPriority) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  ChildOptions options = isolated("ulimit -n; ulimit -d; echo $(($(nice) - OURS))");
  options.command.environment.push_back(std::string("OURS=").append(std::to_string(::nice(0))));
  options.command.limits.open_files = 77;
  options.command.limits.memory_bytes = 300 << 20;
  options.command.limits.nice = 3;
  const int added_nice = std::min(3, test::kMaxNice - ::nice(0));
  EXPECT_EQ(output_of(options), "77\n307200\n" + std::to_string(added_nice) + '\n');
}

TEST_F(IsolatedProgramTest, GetsNoDescriptorOfOursAndNoBlockedSignal) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string text = output_of(isolated("sed -n 's/^SigBlk:\\t//p' /proc/self/status; exec ls -l /proc/self/fd"));
  EXPECT_THAT(text, testing::StartsWith("0000000000000000\n"));
  EXPECT_THAT(text, HasSubstr(" 2 -> "));
  EXPECT_THAT(text, HasSubstr(" 3 -> /proc/")) << "ls opens it";
  EXPECT_THAT(text, testing::Not(HasSubstr(" 4 -> ")));
}

// Programs that stand in the place of bubblewrap: these tests need none.
TEST_F(IsolatedProgramTest, IsNotStartedWithoutBubblewrap) {
  ChildOptions options = isolated("echo started");
  options.command.sandbox->isolator = path("no-bwrap");
  EXPECT_EQ(describe(end_of(options)), "could not be started: its isolation: No such file or directory");
  options.command.sandbox->isolator = "";
  EXPECT_EQ(describe(end_of(options)), "could not be started: its isolation: No such file or directory");
  EXPECT_EQ(child_->output_tail(), "");
}

TEST_F(IsolatedProgramTest, IsNotStartedIfBubblewrapFails) {
  std::ofstream(path("bwrap")) << "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n";
  fs::permissions(path("bwrap"), fs::perms::owner_all);
  ChildOptions options = isolated("echo started");
  options.command.sandbox->isolator = path("bwrap");
  EXPECT_EQ(describe(end_of(options)), "could not be started: its isolation: Operation not permitted");
  EXPECT_EQ(child_->output_tail(), "bwrap: No permissions to create new namespace\n");
  EXPECT_EQ(why_isolation_fails(tests::program_path("rensa-keeper"), {.isolator = path("bwrap")}),
            path("bwrap") + " cannot isolate a program on this machine: bwrap: No permissions to create new namespace");
}

TEST_F(IsolatedProgramTest, SaysWhyThereIsNoIsolation) {
  EXPECT_EQ(why_isolation_fails(tests::program_path("rensa-keeper"), {.isolator = "no-bwrap"}),
            "no-bwrap is in no folder of PATH");
  EXPECT_EQ(why_isolation_fails(tests::program_path("rensa-keeper"), {.isolator = path("no-bwrap")}),
            "there is no program " + path("no-bwrap"));
  EXPECT_THAT(why_isolation_fails(tests::program_path("rensa-keeper"), {.isolator = "/bin/true"}),
              HasSubstr("cannot isolate a program"))
      << "a program that ends without having started ours has isolated nothing";
}

}  // namespace
}  // namespace rensa::processes
