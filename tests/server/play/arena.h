#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/players/registry.h"
#include "server/play/hall.h"
#include "server/play/terms.h"

namespace rensa::tests {

// A hall with sessions that remember what they are told, a disk that acknowledges when the test says so, and a clock
// that the test moves.
class Arena final : public play::Outlet {
 public:
  explicit Arena(const play::HallSettings& settings = {}) : hall(settings, proto::MatchId{0}, *this) {}

  void tell(base::SessionId session, const proto::ServerMessage& message) override { told[session].push_back(message); }
  void tell_all(std::span<const base::SessionId> sessions, const proto::ServerMessage& message) override {
    ++told_at_once;
    for (const base::SessionId session : sessions) tell(session, message);
  }
  bool is_congested(base::SessionId session) const override { return congested == session; }
  void save(play::FinishedGame game) override { unsaved.push_back(std::move(game)); }
  play::Secret draw_secret() override {
    ++secrets_;
    return {.seed = secrets_ * 77, .nonce = "nonce-" + std::to_string(secrets_)};
  }

  std::optional<play::Precedent> precedent(std::uint64_t record) const override {
    if (record == 0 || record > saved.size()) return std::nullopt;
    const duel::GameSetup& setup = saved[record - 1].record.setup;
    return play::Precedent{.ruleset_digest = rules::digest(setup.ruleset), .seed = setup.seed};
  }
  std::string date() const override { return "2026-01-02T03:04:05Z"; }

  base::SessionId enter(const std::string& name) {
    const base::SessionId session{++sessions_};
    hall.enter(session, name);
    return session;
  }
  void say(base::SessionId session, const proto::ClientMessage& message) {
    hall.handle(session, message, now);
    tell_crowds();
  }
  // There is time for who watches.
  void tell_crowds() {
    while (hall.has_crowds()) hall.tell_crowds();
  }

  // The disk is done with what it has.
  void save_all() {
    while (!unsaved.empty()) {
      play::FinishedGame game = std::move(unsaved.front());
      unsaved.pop_front();
      const proto::MatchId match = game.match;
      const int number = game.game;
      saved.push_back(std::move(game));
      hall.saved(match, number, saved.size(), now);
    }
    tell_crowds();
  }

  // Takes what a session was told since.
  std::vector<proto::ServerMessage> take(base::SessionId session) { return std::exchange(told[session], {}); }
  template <typename Message>
  std::optional<Message> last(base::SessionId session) {
    std::optional<Message> found;
    for (const proto::ServerMessage& message : told[session]) {
      if (const auto* wanted = std::get_if<Message>(&message)) found = *wanted;
    }
    return found;
  }

  // A match between two new sessions.
  proto::MatchId start(const proto::Terms& terms, proto::Subscription subscription = proto::Subscription::events) {
    one = enter("one-" + std::to_string(sessions_));
    two = enter("two-" + std::to_string(sessions_));
    say(one, proto::QuickMatch{terms, subscription});
    say(two, proto::QuickMatch{terms, subscription});
    const auto begun = last<proto::MatchStart>(one);
    return begun ? begun->match : proto::MatchId{0};
  }

  play::Hall hall;
  base::Time now = base::Time(std::chrono::hours(1));
  base::SessionId one{};
  base::SessionId two{};
  base::SessionId congested{};
  int told_at_once = 0;  // messages to several
  std::map<base::SessionId, std::vector<proto::ServerMessage>> told;
  std::deque<play::FinishedGame> unsaved;
  std::vector<play::FinishedGame> saved;

 private:
  std::uint64_t sessions_ = 0;
  std::uint64_t secrets_ = 0;
};

// Plays a seat as a client would: answers what has to be answered with what a player of ours chooses.
class Client {
 public:
  Client(Arena& arena, base::SessionId session, std::uint64_t seed) : arena_(arena), session_(session), seed_(seed) {}

  // Answers all that has come; false: there was nothing to answer.
  bool answer() {
    bool any = false;
    for (const proto::ServerMessage& message : arena_.take(session_)) {
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
    const auto& ruleset = play::ruleset_of(terms_);
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
      view.pacing = play::ruleset_of(terms_).pacing;
      input = duel::Input::place(player_->choose(view));
    }
    arena_.say(session_, proto::Decide{.match = update.match,
                                       .seat = *update.seat,
                                       .game = update.game,
                                       .clock = update.view.clock,
                                       .id = ++decisions_,
                                       .input = input});
    return true;
  }

  Arena& arena_;
  base::SessionId session_;
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

// Lets both play until nobody has anything to answer and nothing is left to be saved.
inline void play_out(Arena& arena, Client& one, Client& two) {
  for (bool busy = true; busy;) {
    busy = one.answer();
    busy = two.answer() || busy;
    busy = busy || !arena.unsaved.empty();
    arena.save_all();
  }
}

inline void play_in_real_time(Arena& arena, Client& one, Client& two, int frames) {
  for (int frame = 0; frame < frames && arena.hall.match_count() > 0; ++frame) {
    arena.now += base::kFrame;
    for (int phase = 0; phase < base::kPhases; ++phase) arena.hall.run_phase(phase, arena.now);
    arena.tell_crowds();
    one.answer();
    two.answer();
    arena.save_all();
  }
}

template <typename Message>
std::vector<Message> all_of(const std::vector<proto::ServerMessage>& log) {
  std::vector<Message> found;
  for (const proto::ServerMessage& message : log) {
    if (const auto* one = std::get_if<Message>(&message)) found.push_back(*one);
  }
  return found;
}

inline void pass_frames(Arena& arena, int frames) {
  for (int frame = 0; frame < frames; ++frame) {
    arena.now += base::kFrame;
    for (int phase = 0; phase < base::kPhases; ++phase) arena.hall.run_phase(phase, arena.now);
    arena.tell_crowds();
  }
}

}  // namespace rensa::tests
