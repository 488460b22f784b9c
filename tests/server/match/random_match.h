#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/rules/drop.h"
#include "engine/rules/rng.h"
#include "server/match/match_event_codec.h"
#include "tests/server/match/recorded_match.h"

namespace rensa::match::test {

using namespace std::chrono_literals;

inline constexpr std::size_t kChoke = 2;  // the placement upright in the column in which a full field ends the game
inline constexpr std::size_t kMaxCalls = 4'000;

// A match that was never stopped, with all calls to it.
struct Recording {
  struct State {
    std::size_t events = 0;  // before the call
    Spectators spectators = Spectators::none;
  };
  MatchPlan plan;
  std::vector<Call> calls;
  std::vector<State> before_call;
  Transcript transcript;
};

// Plays a match in which everything happens that can happen, at random.
class RandomMatch {
 public:
  RandomMatch(Clock clock, std::uint64_t seed) : rng_(seed, 1), now_(1h), plan_(random_plan(clock, seed)) {}

  Recording play() {
    RecordedMatch table(plan_);
    table_ = &table;
    match_ = &table.match();
    recording_.plan = plan_;
    make(PlayOn{});
    while (!match_->is_over() && recording_.calls.size() < kMaxCalls) {
      pass_time();
      act();
    }
    if (!match_->is_over()) make(Abandon{});
    if (table.is_saving()) save_game();
    recording_.transcript = table.transcript();
    for (MatchEvent& event : recording_.transcript.events) event = read_from_log(event);
    return std::move(recording_);
  }

 private:
  // Returns the event as it comes back from the log of matches.
  static MatchEvent read_from_log(const MatchEvent& event) {
    const auto read = decode_match_event(encode(event));
    EXPECT_TRUE(read && *read == event) << "event " << event.index();
    return read.value_or(event);
  }

  bool happens(std::uint32_t one_of) { return rng_.below(one_of) == 0; }
  base::Span random_span(base::Span most) {
    return base::Span(static_cast<std::int64_t>(rng_.next_wide() % static_cast<std::uint64_t>(most.count())));
  }
  Subscription random_subscription() {
    constexpr std::array kAll{Subscription::events, Subscription::events, Subscription::frames, Subscription::steering};
    return kAll[rng_.below(kAll.size())];
  }

  MatchPlan random_plan(Clock clock, std::uint64_t seed) {
    MatchPlan plan;
    plan.seed = seed;
    plan.begins = now_;
    plan.phase = static_cast<int>(rng_.below(base::kPhases));
    plan.settings.grace = happens(3) ? 5s : 40s;
    plan.settings.history = 1 + rng_.below(20);
    plan.settings.clock.think_limit = 3s;
    plan.settings.clock.turn_bank = 2s;
    MatchCreated& created = plan.created;
    created.match = base::MatchId{seed + 1};
    created.date = "2026-01-02T03:04:05Z";
    created.terms.clock = clock;
    created.terms.ruleset = clock != Clock::turns ? "tsu-1" : happens(2) ? "jaist-1" : "class-1";
    created.terms.games = 1 + static_cast<int>(rng_.below(4));
    if (created.terms.games > 1 && happens(2)) created.terms.first_to = 1 + static_cast<int>(rng_.below(2));
    if (clock == Clock::virtual_time) {
      created.terms.charge = static_cast<ThinkingCost>(rng_.below(3));
      if (created.terms.charge == ThinkingCost::fixed) created.terms.charge_frames = 20;
    }
    if (happens(4)) created.first_seed.seed = rng_.next_wide();
    for (std::size_t i = 0; i < 2; ++i) {
      created.seats[i].player = {
          .id = new_player(), .name = i == 0 ? "one" : "two", .subscription = random_subscription()};
    }
    if (happens(3)) {
      created.terms.games = 1;
      created.terms.first_to = 0;
      created.arranged =
          ArrangedGame{.seed = rng_.next_wide(), .reveals_seed = happens(2), .chances = {4, 5}, .limits = {}};
      PlayerLimits& limits = created.arranged->limits;
      limits.think = 2s;
      if (happens(2)) limits.first_think = 5s;
      limits.grace = happens(3) ? 4s : 40s;
      if (happens(2)) limits.whole_game = 20s;
      limits.max_missed = static_cast<int>(rng_.below(4));
      limits.max_refused = static_cast<int>(rng_.below(4));
    }
    return plan;
  }

  base::PlayerId new_player() { return base::PlayerId{.number = ++players_}; }

  void make(decltype(Call::what) what) {
    recording_.before_call.push_back({.events = table_->transcript().events.size(), .spectators = spectators_});
    recording_.calls.push_back({now_, std::move(what)});
    table_->make(recording_.calls.back());
  }

  void save_game() {
    if (happens(8)) return make(VoidGame{.game = match_->game_number()});
    make(SaveGame{.game = match_->game_number(), .record = ++records_});
  }

  void pass_time() {
    const base::Time deadline = match_->next_deadline();
    if (plan_.created.terms.clock == Clock::real && !match_->is_paused()) {
      if (deadline == base::Time::max() || happens(30)) {
        now_ += random_span(30ms);
      } else if (happens(150)) {
        now_ = std::max(now_, deadline) + random_span(400ms);  // the server is late
      } else {
        now_ = std::max(now_, deadline) + random_span(2ms);
      }
    } else if (happens(is_slow_ ? 10 : 60)) {
      now_ += random_span(5s);  // a player thinks too long
    } else {
      now_ += random_span(150ms);
    }
    if (deadline <= now_ || happens(20)) make(PlayOn{});
  }

  void act() {
    if (match_->is_over()) return;
    if (table_->is_saving() && happens(4)) return save_game();
    if (table_->is_saving() && happens(12)) return lose();
    if (happens(plan_.created.terms.clock == Clock::real ? 4'000 : 1'000)) return end_early();
    if (happens(100)) return change_spectators();
    if (happens(60)) return report();
    if (happens(is_absent_ ? 80 : 600)) return lose();
    if (match_->is_paused() ? happens(8) : happens(250)) return resume();
    if (plan_.created.terms.clock != Clock::real && happens(150)) return make(SkipStall{random_span(3s)});
    for (const duel::Seat seat : duel::kSeats) {
      if (!match_->is_over()) decide(seat);
    }
  }

  void change_spectators() {
    const auto wanted = static_cast<Spectators>(rng_.below(3));
    make(wanted);
    spectators_ = wanted;
  }

  void end_early() {
    switch (rng_.below(4)) {
      case 0:
        return make(Abandon{});
      case 1:
        return make(Forfeit{.seat = duel::kSeats[rng_.below(2)], .cause = duel::Cause::crashed});
      default:
        return make(Forfeit{.seat = duel::kSeats[rng_.below(2)]});
    }
  }

  void report() {
    make(Report{.player = match_->players()[rng_.below(2)], .milliseconds = static_cast<int>(rng_.below(300))});
  }

  void lose() { make(LosePlayer{match_->players()[rng_.below(2)]}); }

  // Also a seat that is not lost may be taken, by the same client or by another one.
  void resume() {
    const duel::Seat seat = duel::kSeats[rng_.below(2)];
    const auto& update = table_->updates()[duel::index_of(seat)];
    ResumeRequest request{.seat = seat,
                          .token = happens(12) ? "wrong" : table_->tokens()[duel::index_of(seat)],
                          .last_update = update && update->number > 0 ? update->number - rng_.below(2) : 0,
                          .subscription = random_subscription(),
                          .client_id = happens(2) ? "phone" : "",
                          .is_automatic = happens(2)};
    // Sometimes one player has both seats.
    make(Resume{.player = happens(10) ? match_->players()[rng_.below(2)] : new_player(), .request = request});
  }

  void decide(duel::Seat seat) {
    const auto& update = table_->updates()[duel::index_of(seat)];
    if (!update) return;
    const bool is_real = plan_.created.terms.clock == Clock::real;
    const bool is_due = is_real ? update->view.decision_due && update->view.own.hand != decided_[duel::index_of(seat)]
                                : update->answer_due;
    const bool is_steering = is_real && happens(12);
    if (is_due ? !happens(is_real ? 6 : 2) : !is_steering && !happens(200)) return;
    Decide decide{.player = match_->players()[duel::index_of(seat)],
                  .decision = {.seat = seat,
                               .game = update->game,
                               .decision = {.clock = update->view.clock, .id = ++decisions_, .input = {}},
                               .comment = {}}};
    Decision& decision = decide.decision.decision;
    if (is_steering || happens(40)) {
      decision.input = duel::Input::hold(static_cast<movement::Keys>(rng_.below(32)));
      decision.at = happens(2) ? 0 : std::max(0, update->view.clock - 3 + static_cast<int>(rng_.below(40)));
      if (happens(40)) decision.at += 200;
    } else if (!happens(15)) {
      decision.input = duel::Input::place(random_placement(update->view.own.field));
      decided_[duel::index_of(seat)] = update->view.own.hand;
    }
    if (happens(5)) decide.decision.comment = "comment " + std::to_string(decision.id);
    if (happens(50)) ++decide.decision.game;
    if (happens(50)) decision.clock += static_cast<int>(rng_.below(4)) - 2;
    if (is_real && happens(20)) decision.clock -= static_cast<int>(rng_.below(150));
    make(std::move(decide));
  }

  // Some placements are not possible.
  rules::Placement random_placement(const rules::Field& field) {
    std::uint32_t open = rules::droppable_placements(field.heights());
    if (is_short_ && (open >> kChoke & 1U) != 0) return rules::kPlacements[kChoke];
    if (open == 0 || happens(is_clumsy_ ? 2 : 15)) return rules::kPlacements[rng_.below(rules::kPlacements.size())];
    for (std::uint32_t skip = rng_.below(static_cast<std::uint32_t>(std::popcount(open))); skip > 0; --skip) {
      open &= open - 1;
    }
    return rules::kPlacements[static_cast<std::size_t>(std::countr_zero(open))];
  }

  rules::Rng rng_;
  const bool is_slow_ = happens(4);
  const bool is_absent_ = happens(4);
  const bool is_clumsy_ = happens(4);
  const bool is_short_ = happens(4);  // both fill the column of the choke, so a match in real time has several games
  std::uint64_t players_ = 0;
  base::Time now_;
  const MatchPlan plan_;
  RecordedMatch* table_ = nullptr;
  Match* match_ = nullptr;
  Recording recording_;
  Spectators spectators_ = Spectators::none;
  std::uint64_t records_ = 0;
  std::uint32_t decisions_ = 0;
  std::array<int, 2> decided_{};
};

// The first event that is needed to make a match again.
enum class From : std::uint8_t { first_event, last_snapshot };

// Makes a match again from the first events of a recording, makes the rest of the calls, and compares.
class Restored {
 public:
  Restored(const Recording& recording, std::size_t events, From from)
      : recording_(recording), events_(events), begin_(from == From::first_event ? 0 : last_snapshot()) {
    // The call in which the last event happened; none: the creation of the match.
    const auto after = std::find_if(recording.before_call.begin(), recording.before_call.end(),
                                    [&](const Recording::State& state) { return state.events >= events; });
    next_call_ = static_cast<std::size_t>(after - recording.before_call.begin());
  }

  // Returns the difference to the match that was never stopped; empty: there is none.
  std::string difference() {
    const std::span<const MatchEvent> first = std::span(recording_.transcript.events).first(events_);
    const Spectators spectators =
        next_call_ == 0 ? Spectators::none : recording_.before_call[next_call_ - 1].spectators;
    const auto began = std::chrono::steady_clock::now();
    RecordedMatch again(recording_.plan, first.subspan(begin_), spectators);
    took_ = std::chrono::steady_clock::now() - began;
    std::size_t at = recording_.transcript.said_before_event[events_ - 1];
    compare_from(again, 0, at, again.said_by_last_event());
    at += again.said_by_last_event();
    compared_ = again.said_by_last_event();
    // A game that was being saved is given out once more.
    if (again.transcript().said.size() > compared_) {
      const bool ended_just_now = std::holds_alternative<GameEnded>(first.back());
      const auto& said = recording_.transcript.said;
      const auto known = std::find(said.begin(), said.end(), again.transcript().said[compared_]);
      if (known == said.end()) return "the game that is saved again is another one";
      if (!ended_just_now) ++compared_;
    }
    if (next_call_ > 0) complete(again, first);
    compare_rest(again, at, " in the call in which the match was stopped");
    for (std::size_t call = next_call_; call < recording_.calls.size() && difference_.empty(); ++call) {
      again.make(recording_.calls[call]);
      compare_rest(again, at, " in call " + std::to_string(call));
    }
    if (difference_.empty() && at != recording_.transcript.said.size()) difference_ = "less is said";
    const auto& events = recording_.transcript.events;
    const auto same_kind = [](const MatchEvent& a, const MatchEvent& b) { return a.index() == b.index(); };
    const auto& new_events = again.transcript().events;
    if (difference_.empty() && !std::equal(events.begin() + static_cast<std::ptrdiff_t>(events_), events.end(),
                                           new_events.begin(), new_events.end(), same_kind)) {
      difference_ = "other events follow";
    }
    return difference_;
  }

  std::chrono::nanoseconds took() const { return took_; }
  bool begins_with_snapshot() const { return begin_ > 0; }

 private:
  // Returns the place of the last snapshot among the events; 0: there is none.
  std::size_t last_snapshot() const {
    std::size_t last = 0;
    for (std::size_t i = 0; i < events_; ++i) {
      if (std::holds_alternative<SnapshotTaken>(recording_.transcript.events[i])) last = i;
    }
    return last;
  }
  // The call in which the match was stopped is made again, unless it had been accepted: then it is played on.
  void complete(RecordedMatch& again, std::span<const MatchEvent> first) {
    const Call& call = recording_.calls[next_call_ - 1];
    const std::size_t begin = recording_.before_call[next_call_ - 1].events;
    const bool is_accepted = std::any_of(first.begin() + static_cast<std::ptrdiff_t>(begin), first.end(),
                                         [&](const MatchEvent& event) { return is_acceptance(call, event); });
    if (!is_accepted) return void(--next_call_);
    again.make({call.now, PlayOn{}});
  }

  void compare_from(const RecordedMatch& again, std::size_t own, std::size_t at, std::size_t count) {
    if (std::holds_alternative<MatchCreated>(recording_.transcript.events[events_ - 1])) return;  // tells the tokens
    if (std::holds_alternative<SeatTaken>(recording_.transcript.events[events_ - 1])) return;
    for (std::size_t i = 0; i < count; ++i) {
      if (recording_.transcript.said.at(at + i) != again.transcript().said[own + i]) {
        difference_ = "the last event has another consequence";
      }
    }
  }

  void compare_rest(const RecordedMatch& again, std::size_t& at, const std::string& where) {
    const std::vector<std::string>& said = again.transcript().said;
    for (; compared_ < said.size(); ++compared_, ++at) {
      if (at < recording_.transcript.said.size() && said[compared_] == recording_.transcript.said[at]) continue;
      difference_ = "text " + std::to_string(at) + " differs" + where + ": " + receiver_of(said[compared_]);
      return;
    }
  }

  static std::string receiver_of(const std::string& text) { return text.substr(0, text.find(' ')); }

  const Recording& recording_;
  const std::size_t events_;
  const std::size_t begin_;
  std::size_t next_call_ = 0;
  std::size_t compared_ = 0;
  std::string difference_;
  std::chrono::nanoseconds took_{};
};

}  // namespace rensa::match::test
