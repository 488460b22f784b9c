#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/players/registry.h"
#include "server/lobby/lobby.h"
#include "server/match/series.h"
#include "server/sessions/wire/wire_messages.h"

namespace rensa::tests {

// A lobby with players that keep the messages they are sent, as a client would get them, a disk that confirms when the
// test says so, and a clock that the test moves.
class TestLobby : public lobby::LobbyOutput {
 public:
  explicit TestLobby(const lobby::LobbySettings& settings = {}) : lobby(settings, match_ids, *this) {}

  void send(base::PlayerId player, match::MatchMessage&& message) override {
    sent[player].push_back(sessions::wire_message(std::move(message)));
  }
  void send(base::PlayerId player, lobby::LobbyMessage&& message) override {
    sent[player].push_back(sessions::wire_message(std::move(message)));
  }
  void send_snapshot(base::PlayerId player) override {
    sent[player].push_back(sessions::wire_message(lobby.snapshot()));
  }
  void send_to_all(std::span<const base::PlayerId> players, match::SpectatorMessage& message) override {
    ++shared_messages;
    for (const base::PlayerId player : players) send(player, match::MatchMessage(message.message));
  }
  bool is_congested(base::PlayerId player) const override { return congested == player; }
  void save(match::FinishedGame game) override { unsaved.push_back(std::move(game)); }
  match::SecretSeed draw_secret_seed() override {
    ++secrets_;
    return {.seed = secrets_ * 77, .nonce = "nonce-" + std::to_string(secrets_)};
  }

  std::optional<match::QueueSource> queue_source(std::uint64_t record) const override {
    if (record == 0 || record > saved.size()) return std::nullopt;
    const duel::GameSetup& setup = saved[record - 1].record.setup;
    return match::QueueSource{.ruleset_digest = rules::digest(setup.ruleset), .seed = setup.seed};
  }
  std::string date() const override { return "2026-01-02T03:04:05Z"; }

  base::PlayerId enter(const std::string& name) {
    const base::PlayerId player{.number = ++players_};
    lobby.enter(player, name, now);
    return player;
  }
  void say(base::PlayerId player, const proto::ClientMessage& message) {
    sessions::pass_to_lobby(lobby.requests(), player, message, now);
    send_spectator_updates();
  }
  // Sends all updates for spectators.
  void send_spectator_updates() {
    while (lobby.spectators().has_updates()) lobby.spectators().send_some_updates();
  }

  // Confirms all games that wait for the disk.
  void save_all() {
    while (!unsaved.empty()) {
      match::FinishedGame game = std::move(unsaved.front());
      unsaved.pop_front();
      const proto::MatchId match = game.match;
      const int number = game.game;
      saved.push_back(std::move(game));
      lobby.matches().on_game_saved(match, number, saved.size(), now);
    }
    send_spectator_updates();
  }

  // Tells the matches that their ended games do not count.
  void void_all() {
    while (!unsaved.empty()) {
      const match::FinishedGame game = std::move(unsaved.front());
      unsaved.pop_front();
      lobby.matches().on_game_voided(game.match, game.game, now);
    }
    send_spectator_updates();
  }

  // Takes the messages that a player was sent since the last call.
  std::vector<proto::ServerMessage> take(base::PlayerId player) { return std::exchange(sent[player], {}); }
  template <typename Message>
  std::optional<Message> last(base::PlayerId player) {
    std::optional<Message> found;
    for (const proto::ServerMessage& message : sent[player]) {
      if (const auto* wanted = std::get_if<Message>(&message)) found = *wanted;
    }
    return found;
  }

  // Starts a match between two new players.
  proto::MatchId start(const proto::Terms& terms, proto::Subscription subscription = proto::Subscription::events) {
    one = enter("one-" + std::to_string(players_));
    two = enter("two-" + std::to_string(players_));
    say(one, proto::QuickMatch{terms, subscription});
    say(two, proto::QuickMatch{terms, subscription});
    const auto begun = last<proto::MatchStart>(one);
    return begun ? begun->match : proto::MatchId{0};
  }

  base::CountingIds match_ids;
  lobby::Lobby lobby;
  base::Time now = base::Time(std::chrono::hours(1));
  base::PlayerId one{};
  base::PlayerId two{};
  base::PlayerId congested{};
  int shared_messages = 0;  // calls of send_to_all()
  std::map<base::PlayerId, std::vector<proto::ServerMessage>> sent;
  std::deque<match::FinishedGame> unsaved;
  std::vector<match::FinishedGame> saved;

 protected:
  std::uint64_t players_ = 0;
  std::uint64_t secrets_ = 0;
};

// Plays a seat like a client: answers each question with the choice of a built-in player.
class TestClient {
 public:
  TestClient(TestLobby& server, base::PlayerId id, std::uint64_t seed) : arena_(server), id_(id), seed_(seed) {}

  // Answers all messages that have come; returns false if there was nothing to answer.
  bool answer() {
    bool any = false;
    for (const proto::ServerMessage& message : arena_.take(id_)) {
      log.push_back(message);
      if (const auto* begun = std::get_if<proto::GameStart>(&message)) begin(*begun);
      if (const auto* update = std::get_if<proto::Update>(&message)) any = decide(*update) || any;
      if (const auto* start = std::get_if<proto::MatchStart>(&message)) terms_ = start->terms;
    }
    return any;
  }

  std::vector<proto::ServerMessage> log;

 private:
  void begin(const proto::GameStart& start) {
    const auto& ruleset = match::ruleset_of(terms_, {});
    player_ = players::find_player("random")->make({ruleset, seed_ + static_cast<std::uint64_t>(start.game)});
  }

  bool decide(const proto::Update& update) {
    const bool is_real = terms_.clock == proto::Clock::real;
    if (!update.seat || !(is_real ? update.view.decision_due : update.answer_due)) return false;
    if (is_real && update.view.own.hand == answered_) return false;
    answered_ = update.view.own.hand;
    duel::Input input;
    if (update.view.decision_due) {
      duel::View view = update.view;
      view.pacing = match::ruleset_of(terms_, {}).pacing;
      input = duel::Input::place(player_->choose(players::position_of(view, match::ruleset_of(terms_, {})), {}));
    }
    arena_.say(id_, proto::Decide{.match = update.match,
                                  .seat = *update.seat,
                                  .game = update.game,
                                  .clock = update.view.clock,
                                  .id = ++decisions_,
                                  .input = input});
    return true;
  }

  TestLobby& arena_;
  base::PlayerId id_;
  std::uint64_t seed_;
  proto::Terms terms_;
  std::unique_ptr<players::Player> player_;
  std::uint32_t decisions_ = 0;
  int answered_ = 0;
};

inline proto::Terms terms_of(proto::Clock clock, int games = 1) {
  proto::Terms terms;
  terms.ruleset = clock == proto::Clock::turns ? "jaist-1" : "tsu-1";
  terms.clock = clock;
  terms.games = games;
  return terms;
}

// Lets both clients play until a game waits to be saved.
inline void play_one_game(TestLobby& server, TestClient& one, TestClient& two) {
  while (server.unsaved.empty()) {
    one.answer();
    two.answer();
  }
}

// Lets both clients play until nothing is left to answer or to save.
inline void play_out(TestLobby& server, TestClient& one, TestClient& two) {
  for (bool busy = true; busy;) {
    busy = one.answer();
    busy = two.answer() || busy;
    busy = busy || !server.unsaved.empty();
    server.save_all();
  }
}

inline void play_in_real_time(TestLobby& server, TestClient& one, TestClient& two, int frames) {
  for (int frame = 0; frame < frames && server.lobby.matches().count() > 0; ++frame) {
    server.now += base::kFrame;
    for (int phase = 0; phase < base::kPhases; ++phase) server.lobby.matches().run_phase(phase, server.now);
    server.send_spectator_updates();
    one.answer();
    two.answer();
    server.save_all();
  }
}

// Returns the decision that answers an update.
inline proto::Decide decision(const proto::Update& due, duel::Input input) {
  return {.match = due.match, .seat = *due.seat, .game = due.game, .clock = due.view.clock, .id = 9, .input = input};
}

template <typename Message>
std::vector<Message> all_of(const std::vector<proto::ServerMessage>& log) {
  std::vector<Message> found;
  for (const proto::ServerMessage& message : log) {
    if (const auto* one = std::get_if<Message>(&message)) found.push_back(*one);
  }
  return found;
}

inline void pass_frames(TestLobby& server, int frames) {
  for (int frame = 0; frame < frames; ++frame) {
    server.now += base::kFrame;
    for (int phase = 0; phase < base::kPhases; ++phase) server.lobby.matches().run_phase(phase, server.now);
    server.send_spectator_updates();
  }
}

}  // namespace rensa::tests
