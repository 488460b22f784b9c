#include "clients/worker/stop.h"

#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace rensa::worker {

namespace {

// All that a signal handler can reach.
volatile std::sig_atomic_t told = -1;

void tell(int) {
  const int error = errno;
  const std::uint64_t one = 1;
  static_cast<void>(!write(told, &one, sizeof one));
  errno = error;
}

void handle(void (*handler)(int), int flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

}  // namespace

StopSignals::StopSignals() : descriptor_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  assert(told < 0);
  told = descriptor_;
  handle(tell, static_cast<int>(SA_RESETHAND) | SA_RESTART);
}

StopSignals::~StopSignals() {
  handle(SIG_DFL, 0);
  told = -1;
  close(descriptor_);
}

}  // namespace rensa::worker
