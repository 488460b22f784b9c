#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/rules/rng.h"
#include "server/base/ids.h"
#include "server/live_matches/match_recorder.h"
#include "server/lobby/lobby.h"
#include "server/log/log_file.h"

namespace rensa::bench {

struct LoadSettings {
  int matches = 64;  // at the same time
  match::Terms terms;
  match::Subscription subscription = match::Subscription::events;
  bool encodes = true;  // messages are encoded, and their bytes are dropped
  bool steers = false;  // players press and release keys like fast persons, instead of choosing placements
  // The folder of the log of running matches, in which their events are written as by a server; empty: they are not
  // written.
  std::filesystem::path log_folder{};
};

// A lobby with players in the same process that answer at once with random moves or keys. It measures the cost of
// matches without sockets and other processes.
class InProcessLoad final : private lobby::LobbyOutput {
 public:
  explicit InProcessLoad(const LoadSettings& settings);
  ~InProcessLoad() override;
  InProcessLoad(const InProcessLoad&) = delete;
  InProcessLoad& operator=(const InProcessLoad&) = delete;

  // Plays at least this many more games, under any clock but the real one.
  void play_games(std::uint64_t games);
  // Plays this much real time, as fast as it can be computed.
  void run_for(base::Span time);

  std::uint64_t games() const { return games_; }
  std::uint64_t updates() const { return updates_; }
  std::uint64_t bytes() const { return bytes_; }
  // The bytes that were written to the log; 0: there is none.
  std::uint64_t logged_bytes() const { return recorder_ ? recorder_->written_bytes() : 0; }
  // Waits until all events so far are in the log.
  void finish_log();

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
  void steer(base::PlayerId player, base::MatchId match, duel::Seat seat, const match::Update& update);
  bool handle_next();
  void flush_log();
  bool run_posted_task();

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
  struct Keys {
    std::uint32_t id = 0;
    unsigned held = 0;  // as bits of movement::Keys
  };
  std::unordered_map<base::PlayerId, Keys> keys_;
  std::string encoded_;
  std::uint64_t games_ = 0;
  std::uint64_t updates_ = 0;
  std::uint64_t bytes_ = 0;
  base::CountingIds match_ids_;
  lobby::Lobby lobby_;
  std::mutex posted_mutex_;
  std::deque<std::function<void()>> posted_tasks_;  // of the log
  std::unique_ptr<log::LogFile> log_file_;
  std::unique_ptr<live_matches::MatchRecorder> recorder_;  // null: there is no log
};

}  // namespace rensa::bench
