#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/players/player.h"
#include "tests/e2e/wire.h"

namespace rensa::e2e {

// What a player does that it should not, after a few honest answers. None: it plays.
enum class Vice : std::uint8_t {
  none,
  stall,  // never answers
  resign,
  illegal,            // placements that cannot be, until none is asked for
  crash,              // dies without a word
  flood,              // says something as fast as it can
  garbage,            // bytes that are no message
  oversize,           // a message beyond the limit
  wrong_frame,        // decides with a wrong clock, game, seat and match before it answers
  disconnect_resume,  // drops the connection, comes back
  resume_twice,       // takes its own seat over by a second connection, and goes on with both
  slow_reader,        // reads nothing more
  slow_spectator,     // does not play: watches all matches, and reads too little
};

struct FakeOptions {
  Speech speech = Speech::tcp;
  std::uint16_t port = 0;
  std::string name;
  std::string token;
  std::string player = "random";
  std::uint64_t seed = 1;
  proto::Terms terms;
  proto::Subscription subscription = proto::Subscription::events;
  int matches = 1;
  Vice vice = Vice::none;
  int after = 3;        // honest answers before the vice
  int crash_frame = 0;  // Vice::crash
  int think_milliseconds = 0;
  int patience_seconds = 40;  // until it gives up
};

struct SeenGame {
  int game = 0;
  std::optional<duel::Seat> winner;
  duel::Cause cause{};
  std::uint64_t record = 0;
};

struct SeenMatch {
  duel::Seat seat = duel::Seat::one;
  std::vector<SeenGame> games;
  bool ended = false;
  std::array<int, 2> wins{};
  std::optional<duel::Cause> cause;
};

struct Seen {
  std::map<std::uint64_t, SeenMatch> matches;
  std::map<proto::ErrorCode, int> errors;
  int standing = 0;  // times that a match stood still
  int refused = 0;   // own placements
  int skipped = 0;   // the most frames between two updates of one game, to a spectator
  bool resumed = false;
  bool gave_up = false;
  std::string end;  // of the connection, when it was not ours
};

// Plays against a real server, well or badly.
class FakePlayer {
 public:
  explicit FakePlayer(const FakeOptions& options);
  ~FakePlayer();

  Seen run();

 private:
  struct Chair {
    proto::MatchId match{};
    duel::Seat seat = duel::Seat::one;
    std::string token;
    std::uint64_t last = 0;
    int decided_hand = 0;
    int decided_game = 0;
    std::unique_ptr<players::Player> player;
  };
  using Key = std::pair<proto::MatchId, duel::Seat>;

  std::unique_ptr<Wire> enter(const std::string& name, Buffer buffer);
  void hear(const proto::ServerMessage& message);
  void hear(const proto::MatchStart& start);
  void hear(const proto::GameStart& start);
  void hear(const proto::Update& update);
  void hear(const proto::GameEnd& end);
  void hear(const proto::MatchEnd& end);
  void answer(Chair& chair, const proto::Update& update);
  bool misbehave(Chair& chair, const proto::Update& update);
  void flood();
  void say_wrong_things(const proto::Decide& right);
  void come_back(Chair& chair);
  void resume_beside(Chair& chair, const proto::Decide& answer);
  void resume(Wire& wire, const Chair& chair);
  void read_nothing();
  void watch_all();
  bool is_over() const;

  const FakeOptions options_;
  const Clock::time_point give_up_at_;
  std::unique_ptr<Wire> wire_;
  std::map<Key, Chair> chairs_;
  std::map<proto::MatchId, std::pair<int, int>> watched_;  // game and clock of the newest state
  int answers_ = 0;
  int ended_ = 0;
  std::uint32_t decisions_ = 0;
  Seen seen_;
};

}  // namespace rensa::e2e
