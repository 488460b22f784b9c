#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <set>
#include <thread>
#include <variant>

#include "tests/e2e/server.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/seed.h"

// Kills a server again and again while matches are played on it.

namespace rensa::e2e {
namespace {

struct SeenGame {
  std::uint64_t record = 0;
  std::uint64_t match = 0;
  int game = 0;
  bool operator==(const SeenGame&) const = default;
};

// The numbers that two players saw until the server was killed.
struct SeenNumbers {
  std::vector<std::uint64_t> matches;
  std::vector<SeenGame> games;  // whose results were sent
};

// Counts of both players together. The test waits for them before it kills the server, however slow the machine is.
struct SoFar {
  std::atomic<int> match_starts = 0;
  std::atomic<int> game_ends = 0;
};

// Plays one short match after another against the other player, until the connection ends.
void play(Wire& wire, bool resigns, SeenNumbers& seen, SoFar& so_far) {
  wire.send(proto::Hello{});
  wire.send(proto::QuickMatch{});
  while (const auto message = wire.next(Clock::now() + test::kTimeLimit)) {
    if (const auto* start = std::get_if<proto::MatchStart>(&*message)) {
      seen.matches.push_back(static_cast<std::uint64_t>(start->match));
      ++so_far.match_starts;
      if (resigns) wire.send(proto::Leave{.match = start->match, .seat = start->seat.value()});
    } else if (const auto* end = std::get_if<proto::GameEnd>(&*message)) {
      seen.games.push_back({end->record, static_cast<std::uint64_t>(end->match), end->game});
      ++so_far.game_ends;
    } else if (std::holds_alternative<proto::MatchEnd>(*message)) {
      wire.send(proto::QuickMatch{});
    }
  }
}

// Two players play until `end` has stopped the server. `end` is called some time after both have begun a match, and
// have seen a result if `needs_result`.
std::array<SeenNumbers, 2> play_until(Server& server, bool needs_result, std::mt19937& chance,
                                      const std::function<void()>& end) {
  std::array<SeenNumbers, 2> seen;
  SoFar so_far;
  Wire one(Speech::tcp, server.port(Speech::tcp));
  Wire two(Speech::tcp, server.port(Speech::tcp));
  {
    const std::jthread resigning([&] { play(one, true, seen[0], so_far); });
    const std::jthread winning([&] { play(two, false, seen[1], so_far); });
    const auto until = Clock::now() + test::kTimeLimit;
    while ((so_far.match_starts < 2 || so_far.game_ends < (needs_result ? 1 : 0)) && Clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution(0, 180)(chance)));
    end();
  }  // both have noticed the end
  return seen;
}

// The two seats of a match in real time, which are sent each frame and decide nothing. Their pairs fall by themselves.
class IdleMatch {
 public:
  explicit IdleMatch(std::uint16_t port) : one_(enter(port)), two_(enter(port)) {
    proto::QuickMatch wish{.terms = {}, .subscription = proto::Subscription::frames};
    wish.terms.games = 1'000;
    wish.terms.clock = proto::Clock::real;
    one_->send(wish);
    two_->send(wish);
    for (const auto* wire : {&one_, &two_}) starts_.push_back(until<proto::MatchStart>(**wire).value());
  }

  void resume(std::uint16_t port) {
    one_ = enter(port);
    two_ = enter(port);
    last_ = {};
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      (i == 0 ? one_ : two_)
          ->send(proto::Resume{.match = starts_[i].match,
                               .seat = *starts_[i].seat,
                               .token = starts_[i].token,
                               .subscription = proto::Subscription::frames});
    }
  }
  // Returns the next update of the first seat; nullopt: the connection has ended.
  std::optional<proto::Update> next() {
    auto update = until<proto::Update>(*one_);
    if (update) last_ = *update;
    return update;
  }
  // Returns the newest update of which the first seat has heard. Precondition: the server is dead.
  proto::Update last() {
    while (next()) {
    }
    return last_;
  }

 private:
  static std::unique_ptr<Wire> enter(std::uint16_t port) {
    auto wire = std::make_unique<Wire>(Speech::tcp, port);
    wire->send(proto::Hello{});
    return wire;
  }
  template <typename Message>
  static std::optional<Message> until(Wire& wire) {
    while (const auto message = wire.next(Clock::now() + test::kTimeLimit)) {
      if (const auto* found = std::get_if<Message>(&*message)) return *found;
    }
    return std::nullopt;
  }

  std::unique_ptr<Wire> one_;
  std::unique_ptr<Wire> two_;
  std::vector<proto::MatchStart> starts_;
  proto::Update last_;
};

// The numbers of the sessions that the server has logged as entered.
std::vector<std::uint64_t> logged_sessions(const TemporaryFolder& scratch) {
  std::vector<std::uint64_t> sessions;
  const std::string log = read_text_file(scratch.file("server.log"));
  const std::regex entered("event=entered session=([0-9]+)");
  for (auto at = std::sregex_iterator(log.begin(), log.end(), entered); at != std::sregex_iterator(); ++at) {
    sessions.push_back(std::stoull(at->str(1)));
  }
  return sessions;
}

TEST(KilledUnderPlay, NoNumberComesTwiceAndNoToldGameIsLost) {
  const TemporaryFolder scratch;
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  std::set<std::uint64_t> matches;
  std::map<std::uint64_t, SeenGame> games;  // by record
  std::vector<SeenGame> told;               // in the round before
  for (int round = 1; round <= tests::cases(8, 1000); ++round) {
    SCOPED_TRACE(round);
    Server server(scratch, Words{});
    for (const SeenGame& game : told) {
      const HttpAnswer answer = server.get("/api/v1/games/" + std::to_string(game.record));
      ASSERT_EQ(answer.status, 200) << game.record;
      EXPECT_EQ(Json::parse(answer.body)["match"], game.match);
    }
    const std::array<SeenNumbers, 2> seen =
        play_until(server, round % 2 == 1, chance, [&] { server.process().signal(SIGKILL); });
    // Both players see the same numbers, apart from those that one of them could not read any more.
    std::set<std::uint64_t> new_matches;
    told.clear();
    for (const SeenNumbers& numbers : seen) {
      new_matches.insert(numbers.matches.begin(), numbers.matches.end());
      for (const SeenGame& game : numbers.games) {
        const auto [entry, is_new] = games.emplace(game.record, game);
        EXPECT_EQ(entry->second, game) << "record " << game.record << " stands for two games";
        if (is_new) told.push_back(game);
      }
    }
    for (const std::uint64_t match : new_matches) ASSERT_TRUE(matches.insert(match).second) << "match " << match;
    for (const SeenGame& game : told) EXPECT_TRUE(new_matches.contains(game.match));
  }
  EXPECT_GE(matches.size(), 8U);
  EXPECT_FALSE(games.empty());
  const std::vector<std::uint64_t> sessions = logged_sessions(scratch);
  EXPECT_GE(sessions.size(), 16U);
  EXPECT_EQ(std::set<std::uint64_t>(sessions.begin(), sessions.end()).size(), sessions.size());
}

// SIGTERM ends the server at once, and so does a second SIGINT, but the games that have just ended are stored.
TEST(StoppedUnderPlay, TheServerEndsAtOnceWithoutAFault) {
  const TemporaryFolder scratch;
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  for (int round = 1; round <= tests::cases(4, 200); ++round) {
    SCOPED_TRACE(round);
    Server server(scratch, Words{"--drain-seconds", "86400"});
    const std::array<SeenNumbers, 2> seen = play_until(server, true, chance, [&] {
      if (round % 2 == 0) return server.process().signal(SIGTERM);
      stop_at_once(scratch, server);
    });
    EXPECT_EQ(server.process().wait(), 0);
    const Server again(scratch, Words{});
    for (const SeenGame& game : seen[0].games) EXPECT_TRUE(has_sound_record(again, game.record)) << game.record;
  }
}

// No player decides anything, so the log has nothing but the time up to which the game was played.
TEST(KilledUnderPlay, AGameInRealTimeGoesOnFromTheLastTimeInTheLog) {
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  const TemporaryFolder scratch;
  auto server = std::make_unique<Server>(scratch, Words{});
  IdleMatch match(server->port(Speech::tcp));
  const auto log_size = [&] { return std::filesystem::file_size(scratch.file("data") + "/matches.log"); };
  std::vector<int> frames_back;
  const auto watch = [&match](int frames) {
    proto::Update update = match.next().value();
    for (int frame = 1; frame < frames; ++frame) update = match.next().value();
    return update;
  };
  while (std::ssize(frames_back) < tests::cases(5, 1000)) {
    const proto::Update on_disk = watch(std::uniform_int_distribution(1, 40)(chance));
    // A write may have begun before, behind the rewriting of a log that was read. Five changes of its size later, the
    // time of this frame is on disk.
    for (int change = 0; change < 5; ++change) {
      const auto before = log_size();
      while (log_size() == before) ASSERT_TRUE(match.next());
    }
    watch(std::uniform_int_distribution(1, 12)(chance));
    server->process().signal(SIGKILL);
    server->process().wait();
    const proto::Update last = match.last();
    server = std::make_unique<Server>(scratch, Words{});
    match.resume(server->port(Speech::tcp));
    const auto back = match.next();
    ASSERT_TRUE(back) << read_text_file(scratch.file("server.log"));
    ASSERT_GE(back->game, on_disk.game);
    if (back->game != on_disk.game || last.game != on_disk.game) continue;  // a game ended meanwhile
    EXPECT_GE(back->view.clock, on_disk.view.clock);
    frames_back.push_back(last.view.clock - back->view.clock);
  }
  std::sort(frames_back.begin(), frames_back.end());
  std::cout << "frames back: median " << frames_back[frames_back.size() / 2] << ", most " << frames_back.back() << '\n';
  if (tests::long_tests()) {
    EXPECT_LE(frames_back.back(), 15) << "250 ms";
  }
}

// It prints how long the players see no new frame. The new server starts when the old one has ended.
TEST(StoppedUnderPlay, AnUpgradeLosesNoFrame) {
  const TemporaryFolder scratch;
  auto server = std::make_unique<Server>(scratch, Words{});
  IdleMatch match(server->port(Speech::tcp));
  std::vector<std::chrono::milliseconds> pauses;
  for (int upgrade = 0; upgrade < tests::cases(3, 100); ++upgrade) {
    ASSERT_TRUE(match.next());
    const auto begin = Clock::now();
    server->process().signal(SIGTERM);
    EXPECT_EQ(server->process().wait(), 0);
    const proto::Update last = match.last();
    server = std::make_unique<Server>(scratch, Words{});
    match.resume(server->port(Speech::tcp));
    auto back = match.next();
    ASSERT_TRUE(back) << read_text_file(scratch.file("server.log"));
    EXPECT_EQ(back->game, last.game);
    EXPECT_GE(back->view.clock, last.view.clock);
    while (back && back->game == last.game && back->view.clock <= last.view.clock) back = match.next();
    ASSERT_TRUE(back);
    pauses.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin));
  }
  std::sort(pauses.begin(), pauses.end());
  std::cout << "pause: median " << pauses[pauses.size() / 2].count() << ", most " << pauses.back().count() << " ms\n";
}

}  // namespace
}  // namespace rensa::e2e
