#include "clients/cli/match/stop_signal.h"

#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>

namespace rensa::cli {
namespace {

// Ends this process with the number of the signal that was remembered, or 0. `before`: what the program was told to do
// when it started.
[[noreturn]] void remember(int signal, void (*before)(int)) {
  std::signal(signal, before);
  catch_stop_signals();
  std::raise(signal);
  std::_Exit(received_stop_signal());
}

TEST(StopSignal, IsRemembered) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    EXPECT_EXIT(remember(signal, SIG_DFL), testing::ExitedWithCode(signal), "");
}

TEST(StopSignal, TheSecondOneEndsTheProgram) {
  const auto raise_two = [](int signal) {
    std::signal(signal, SIG_DFL);
    catch_stop_signals();
    std::raise(signal);
    std::raise(signal);
    std::_Exit(received_stop_signal());
  };
  for (const int signal : {SIGINT, SIGTERM}) EXPECT_EXIT(raise_two(signal), testing::KilledBySignal(signal), "");
  // A terminal that is closed sends two.
  EXPECT_EXIT(raise_two(SIGHUP), testing::ExitedWithCode(SIGHUP), "");
}

TEST(StopSignal, AnIgnoredHangupStaysIgnored) {
  EXPECT_EXIT(remember(SIGHUP, SIG_IGN), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace rensa::cli
