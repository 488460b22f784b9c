#include "server/processes/program.h"

#include <cerrno>
#include <csignal>
#include <gtest/gtest.h>

namespace rensa::processes {
namespace {

ExitReport report_of(ExitKind kind, int code, StartStep step) {
  ExitReport report;
  report.kind = kind;
  report.code = code;
  report.failed_step = step;
  return report;
}

TEST(ExitReport, TextSaysHowAProgramEnded) {
  EXPECT_EQ(describe(report_of(ExitKind::exited, 3, {})), "exited with 3");
  EXPECT_EQ(describe(report_of(ExitKind::signalled, SIGKILL, {})), "ended by signal 9 (killed)");
  EXPECT_EQ(describe(report_of(ExitKind::signalled, SIGXCPU, {})), "ended by signal 24 (CPU time limit exceeded)");
  EXPECT_EQ(describe(report_of(ExitKind::signalled, 50, {})), "ended by signal 50");
  EXPECT_EQ(describe(ExitReport{}), "ended in an unknown way");
}

TEST(ExitReport, TextSaysWhyAProgramCouldNotBeStarted) {
  EXPECT_EQ(describe(report_of(ExitKind::not_started, ENOENT, StartStep::program)),
            "could not be started: No such file or directory");
  EXPECT_EQ(describe(report_of(ExitKind::not_started, ENOENT, StartStep::folder)),
            "could not be started: its folder: No such file or directory");
  EXPECT_EQ(describe(report_of(ExitKind::not_started, 9999, StartStep::supervisor)),
            "could not be started: its supervisor: error 9999");
}

}  // namespace
}  // namespace rensa::processes
