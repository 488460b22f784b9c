#include "clients/worker/play.h"

#include <atomic>
#include <condition_variable>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <mutex>
#include <stdexcept>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

#include "engine/players/choices.h"
#include "tests/clients/worker/fake_server.h"

namespace rensa::worker {
namespace {

using std::chrono::milliseconds;
using test::FakeMatch;
using test::FakePeer;
using test::FakeServer;
using testing::HasSubstr;

constexpr proto::Clock kClocks[] = {proto::Clock::virtual_time, proto::Clock::turns};

proto::Terms terms_of(proto::Clock clock) {
  proto::Terms terms;
  terms.clock = clock;
  if (clock == proto::Clock::turns) terms.ruleset = "jaist-1";
  return terms;
}

// What the brains of a test have seen, from their threads.
struct Seen {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<proto::MatchId, std::vector<int>> clocks;  // of the views, by match
  std::vector<duel::Outcome> outcomes;
  int brains = 0;
  bool held_up = false;  // brains wait in choose()

  std::vector<int> clocks_of(std::uint64_t match) {
    const std::lock_guard lock(mutex);
    return clocks[proto::MatchId{match}];
  }
  void wait_for_views(std::size_t count, std::uint64_t match) {
    std::unique_lock lock(mutex);
    EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(10),
                                 [&] { return clocks[proto::MatchId{match}].size() >= count; }));
  }
  void hold_up(bool on) {
    const std::lock_guard lock(mutex);
    held_up = on;
    changed.notify_all();
  }
};

// Chooses what is possible, and something else from time to time.
class TestBrain : public Brain {
 public:
  TestBrain(Seen& seen, proto::MatchId match) : seen_(seen), match_(match) {}

  rules::Placement choose(const duel::View& view) override {
    std::unique_lock lock(seen_.mutex);
    seen_.clocks[match_].push_back(view.clock);
    seen_.changed.notify_all();
    seen_.changed.wait(lock, [&] { return !seen_.held_up; });
    const std::uint32_t possible = players::possible_placements(view);
    std::size_t index = static_cast<std::size_t>(view.clock) % rules::kPlacementCount;
    while ((possible >> index & 1U) == 0) index = (index + 1) % rules::kPlacementCount;
    return rules::kPlacements[index];
  }
  void ended(const duel::Outcome& outcome) override {
    const std::lock_guard lock(seen_.mutex);
    seen_.outcomes.push_back(outcome);
  }

 private:
  Seen& seen_;
  proto::MatchId match_;
};

// A client that plays on a thread of its own.
class Playing {
 public:
  explicit Playing(const FakeServer& server) : stop_(eventfd(0, EFD_CLOEXEC)) {
    options.server = server.address();
    options.token = "secret";
    options.matches = 1;
    options.backoff = {milliseconds(20), milliseconds(100)};
    options.stop_descriptor = stop_;
  }
  ~Playing() {
    stop();
    if (thread_.joinable()) thread_.join();
    close(stop_);
  }
  void begin() {
    begin([this](const GameInfo& game) {
      const std::lock_guard lock(seen.mutex);
      ++seen.brains;
      return std::make_unique<TestBrain>(seen, game.match);
    });
  }
  void begin(const MakeBrain& make_brain) {
    thread_ = std::jthread([this, make_brain] { report_ = play(options, make_brain); });
  }
  void stop() { eventfd_write(stop_, 1); }
  const PlayReport& report() {
    if (thread_.joinable()) thread_.join();
    return report_;
  }

  PlayOptions options;
  Seen seen;

 private:
  int stop_;
  PlayReport report_;
  std::jthread thread_;
};

void begin(FakePeer& peer, FakeMatch& match) {
  peer.say(match.start());
  peer.say(match.game_start());
}

void play_choices(FakePeer& peer, FakeMatch& match, int count) {
  for (int i = 0; i < count; ++i) {
    peer.say(match.next_choice());
    match.take(peer.expect<proto::Decide>());
  }
}

void finish(FakePeer& peer, FakeMatch& match) {
  peer.say(match.game_end(duel::Seat::one));
  peer.say(match.end());
}

TEST(Play, AnswersEveryUpdateThatAsks) {
  for (const proto::Clock clock : kClocks) {
    FakeServer server;
    Playing playing(server);
    playing.options.terms = terms_of(clock);
    playing.begin();
    FakePeer peer = server.accept();
    EXPECT_EQ(peer.greet().token, "secret");
    EXPECT_EQ(peer.expect<proto::QuickMatch>().terms, terms_of(clock));
    FakeMatch match(5, duel::Seat::one, terms_of(clock));
    begin(peer, match);
    play_choices(peer, match, 6);
    finish(peer, match);
    EXPECT_EQ(playing.report().why_failed, "");
    EXPECT_EQ(playing.report().matches, 1);
    EXPECT_EQ(playing.report().games_won, 1);
    EXPECT_EQ(playing.seen.outcomes.size(), 1U);
    EXPECT_FALSE(peer.hear()) << "it hangs up";
  }
}

TEST(Play, EveryGameGetsANewBrain) {
  FakeServer server;
  Playing playing(server);
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::two, terms_of(proto::Clock::virtual_time));
  begin(peer, match);
  play_choices(peer, match, 2);
  peer.say(match.game_end(std::nullopt));
  peer.say(match.game_start());
  play_choices(peer, match, 2);
  finish(peer, match);
  EXPECT_EQ(playing.report().games_lost, 1);  // as MatchEnd says
  EXPECT_EQ(playing.seen.brains, 2);
  EXPECT_EQ(playing.seen.outcomes.size(), 2U);
}

TEST(Play, SeatsOfManyMatchesShareAConnection) {
  FakeServer server;
  Playing playing(server);
  playing.options.slots = 3;
  playing.options.threads = 2;
  playing.options.matches = 4;
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  std::map<proto::MatchId, FakeMatch> matches;
  for (const std::uint64_t id : {1U, 2U, 3U}) {
    peer.expect<proto::QuickMatch>();
    const duel::Seat seat = id == 2 ? duel::Seat::two : duel::Seat::one;
    begin(peer,
          matches.emplace(proto::MatchId{id}, FakeMatch(id, seat, terms_of(proto::Clock::virtual_time))).first->second);
  }
  for (int round = 0; round < 5; ++round) {
    for (auto& [id, match] : matches) peer.say(match.next_choice());
    for (std::size_t i = 0; i < matches.size(); ++i) {
      const auto decide = peer.expect<proto::Decide>();
      matches.at(decide.match).take(decide);
    }
  }
  finish(peer, matches.at(proto::MatchId{2}));
  peer.expect<proto::QuickMatch>();
  FakeMatch last(9, duel::Seat::one, terms_of(proto::Clock::virtual_time));
  begin(peer, last);
  finish(peer, last);
  finish(peer, matches.at(proto::MatchId{1}));
  finish(peer, matches.at(proto::MatchId{3}));
  EXPECT_EQ(playing.report().matches, 4);
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(Play, BothSeatsOfAMatchMayBeOurs) {
  FakeServer server;
  Playing playing(server);
  playing.options.slots = playing.options.matches.emplace(2);
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  std::array<FakeMatch, 2> sides{FakeMatch(5, duel::Seat::one, {}), FakeMatch(5, duel::Seat::two, {})};
  for (FakeMatch& side : sides) {
    peer.expect<proto::QuickMatch>();
    begin(peer, side);
  }
  for (FakeMatch& side : sides) play_choices(peer, side, 2);
  for (FakeMatch& side : sides) finish(peer, side);
  EXPECT_EQ(playing.report().games_won, 1);
  EXPECT_EQ(playing.report().games_lost, 1);
}

TEST(Play, LostConnectionIsResumedWithTheLastNumber) {
  FakeServer server;
  Playing playing(server);
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  proto::Decide lost;
  {
    FakePeer peer = server.accept();
    peer.greet();
    peer.expect<proto::QuickMatch>();
    begin(peer, match);
    play_choices(peer, match, 2);
    peer.say(match.next_choice());
    lost = peer.expect<proto::Decide>();
  }
  FakePeer peer = server.accept();
  peer.greet();
  const auto resume = peer.expect<proto::Resume>();
  EXPECT_EQ(resume.match, proto::MatchId{5});
  EXPECT_EQ(resume.seat, duel::Seat::one);
  EXPECT_EQ(resume.token, "key-5");
  EXPECT_EQ(resume.last, 3U);
  peer.say(match.last_update());
  const auto again = peer.expect<proto::Decide>();
  EXPECT_EQ(again, lost) << "what was decided stands";
  match.take(again);
  peer.say(proto::PauseStatus{proto::MatchId{5}, std::nullopt, 0});
  play_choices(peer, match, 2);
  finish(peer, match);
  EXPECT_EQ(playing.report().connections_lost, 1);
  EXPECT_EQ(playing.report().matches, 1);
  EXPECT_EQ(playing.seen.brains, 1);
  EXPECT_EQ(playing.seen.clocks_of(5).size(), 5U) << "no view is thought about twice";
}

TEST(Play, WhoThinksWhileTheConnectionIsLostAnswersWhenAskedAgain) {
  FakeServer server;
  Playing playing(server);
  playing.seen.hold_up(true);
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  {
    FakePeer peer = server.accept();
    peer.greet();
    peer.expect<proto::QuickMatch>();
    begin(peer, match);
    peer.say(match.next_choice());
    playing.seen.wait_for_views(1, 5);
  }
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::Resume>();
  playing.seen.hold_up(false);
  EXPECT_TRUE(peer.is_silent_for(milliseconds(100))) << "the seat is not its own yet";
  peer.say(proto::GameStart{proto::MatchId{5}, duel::Seat::one, 1, "", "", std::nullopt});
  peer.say(match.last_update());
  match.take(peer.expect<proto::Decide>());
  finish(peer, match);
  EXPECT_EQ(playing.report().why_failed, "");
  EXPECT_EQ(playing.seen.brains, 1) << "the game is known already";
}

TEST(Play, MatchThatIsGoneIsForgotten) {
  FakeServer server;
  Playing playing(server);
  playing.options.matches = 2;
  MatchReport ended;
  playing.options.match_ended = [&](const MatchReport& report) {
    if (report.is_lost) ended = report;
  };
  playing.begin();
  FakeMatch match(5, duel::Seat::one, {});
  {
    FakePeer peer = server.accept();
    peer.greet();
    peer.expect<proto::QuickMatch>();
    begin(peer, match);
    play_choices(peer, match, 1);
  }
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::Resume>();
  peer.say(proto::Error{proto::ErrorCode::unknown_match, "it is over", proto::MatchId{5}, 0});
  peer.expect<proto::QuickMatch>();
  FakeMatch next(6, duel::Seat::one, {});
  begin(peer, next);
  finish(peer, next);
  EXPECT_EQ(playing.report().matches, 2);
  EXPECT_EQ(ended.seat.match, proto::MatchId{5});
}

TEST(Play, NewerViewTakesThePlaceOfOneThatWaits) {
  FakeServer server;
  Playing playing(server);
  playing.options.terms = terms_of(proto::Clock::turns);
  playing.seen.hold_up(true);
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::one, playing.options.terms);
  begin(peer, match);
  peer.say(match.next_choice());
  playing.seen.wait_for_views(1, 5);
  peer.say(match.next_choice());  // the server waited long enough, twice
  peer.say(match.next_choice());
  EXPECT_TRUE(peer.is_silent_for(milliseconds(100)));
  playing.seen.hold_up(false);
  const int clock = match.last_update().view.clock;
  match.take(peer.expect<proto::Decide>());
  finish(peer, match);
  EXPECT_EQ(playing.report().why_failed, "");
  EXPECT_EQ(playing.seen.clocks_of(5), (std::vector<int>{clock - 2, clock}));
}

TEST(Play, RealTimeAsksOnceForAPairUnlessItWasRefused) {
  FakeServer server;
  Playing playing(server);
  playing.options.terms = terms_of(proto::Clock::real);
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::one, playing.options.terms);
  begin(peer, match);
  proto::Update update = match.next_choice();
  peer.say(update);
  EXPECT_EQ(peer.expect<proto::Decide>().clock, update.view.clock);
  for (int i = 0; i < 3; ++i) {
    ++update.view.clock;
    ++update.number;
    peer.say(update);
  }
  EXPECT_TRUE(peer.is_silent_for(milliseconds(100)));
  ++update.view.clock;
  update.events = {duel::make_event(duel::EventKind::placement_refused, duel::Seat::one)};
  peer.say(update);
  EXPECT_EQ(peer.expect<proto::Decide>().clock, update.view.clock);
  finish(peer, match);
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(Play, MatchThatNobodyAskedForIsResigned) {
  FakeServer server;
  Playing playing(server);
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::one, {});
  begin(peer, match);
  peer.say(FakeMatch(6, duel::Seat::two, {}).start());
  EXPECT_EQ(peer.expect<proto::Leave>(), (proto::Leave{proto::MatchId{6}, duel::Seat::two}));
  peer.say(proto::Challenged{proto::ChallengeId{3}, "Ringo", {}});
  EXPECT_EQ(peer.expect<proto::Decline>().challenge, proto::ChallengeId{3});
  play_choices(peer, match, 1);
  finish(peer, match);
  EXPECT_EQ(playing.report().matches, 1);
}

TEST(Play, AnswerWithoutAChoiceIsAPass) {
  FakeServer server;
  Playing playing(server);
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::one, {});
  begin(peer, match);
  proto::Update update = match.next_choice();
  update.view.decision_due = false;
  peer.say(update);
  EXPECT_EQ(peer.expect<proto::Decide>().input, duel::Input{});
  finish(peer, match);
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(Play, RefusalThatTimeDoesNotMendEndsIt) {
  for (const auto code : {proto::ErrorCode::token, proto::ErrorCode::version, proto::ErrorCode::terms}) {
    FakeServer server;
    Playing playing(server);
    playing.begin();
    FakePeer peer = server.accept();
    peer.expect<proto::Hello>();
    peer.say(proto::Error{code, "that will not do", std::nullopt, 0});
    EXPECT_THAT(playing.report().why_failed, HasSubstr("that will not do"));
  }
}

TEST(Play, BusyServerIsAskedAgainLater) {
  for (const auto code : {proto::ErrorCode::busy, proto::ErrorCode::draining}) {
    FakeServer server;
    Playing playing(server);
    playing.begin();
    FakePeer peer = server.accept();
    peer.greet();
    for (int i = 0; i < 3; ++i) {
      peer.expect<proto::QuickMatch>();
      peer.say(proto::Error{code, "not now", std::nullopt, 0});
    }
    peer.expect<proto::QuickMatch>();
    FakeMatch match(5, duel::Seat::one, {});
    begin(peer, match);
    finish(peer, match);
    EXPECT_EQ(playing.report().why_failed, "");
  }
}

TEST(Play, ServerThatHangsUpIsTriedLessAndLessOften) {
  FakeServer server;
  Playing playing(server);
  playing.options.backoff = {milliseconds(100), milliseconds(30'000)};
  playing.begin();
  auto before = std::chrono::steady_clock::now();
  for (const int whole : {0, 100, 200, 400}) {
    FakePeer peer = server.accept();
    const auto now = std::chrono::steady_clock::now();
    // Half of the wait is by lot. Some milliseconds are between its hearing of the end and ours.
    EXPECT_GE(now - before, milliseconds(whole / 2 - whole / 20));
    before = now;
    peer.expect<proto::Hello>();
    peer.say(proto::Error{proto::ErrorCode::busy, "full", std::nullopt, 0});
  }
  playing.stop();
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(Play, WaitsForAServerThatIsNotThereYet) {
  std::string address;
  {
    address = FakeServer().address();
  }
  std::atomic<int> notices = 0;
  FakeServer other;
  Playing playing(other);
  playing.options.server = address;
  playing.options.notice = [&](const std::string&) { ++notices; };
  playing.begin();
  while (notices < 3) std::this_thread::sleep_for(milliseconds(5));
  playing.stop();
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(Play, StopLeavesPolitely) {
  FakeServer server;
  Playing playing(server);
  playing.options.slots = 2;
  playing.options.matches.reset();
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::two, {});
  begin(peer, match);
  play_choices(peer, match, 1);
  playing.stop();
  EXPECT_EQ(peer.expect<proto::Leave>(), proto::Leave{});
  EXPECT_EQ(peer.expect<proto::Leave>(), (proto::Leave{proto::MatchId{5}, duel::Seat::two}));
  finish(peer, match);
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(playing.report().why_failed, "");
  EXPECT_EQ(playing.report().matches, 1);
}

TEST(Play, MatchThatBeginsWhileWeLeaveIsResigned) {
  FakeServer server;
  Playing playing(server);
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  playing.stop();
  peer.expect<proto::Leave>();
  FakeMatch match(5, duel::Seat::two, {});
  begin(peer, match);
  EXPECT_EQ(peer.expect<proto::Leave>(), (proto::Leave{proto::MatchId{5}, duel::Seat::two}));
  finish(peer, match);
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(playing.report().matches, 1);
}

TEST(Play, SilentServerIsPingedAndThenLost) {
  FakeServer server;
  Playing playing(server);
  playing.options.ping_after = milliseconds(50);
  playing.begin();
  FakePeer silent = server.accept();
  silent.greet();
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  playing.stop();
  peer.expect<proto::Leave>();
  EXPECT_FALSE(peer.hear());
  EXPECT_EQ(playing.report().connections_lost, 1);
}

TEST(Play, GarbageEndsItWithASentence) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {std::string("\x03\x00\x00\x00zzz", 7), "does not speak our protocol: not a message"},
      {std::string(4, '\0'), "does not speak our protocol: a message without a body"},
      {"HTTP/1.1 400 Bad Request\r\n", "does not speak our protocol: it announces a message of more than 1 MiB"},
  };
  for (const auto& [bytes, why] : cases) {
    FakeServer server;
    Playing playing(server);
    playing.begin();
    FakePeer peer = server.accept();
    peer.greet();
    peer.say_bytes(bytes);
    EXPECT_THAT(playing.report().why_failed, HasSubstr(why));
  }
}

TEST(Play, ServerThatDoesNotGreetIsNoneOfOurs) {
  FakeServer server;
  Playing playing(server);
  playing.begin();
  FakePeer peer = server.accept();
  peer.say(proto::Pong{1});
  EXPECT_THAT(playing.report().why_failed, HasSubstr("does not begin with a welcome"));
}

TEST(Play, ViewsThatCannotBeAreNotThoughtAbout) {
  const std::vector<std::function<void(duel::View&)>> spoilers{
      [](duel::View& view) { view.own.falling.reset(); },
      [](duel::View& view) { view.own.pairs[0] = {}; },
      [](duel::View& view) { view.own.falling->y = 15; },
      [](duel::View& view) { view.own.field.put(3, 12, rules::Cell::red); },
      [](duel::View& view) {
        view.own.falling->x = 1;
        view.own.falling->r = rules::Rotation::left;
      },
  };
  for (const auto& spoil : spoilers) {
    FakeServer server;
    Playing playing(server);
    playing.begin();
    FakePeer peer = server.accept();
    peer.greet();
    peer.expect<proto::QuickMatch>();
    FakeMatch match(5, duel::Seat::one, {});
    begin(peer, match);
    proto::Update update = match.next_choice();
    spoil(update.view);
    peer.say(update);
    EXPECT_THAT(playing.report().why_failed, HasSubstr("the server shows what cannot be"));
  }
}

TEST(Play, AnotherRulesetOfTheSameNameIsNotPlayed) {
  FakeServer server;
  Playing playing(server);
  playing.begin();
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::one, {});
  peer.say(match.start());
  proto::GameStart start = match.game_start();
  start.ruleset_digest = "0123456789abcdef";
  peer.say(start);
  EXPECT_THAT(playing.report().why_failed, HasSubstr("another tsu-1"));
}

TEST(Play, BrainThatThrowsEndsItWithItsWords) {
  class Thrower : public Brain {
    rules::Placement choose(const duel::View&) override { throw std::runtime_error("out of ideas"); }
  };
  FakeServer server;
  Playing playing(server);
  playing.begin([](const GameInfo&) { return std::make_unique<Thrower>(); });
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match(5, duel::Seat::one, {});
  begin(peer, match);
  peer.say(match.next_choice());
  EXPECT_THAT(playing.report().why_failed, HasSubstr("out of ideas"));
}

TEST(Play, WrongOptionsAreRefusedAtOnce) {
  FakeServer server;
  const auto why = [&](const std::function<void(PlayOptions&)>& change) {
    PlayOptions options;
    options.server = server.address();
    change(options);
    return play(options, [](const GameInfo&) { return nullptr; }).why_failed;
  };
  EXPECT_THAT(why([](PlayOptions& options) { options.server = "nowhere"; }), HasSubstr("HOST:PORT"));
  EXPECT_THAT(why([](PlayOptions& options) { options.terms.ruleset = "none"; }), HasSubstr("no ruleset none"));
  EXPECT_THAT(why([](PlayOptions& options) { options.terms.ruleset = "jaist-1"; }), HasSubstr("played by turns"));
  EXPECT_THAT(why([](PlayOptions& options) { options.slots = 0; }), HasSubstr("at least one slot"));
}

}  // namespace
}  // namespace rensa::worker
