#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "proto/message.h"
#include "server/base/ids.h"
#include "server/play/outlet.h"
#include "server/play/score.h"

namespace rensa::play {

// Those who watch a match, and what they have not been told yet. They are told in rounds, slice by slice, each of them
// the same. What happens during a round waits for the next, and what is overtaken by then is left out: a state by the
// next of its game, a comment by the next of its seat. So ten thousand who watch take as long as there is time for, and
// players never wait for them. It outlives its match until it has been told all; who gives it time is not known here.
class Crowd {
 public:
  // How much may wait at most: beyond, the oldest is left out.
  static constexpr std::size_t kMostMessages = 64;
  static constexpr std::size_t kMostEvents = 128;  // of an update

  explicit Crowd(proto::MatchStart introduction);

  // Hears from the next round on, first of the match as such. Precondition: it is not here.
  void join(base::SessionId session, const proto::Watch& wanted);
  void leave(base::SessionId session);
  bool is_empty() const { return listeners_.empty(); }
  bool wants_every_frame() const { return every_frame_ > 0; }

  // A comment is told to those who want to hear them, the newest of each seat; who comes later is told the last ones of
  // the game.
  void add(proto::ServerMessage message);
  // The newest state, with what happened since the one before. Gets its number here. Who cannot keep up is told none
  // but those that games end with, until it can.
  void show(proto::Update state);

  bool has_more() const { return next_ < end_ || !waiting_.empty(); }
  // Tells so many of the round at most, or of the next if this one is over. How many it were.
  std::size_t tell_some(std::size_t most, Outlet& outlet);

 private:
  struct Listener {
    base::SessionId session{};
    bool hears_every_frame = false;
    bool hears_comments = false;
    bool is_new = true;
    // Could not keep up.
    bool lacks_state = false;
    bool lacks_comments = true;  // or has not heard any yet
  };

  proto::Update* state_to_overtake();
  void begin_round();
  void keep_last_state();
  void pick(std::size_t most, const Outlet& outlet);
  bool concerns(const Listener& listener) const;

  proto::MatchStart introduction_;  // with the score before the round
  Score score_;                     // with all that is added
  std::vector<Listener> listeners_;
  std::size_t every_frame_ = 0;  // so many hear of it
  std::uint64_t states_ = 0;
  std::vector<proto::ServerMessage> waiting_;

  // The round: its messages are for the listeners from `next_` up to `end_`.
  std::vector<proto::ServerMessage> round_;
  bool is_news_ = false;  // more than another frame, and for all
  bool has_comments_ = false;
  bool has_result_ = false;
  bool leaves_state_ = false;                                   // one that no result stands after
  std::array<std::optional<proto::Comment>, 2> last_comments_;  // by seat, when it is over
  std::optional<proto::Update> last_state_;  // of the rounds before, unless this one begins with a newer one
  std::size_t next_ = 0;
  std::size_t end_ = 0;

  // Of a slice.
  std::vector<base::SessionId> newcomers_;
  std::vector<base::SessionId> lack_state_;
  std::vector<base::SessionId> in_time_;
  std::vector<base::SessionId> slow_;
  std::vector<base::SessionId> hear_comments_;
  std::vector<base::SessionId> hear_last_comments_;
};

}  // namespace rensa::play
