#include "tests/proto/samples.h"

#include "tests/engine/duel/scripted_games.h"

namespace rensa::proto::test {

namespace {

constexpr std::uint64_t kLargest = ~std::uint64_t{0};
constexpr MatchId kMatch{kLargest};

Terms measured_terms() {
  return {.ruleset = "tsu-1",
          .clock = Clock::virtual_time,
          .charge = ThinkingCost::measured,
          .charge_frames = 0,
          .games = 7};
}

Terms fixed_terms() {
  return {.ruleset = "my-rules",
          .clock = Clock::virtual_time,
          .charge = ThinkingCost::fixed,
          .charge_frames = kMaxChargeFrames,
          .games = kMaxGames};
}

Terms turn_terms() {
  return {.ruleset = "jaist-1", .clock = Clock::turns, .charge = ThinkingCost::none, .charge_frames = 0, .games = 1};
}

Terms real_terms() {
  return {.ruleset = "tsu-1",
          .clock = Clock::real,
          .charge = ThinkingCost::none,
          .charge_frames = 0,
          .games = 1,
          .queue_of = kLargest,
          .first_to = 1};
}

Decide decide(const duel::Input& input) {
  return {.match = kMatch, .seat = duel::Seat::two, .game = 3, .clock = 0x7FFF'FFFF, .id = ~0U, .input = input};
}

duel::View as_sent(const duel::View& seen) {
  duel::View view = seen;
  view.pacing = {};
  view.outcome.reset();
  return view;
}

}  // namespace

std::vector<ClientMessage> client_samples() {
  constexpr ChallengeId kChallenge{9};
  std::vector<ClientMessage> samples{
      Hello{1, 2, "secret", "Ringo", "test 1.0", {"a", "b"}},
      ListLobby{},
      QuickMatch{measured_terms(), Subscription::frames},
      QuickMatch{fixed_terms(), Subscription::events},
      QuickMatch{real_terms(), Subscription::events},
      QuickMatch{real_terms(), Subscription::steering},
      Challenge{"りんご", turn_terms(), Subscription::frames},
      Accept{kChallenge, Subscription::frames},
      Decline{kChallenge},
      Leave{},
      Leave{kMatch, duel::Seat::two},
      Leave{.arranged = true},
      Watch{kMatch, Subscription::frames},
      Watch{kMatch, Subscription::events, true},
      Unwatch{kMatch},
      Resume{kMatch, duel::Seat::two, "key", kLargest, Subscription::frames},
      Resume{kMatch, duel::Seat::one, "key", 7, Subscription::steering, std::string(kMaxClientIdBytes, 'h'), true},
      Ping{kLargest},
      Ping{1, 240},
      Advice{QuestionId{kLargest}, {}},
      Advice{QuestionId{7}, {{{1, rules::Rotation::up}, -70}, {{6, rules::Rotation::left}, std::nullopt}}},
      Follow{"spring-cup", kLargest},
      Follow{"spring-cup", 0},
      Follow{"spring-cup", std::nullopt},
      Unfollow{"spring-cup"},
      Invite{real_terms(), Subscription::steering},
      Invite{real_terms(), Subscription::steering, "0123456789abcdef0123456789abcdef",
             std::string(kMaxClientIdBytes, 'h')},
      Join{"0123456789abcdef0123456789abcdef", Subscription::frames},
      decide({}),
      decide(duel::Input::hold(movement::Keys::none)),
      Decide{kMatch, duel::Seat::one, 1, 70, 2, duel::Input::hold(movement::Keys::left), 0x7FFF'FFFF},
      Decide{kMatch, duel::Seat::one, 1, 70, 2, duel::Input::place({3, rules::Rotation::up}), 0, "七連鎖を打つ"},
      decide(duel::Input::hold(static_cast<movement::Keys>(movement::kAllKeys))),
  };
  for (const rules::Placement placement : rules::kPlacements) samples.push_back(decide(duel::Input::place(placement)));
  return samples;
}

std::vector<ServerMessage> server_samples() {
  std::vector<ServerMessage> samples{
      Welcome{1, "Ringo", "rensa 0.1", {"a"}, 65536},
      Lobby{{"Ringo", "Amitie"}, {{kMatch, {"Ringo", "Amitie"}, fixed_terms(), 2}}, {}},
      Lobby{{"greedy"}, {}, {{"greedy", 4}, {"gaze", 0}}},
      Lobby{},
      Challenged{ChallengeId{1}, "Amitie", measured_terms()},
      ChallengeEnded{ChallengeId{1}, "declined"},
      Invited{"0123456789abcdef0123456789abcdef"},
      Comment{kMatch, duel::Seat::two, 3, "builds"},
      ConnectionQuality{kMatch, duel::Seat::two, 240, 12},
      ConnectionQuality{kMatch, duel::Seat::one, 0, 0},
      MatchStart{kMatch, duel::Seat::two, {"Ringo", "Amitie"}, turn_terms(), "key", 60},
      MatchStart{kMatch, std::nullopt, {"Ringo", "Amitie"}, real_terms(), "", 60},
      MatchStart{kMatch, duel::Seat::one, {"Ringo", "Amitie"}, fixed_terms(), "key", 60, {kMaxGames, 0}, kMaxGames},
      MatchStart{kMatch, std::nullopt, {"Ringo", "Amitie"}, fixed_terms(), "", 60, {0, 0}, 1},
      GameStart{kMatch, duel::Seat::one, 1, std::string(64, 'a'), "0123456789abcdef", kLargest},
      GameStart{kMatch, duel::Seat::two, 2, "", "", 0},
      GameStart{kMatch, std::nullopt, 3, "", "", std::nullopt},
      Decided{kMatch, duel::Seat::two, 5, 77},
      MatchEnd{kMatch, duel::Seat::one, {3, 2}, 1, std::nullopt, duel::Seat::one},
      PauseStatus{kMatch, duel::Seat::two, 29},
      PauseStatus{kMatch, std::nullopt, 0},
      Pong{kLargest},
      Drain{300},
      TournamentEvent{"spring-cup", kLargest, R"({"n":1,"event":"benched","player":0,"why":"\"りんご\""})"},
      TournamentEvent{"spring-cup", 0, "{}"},
      TournamentState{"spring-cup", RunState::running, kLargest, kLargest, kLargest, kLargest},
      TournamentState{"spring-cup", RunState::paused, 0, std::nullopt, 0, 1},
      TournamentState{"spring-cup", RunState::over, 6, 6, 0, 20},
      TournamentState{"spring-cup", RunState::failed, 6, 0, 0, 20},
  };
  for (int code = 1; code <= static_cast<int>(ErrorCode::elsewhere); ++code) {
    samples.push_back(Error{static_cast<ErrorCode>(code), "what to do", kMatch, 8});
  }
  samples.push_back(Error{ErrorCode::draining, "", std::nullopt, 0});
  samples.push_back(Error{ErrorCode::busy, "come back later", std::nullopt, 0, 12'500});
  for (int i = 0; i < duel::kCauseCount; ++i) {
    const auto cause = static_cast<duel::Cause>(i);
    samples.push_back(MatchEnd{kMatch, std::nullopt, {kMaxGames, 0}, 0, cause, std::nullopt});
    samples.push_back(GameEnd{kMatch, duel::Seat::two, 1, {duel::Seat::one, cause, 500}, {1, 0}, "ab", "cd", kLargest});
    samples.push_back(
        GameEnd{kMatch, std::nullopt, 1, {std::nullopt, cause, 0}, {0, 0x7FFF'FFFF'FFFF'FFFF}, "", "", 0});
  }
  for (int i = 0; i <= static_cast<int>(duel::EventKind::game_over); ++i) {
    Update update{kMatch, duel::Seat::two, kLargest, kMaxGames, {}, {}, true, 59'999};
    update.view.seat = duel::Seat::two;
    update.view.own.phase = duel::Phase::dead;
    update.events.push_back({static_cast<duel::EventKind>(i), duel::Seat::two, duel::Refusal::missing,
                             rules::Rotation::left, 6, 15, -1, 0x7FFF'FFFF, -0x7FFF'FFFF - 1, 3});
    samples.push_back(update);
  }
  Update watched{kMatch, std::nullopt, 1, 1, {}, {}, false, 0};
  watched.view.own.field.put(1, rules::kTrapRow, rules::Cell::purple);
  watched.view.opponent.field.put(6, rules::kHiddenRow, rules::Cell::garbage);
  samples.push_back(watched);
  samples.push_back(Question{QuestionId{kLargest}, turn_terms(), watched.view});
  Update steered{kMatch, duel::Seat::one, 1, 1, {}, {}, false, 0};
  steered.view.own.motion = duel::Motion{.wait = 255,
                                         .reveal = 28,
                                         .rows = 13,
                                         .entering = {0, 1, 0, 255, 0, 0, 2},
                                         .dropping = 30,
                                         .held = static_cast<movement::Keys>(movement::kAllKeys),
                                         .driven = true,
                                         .unsent = 0x7FFF'FFFF'FFFF'FFFF};
  samples.push_back(steered);
  steered.view.own.motion = duel::Motion{};
  samples.push_back(steered);
  return samples;
}

std::vector<Update> updates_of_game(const std::string& ruleset, std::uint64_t seed) {
  duel::Game game(duel::test::setup_of(ruleset, seed));
  const bool frames = game.frame_game() != nullptr;
  std::array<duel::test::Player, 2> players{duel::test::random_placements(seed), duel::test::builder()};
  if (frames) players = {duel::test::random_keys(seed), duel::test::anything(seed)};
  std::vector<Update> updates;
  while (!game.outcome()) {
    const duel::Events events = game.step(duel::test::answers(game, players, frames));
    for (const duel::Seat seat : duel::kSeats) {
      updates.push_back({MatchId{1},
                         seat,
                         updates.size() / 2 + 1,
                         1,
                         as_sent(duel::view_for_seat(game, seat)),
                         {events.begin(), events.end()},
                         game.is_decision_due(seat),
                         0});
      if (frames) updates.back().view.own.motion = game.frame_game()->side(seat).motion();
    }
  }
  return updates;
}

}  // namespace rensa::proto::test
