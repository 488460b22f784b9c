#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duel/event.h"
#include "engine/duel/view.h"
#include "engine/rules/pair.h"

namespace rensa::bridge {

// The texts that the reference server and a program exchange in a frame. Requests are made from our server's messages.
// Framing is not here: our server and the reference frame messages alike, see proto/framing.h.

// The limit of a text in either direction.
inline constexpr std::size_t kMaxTextBytes = 1024;

// Returns the id of the message with the state after this clock. The reference's message N shows the state after frame
// N - 1.
constexpr int id_of_clock(int clock) { return clock + 1; }

// The end of a game for the program that gets the request.
enum class Ending : std::int8_t { lost = -1, drawn = 0, won = 1 };
Ending ending_of(std::optional<duel::Seat> winner, duel::Seat seat);

// Writes the requests of one game, in their order. Each request depends on the requests before it, because the
// reference still names the last place of a pair that is not under control any more.
class RequestWriter {
 public:
  struct RequestState {
    int id = 1;
    const duel::View& view;
    const std::vector<duel::Event>& events;  // of the frame that led there
    std::optional<Ending> ending;
  };
  // Precondition: the view is that of a seat, and shows no purple.
  std::string write(const RequestState& moment);

 private:
  struct PairPlace {
    int x = 0;
    int y = 0;
    int r = 0;
  };
  void remember_places(const RequestState& moment);

  std::array<PairPlace, 2> places_;  // of our pair and of the opponent's
};

// The answer of a program to a request.
struct Response {
  int id = 0;
  std::optional<rules::Placement> placement;  // one of the 22; none: no valid decision
  std::string message;                        // as it was sent
  friend bool operator==(const Response&, const Response&) = default;
};

// Returns nullopt if the text has no ID, because the request is then unknown. Unknown fields are skipped.
std::optional<Response> response_of(std::string_view text);

// Returns the decision of the newest response that has one and that is not ahead of the request `id`. The oldest
// response comes first.
std::optional<rules::Placement> decision_among(const std::vector<Response>& responses, int id);

// The lines of a message for a person: `_` stands for a space and `,` for a new line. Characters that a terminal could
// take for a command become question marks.
std::vector<std::string> lines_of(std::string_view message);

}  // namespace rensa::bridge
