#include "clients/session/process.h"

#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace rensa::session {

namespace {

std::string environment_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The descriptor that the signal handler writes to. It is a global variable, because a handler gets no arguments.
volatile std::sig_atomic_t signalled_descriptor = -1;

void write_to_descriptor(int) {
  const int error = errno;
  const std::uint64_t one = 1;
  static_cast<void>(!write(signalled_descriptor, &one, sizeof one));
  errno = error;
}

void set_handlers(void (*handler)(int), int flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

}  // namespace

Invitation invitation() { return {environment_variable("RENSA_SERVER"), environment_variable("RENSA_TOKEN")}; }

StopSignals::StopSignals() : descriptor_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  assert(signalled_descriptor < 0);
  signalled_descriptor = descriptor_;
  set_handlers(write_to_descriptor, static_cast<int>(SA_RESETHAND) | SA_RESTART);
}

StopSignals::~StopSignals() {
  set_handlers(SIG_DFL, 0);
  signalled_descriptor = -1;
  close(descriptor_);
}

}  // namespace rensa::session
