#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/record/codec.h"
#include "engine/rules/drop.h"
#include "engine/rules/hash.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::live_matches::test {

// A lobby that keeps the events of its matches, as the log does.
class LoggingLobby : public tests::TestLobby {
 public:
  explicit LoggingLobby(const lobby::LobbySettings& settings = {}) : TestLobby(settings) {}

  // Starts a match of a tournament between two new players.
  base::MatchId start_arranged(const proto::Terms& terms) {
    one = enter("one");
    two = enter("two");
    match::Arrangement arrangement;
    arrangement.terms = terms;
    arrangement.players = {match::MatchPlayer{.id = one, .name = "one"}, match::MatchPlayer{.id = two, .name = "two"}};
    arrangement.game.seed = 11;
    arrangement.game.chances = {12, 13};
    arrangement.game.name = match::TournamentGame{.tournament = "cup", .game = "0-1"};
    return lobby.arranged_matches().start(arrangement, now).value();
  }

  void record_event(base::MatchId match, const match::MatchEvent& event) override { events[match].push_back(event); }
  std::string date() const override { return "2026-01-02T03:04:05Z+" + std::to_string(now.time_since_epoch().count()); }

  // The lobby of a server that was started again with these events of one match. The next player that enters gets a
  // number that no earlier one had.
  void restore(const std::vector<match::MatchEvent>& logged, base::Span played) {
    players_ = 1'000'000;
    secrets_ = 2;  // the tokens
    if (const auto* snapshot = std::get_if<match::SnapshotTaken>(&logged.front()))
      secrets_ += static_cast<std::uint64_t>(snapshot->games);
    for (const match::MatchEvent& event : logged)
      secrets_ += std::holds_alternative<match::GameStarted>(event) ? 1U : 0U;
    const base::MatchId match = match::creation_of(logged.front())->match;
    events[match] = logged;
    is_restored = lobby.matches().restore(logged, played, now);
  }

  std::map<base::MatchId, std::vector<match::MatchEvent>> events;
  bool is_restored = false;
};

// Plays a seat. Its decision depends only on the view, so the same games follow from the same seeds.
class SteadyClient {
 public:
  SteadyClient(LoggingLobby& server, base::PlayerId id) : server_(&server), id_(id) {}
  // A player of an earlier server that was told this start. Call resume().
  SteadyClient(LoggingLobby& server, const proto::MatchStart& start) : server_(&server), id_(), start_(start) {}

  // Answers all messages that have come; returns false if there was nothing to answer.
  bool answer() {
    bool any = false;
    for (const proto::ServerMessage& message : server_->take(id_)) {
      if (const auto* start = std::get_if<proto::MatchStart>(&message)) start_ = *start;
      if (const auto* end = std::get_if<proto::MatchEnd>(&message)) end_ = *end;
      if (const auto* status = std::get_if<proto::PauseStatus>(&message)) status_ = *status;
      if (const auto* update = std::get_if<proto::Update>(&message)) {
        update_ = *update;
        any = decide(*update) || any;
      }
    }
    return any;
  }
  // The server was started again.
  void resume(LoggingLobby& server, const std::string& name,
              proto::Subscription subscription = proto::Subscription::events) {
    server_ = &server;
    id_ = server.enter(name);
    const proto::MatchStart start = start_.value();
    server.say(
        id_,
        proto::Resume{
            .match = start.match, .seat = *start.seat, .token = start.token, .last = 0, .subscription = subscription});
  }

  const std::optional<proto::MatchStart>& start() const { return start_; }
  const std::optional<proto::MatchEnd>& end() const { return end_; }
  const std::optional<proto::PauseStatus>& status() const { return status_; }
  const std::optional<proto::Update>& update() const { return update_; }
  base::PlayerId id() const { return id_; }

 private:
  bool decide(const proto::Update& update) {
    const bool is_real = start_->terms.clock == proto::Clock::real;
    if (!update.seat || !(is_real ? update.view.decision_due : update.answer_due)) return false;
    duel::Input input;
    if (update.view.decision_due) input = duel::Input::place(choice(update.view));
    server_->say(id_, proto::Decide{.match = update.match,
                                    .seat = *update.seat,
                                    .game = update.game,
                                    .clock = update.view.clock,
                                    .id = static_cast<std::uint32_t>(update.view.own.hand),
                                    .input = input});
    return true;
  }
  static rules::Placement choice(const duel::View& view) {
    const std::uint32_t open = rules::droppable_placements(view.own.field.heights());
    rules::Hash hash;
    hash.add(static_cast<std::uint64_t>(view.own.hand)).add(static_cast<std::uint64_t>(view.own.score));
    for (std::uint64_t at = hash.value() % rules::kPlacementCount;; at = (at + 1) % rules::kPlacementCount) {
      if (open == 0 || (open >> at & 1U) != 0) return rules::kPlacements[at];
    }
  }

  LoggingLobby* server_;
  base::PlayerId id_;
  std::optional<proto::MatchStart> start_;
  std::optional<proto::MatchEnd> end_;
  std::optional<proto::PauseStatus> status_;
  std::optional<proto::Update> update_;
};

// Lets both clients play until the match is over. Each step is a frame in real time, and an answer otherwise.
inline void play_out(LoggingLobby& server, SteadyClient& one, SteadyClient& two) {
  constexpr int kMaxFrames = 60 * 60 * 10;
  const bool is_real = one.start()->terms.clock == proto::Clock::real;
  for (int step = 0; step < kMaxFrames && server.lobby.matches().count() > 0; ++step) {
    if (is_real && step > 0) tests::pass_frames(server, 1);
    one.answer();
    two.answer();
    server.save_all();
  }
  one.answer();
  two.answer();
}

// Returns the time since the creation of the match up to which these events say that it was played.
inline base::Span time_after(const std::vector<match::MatchEvent>& events) {
  base::Span played{};
  for (const match::MatchEvent& event : events) {
    std::visit(
        [&](const auto& one) {
          if constexpr (requires { one.time; }) played = std::max(played, one.time);
        },
        event);
  }
  return played;
}

}  // namespace rensa::live_matches::test
