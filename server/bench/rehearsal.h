#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/rules/rng.h"
#include "proto/codec.h"
#include "server/play/hall.h"

namespace rensa::bench {

// What the matches of a rehearsal are.
struct Plan {
  int matches = 64;  // at a time
  proto::Terms terms;
  proto::Subscription subscription = proto::Subscription::events;
  bool encodes = true;  // what is told is turned into bytes, which nobody gets
};

// A hall with players in the same process that answer at once, with random moves: what matches cost without sockets,
// other processes and a disk.
class Rehearsal final : private play::Outlet {
 public:
  explicit Rehearsal(const Plan& plan);

  // Plays at least so many more games, under any clock but the real one.
  void play_games(std::uint64_t games);
  // Lets that much time pass, in real time, as fast as it can be computed.
  void pass(base::Span time);

  std::uint64_t games() const { return games_; }
  std::uint64_t updates() const { return updates_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  void tell(base::SessionId session, const proto::ServerMessage& message) override;
  void tell_all(std::span<const base::SessionId>, const proto::ServerMessage&) override {}  // nobody watches
  bool is_congested(base::SessionId) const override { return false; }
  void save(play::FinishedGame game) override { finished_.emplace_back(game.match, game.game); }
  std::optional<play::Precedent> precedent(std::uint64_t) const override { return std::nullopt; }
  play::Secret draw_secret() override { return {.seed = rng_.next(), .nonce = "rehearsal"}; }
  std::string date() const override { return "2000-01-01T00:00:00Z"; }

  void answer(base::SessionId session, const proto::Update& update);
  bool attend_to_next();

  const Plan plan_;
  rules::Rng rng_;
  base::Time now_ = base::Time(std::chrono::hours(1));
  std::deque<std::pair<base::SessionId, proto::ClientMessage>> said_;
  std::deque<std::pair<proto::MatchId, int>> finished_;
  std::unordered_map<base::SessionId, int> decided_hands_;
  std::string encoded_;
  std::uint64_t games_ = 0;
  std::uint64_t updates_ = 0;
  std::uint64_t bytes_ = 0;
  play::Hall hall_;
};

}  // namespace rensa::bench
