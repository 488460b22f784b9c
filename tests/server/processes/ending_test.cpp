#include "server/processes/ending.h"

#include <cerrno>
#include <csignal>
#include <gtest/gtest.h>

namespace rensa::processes {
namespace {

Ending ending(End end, int code, Obstacle obstacle) {
  Ending ending;
  ending.end = end;
  ending.code = code;
  ending.obstacle = obstacle;
  return ending;
}

TEST(EndingSentence, SaysWhatBecameOfAProgram) {
  EXPECT_EQ(sentence(ending(End::exited, 3, {})), "exited with 3");
  EXPECT_EQ(sentence(ending(End::signalled, SIGKILL, {})), "ended by signal 9 (killed)");
  EXPECT_EQ(sentence(ending(End::signalled, SIGXCPU, {})), "ended by signal 24 (CPU time limit exceeded)");
  EXPECT_EQ(sentence(ending(End::signalled, 50, {})), "ended by signal 50");
  EXPECT_EQ(sentence(Ending{}), "was lost from sight");
}

TEST(EndingSentence, SaysWhatWasInTheWayOfAStart) {
  EXPECT_EQ(sentence(ending(End::not_started, ENOENT, Obstacle::program)),
            "could not be started: No such file or directory");
  EXPECT_EQ(sentence(ending(End::not_started, ENOENT, Obstacle::folder)),
            "could not be started: its folder: No such file or directory");
  EXPECT_EQ(sentence(ending(End::not_started, 9999, Obstacle::keeper)), "could not be started: its keeper: error 9999");
}

}  // namespace
}  // namespace rensa::processes
