#include "server/play/runner.h"

#include "server/play/real_runner.h"
#include "server/play/turn_runner.h"
#include "server/play/virtual_runner.h"

namespace rensa::play {

std::unique_ptr<Runner> make_runner(const proto::Terms& terms, const ClockSettings& settings, Play& play,
                                    base::Time start) {
  static_assert(sizeof(RealRunner) <= kRunnerBytes);
  switch (terms.clock) {
    case proto::Clock::real:
      return std::make_unique<RealRunner>(settings, play, start);
    case proto::Clock::virtual_time:
      return std::make_unique<VirtualRunner>(terms, settings, play);
    case proto::Clock::turns:
      return std::make_unique<TurnRunner>(settings, play);
  }
  return nullptr;
}

}  // namespace rensa::play
