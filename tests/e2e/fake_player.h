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

// The fault of a player, which begins after a few honest answers.
enum class Fault : std::uint8_t {
  none,
  stall,  // never answers
  resign,
  illegal,            // sends illegal placements until the pair falls
  crash,              // exits without a message
  flood,              // sends messages as fast as it can
  garbage,            // sends bytes that are not a message
  oversize,           // sends a message beyond the limit
  wrong_frame,        // sends decisions with a wrong clock, game, seat and match before its answers
  disconnect_resume,  // drops the connection and reconnects
  resume_twice,       // takes over its own seat with a second connection, and uses both
  slow_reader,        // stops reading
  slow_spectator,     // only watches all matches, and reads too little
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
  bool ends_with_last_match = false;  // does not wait for matches that never begin
  Fault fault = Fault::none;
  int after = 3;        // honest answers before the fault
  int crash_frame = 0;  // Fault::crash
  int think_milliseconds = 0;
  std::string go_file;  // it gives its first answer when this file is there; empty: at once
};

struct GameReport {
  int game = 0;
  std::optional<duel::Seat> winner;
  duel::Cause cause{};
  std::uint64_t record = 0;
};

struct MatchReport {
  duel::Seat seat = duel::Seat::one;
  std::vector<GameReport> games;
  bool ended = false;
  std::array<int, 2> wins{};
  std::optional<duel::Cause> cause;
};

struct PlayerReport {
  std::map<std::uint64_t, MatchReport> matches;
  std::map<proto::ErrorCode, int> errors;
  int standing = 0;  // pauses of matches
  int refused = 0;   // its own placements
  int skipped = 0;   // as a spectator: the most frames between two updates of a game
  bool resumed = false;
  bool gave_up = false;
  std::string end;  // how the server ended the connection
};

// Plays on a real server, with or without a fault.
class FakePlayer {
 public:
  explicit FakePlayer(const FakeOptions& options);
  ~FakePlayer();

  PlayerReport run();

 private:
  struct SeatState {
    proto::MatchId match{};
    duel::Seat seat = duel::Seat::one;
    std::string token;
    std::uint64_t last = 0;
    int decided_hand = 0;
    int decided_game = 0;
    const rules::Ruleset* ruleset = nullptr;
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
  void answer(SeatState& seat_state, const proto::Update& update);
  bool act_out_fault(SeatState& seat_state, const proto::Update& update);
  void flood();
  void say_wrong_things(const proto::Decide& right);
  void come_back(SeatState& seat_state);
  void resume_beside(SeatState& seat_state, const proto::Decide& answer);
  void resume(Wire& wire, const SeatState& seat_state);
  void read_nothing();
  void watch_all();
  bool is_over() const;

  const FakeOptions options_;
  const Clock::time_point give_up_at_;
  std::unique_ptr<Wire> wire_;
  std::map<Key, SeatState> seats_;
  std::map<proto::MatchId, std::pair<int, int>> watched_;  // the game and the clock of the newest state
  int answers_ = 0;
  int ended_ = 0;
  std::uint32_t decisions_ = 0;
  PlayerReport report_;
};

}  // namespace rensa::e2e
