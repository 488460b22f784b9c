#include "clients/worker/stop.h"

#include <cerrno>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>

namespace rensa::worker {

StopSignals::StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, &before_);
  descriptor_ = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
}

StopSignals::~StopSignals() {
  signalfd_siginfo taken{};
  while (read(descriptor_, &taken, sizeof taken) > 0) {
  }
  close(descriptor_);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace rensa::worker
