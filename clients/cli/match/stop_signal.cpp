#include "clients/cli/match/stop_signal.h"

#include <atomic>
#include <csignal>

#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free, "it is set by a signal");

void remember_signal(int signal) { received = signal; }

}  // namespace

void catch_stop_signals() {
  struct sigaction action{};
  action.sa_handler = remember_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // When a terminal is closed, a program gets SIGHUP from its shell and from the system.
  action.sa_flags = 0;
  struct sigaction before{};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

int received_stop_signal() { return received; }

int exit_code_after_stop() { return must_stop() ? base::exit_code_of_signal(received) : base::kExitSuccess; }

}  // namespace rensa::cli
