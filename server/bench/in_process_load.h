#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/record/bytes.h"
#include "engine/rules/rng.h"
#include "server/base/ids.h"
#include "server/lobby/lobby.h"

namespace rensa::bench {

struct LoadSettings {
  int matches = 64;  // at the same time
  match::Terms terms;
  match::Subscription subscription = match::Subscription::events;
  bool encodes = true;  // messages are encoded, and their bytes are dropped
  bool logs = false;    // events are encoded as for the log of running matches, and their bytes are dropped
};

// A lobby with players in the same process that answer at once with random moves. It measures the cost of matches
// without sockets, other processes and a disk.
class InProcessLoad final : private lobby::LobbyOutput {
 public:
  explicit InProcessLoad(const LoadSettings& settings);

  // Plays at least this many more games, under any clock but the real one.
  void play_games(std::uint64_t games);
  // Plays this much real time, as fast as it can be computed.
  void run_for(base::Span time);

  std::uint64_t games() const { return games_; }
  std::uint64_t updates() const { return updates_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t logged_bytes() const { return logged_bytes_; }

 private:
  void send(base::PlayerId player, match::MatchMessage&& message) override;
  void send(base::PlayerId, lobby::LobbyMessage&&) override {}
  void send_snapshot(base::PlayerId) override {}
  // There are no spectators.
  void send_to_all(std::span<const base::PlayerId>, match::SpectatorMessage&) override {}
  bool is_congested(base::PlayerId) const override { return false; }
  void record_event(base::MatchId match, const match::MatchEvent& event) override;
  void save(match::FinishedGame game) override { finished_.emplace_back(game.match, game.game); }
  std::optional<match::QueueSource> queue_source(std::uint64_t) const override { return std::nullopt; }
  match::SecretSeed draw_secret_seed() override { return {.seed = rng_.next(), .nonce = "load"}; }
  std::string date() const override { return "2000-01-01T00:00:00Z"; }

  void request_match(base::PlayerId player);
  void answer(base::PlayerId player, base::MatchId match, duel::Seat seat, const match::Update& update);
  bool handle_next();

  const LoadSettings settings_;
  rules::Rng rng_;
  base::Time now_ = base::Time(std::chrono::hours(1));
  struct Request {
    base::PlayerId player{};
    std::optional<base::MatchId> match;  // for which the decision is; none: the player wants a quick match
    match::SeatDecision decision;
  };
  std::deque<Request> requests_;
  std::deque<std::pair<base::MatchId, int>> finished_;
  std::unordered_map<base::PlayerId, int> decided_hands_;
  std::string encoded_;
  std::uint64_t games_ = 0;
  std::uint64_t updates_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t logged_bytes_ = 0;
  record::ByteWriter unlogged_;  // the entries of the next frame of the log
  base::CountingIds match_ids_;
  lobby::Lobby lobby_;
};

}  // namespace rensa::bench
