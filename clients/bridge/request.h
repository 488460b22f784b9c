#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/event.h"
#include "engine/duel/view.h"

namespace rensa::bridge {

// The text that the reference server sends to a program in a frame, made from our server's messages. Framing is not
// here: our server and the reference frame messages alike, see proto/framing.h.

// Of either direction.
inline constexpr std::size_t kMaxTextBytes = 1024;

// The reference's message N shows the state after frame N - 1.
constexpr int id_of_clock(int clock) { return clock + 1; }

// From where the receiver sits.
enum class Ending : std::int8_t { lost = -1, drawn = 0, won = 1 };
Ending ending_of(std::optional<duel::Seat> winner, duel::Seat seat);

// Writes the requests of one game, in their order: the reference goes on naming the place of a pair that is not under
// control any more, so each depends on those before.
class RequestWriter {
 public:
  struct Moment {
    int id = 1;
    const duel::View& view;
    const std::vector<duel::Event>& events;  // of the frame that led there
    std::optional<Ending> ending;
  };
  // Precondition: the view is that of a seat, and shows no purple.
  std::string write(const Moment& moment);

 private:
  struct Place {
    int x = 0;
    int y = 0;
    int r = 0;
  };
  void remember(const Moment& moment);

  std::array<Place, 2> places_;  // own, opponent's
};

}  // namespace rensa::bridge
