#include "server/bench/store_load.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "engine/rules/rng.h"

namespace rensa::bench {

namespace {

constexpr std::uint64_t kPlayers = 500;
constexpr std::uint64_t kLargeTournament = 10;  // one game of so many belongs to the largest tournament
constexpr std::uint64_t kTournaments = 200;
constexpr std::uint64_t kLateGames = 20;  // one game of so many is stored late
constexpr std::uint64_t kWaitingSaves = 1'000;
constexpr std::size_t kRecordBytes = 2'000;  // about those of a game of two minutes

std::string player(std::uint64_t number) { return "player-" + std::to_string(number); }

// Games end one second apart. The date is made of parts that are always two digits long.
std::string date(std::uint64_t second) {
  const auto two_digits = [](std::uint64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  const std::uint64_t days = second / 86'400;
  std::string text = std::to_string(2020 + days / 336);
  text += '-' + two_digits(1 + days % 336 / 28) + '-' + two_digits(1 + days % 28) + 'T';
  text += two_digits(second / 3'600 % 24) + ':' + two_digits(second / 60 % 60) + ':' + two_digits(second % 60) + 'Z';
  return text;
}

}  // namespace

StoreLoad::StoreLoad(const std::function<std::unique_ptr<storage::Store>(storage::Executor)>& open)
    : store_(open([this](std::function<void()> answer) { answers_.run(std::move(answer)); })) {}

storage::GameToSave StoreLoad::next_game() {
  const std::uint64_t number = ++count_;
  rules::Rng rng(1, number);
  storage::GameToSave save;
  const std::uint64_t late_by = rng.below(kLateGames) == 0 ? 1 + rng.below(60) : 0;
  save.game.ended = date(number > late_by ? number - late_by : 0);
  // The first players play the most: the square of a random number prefers small ones.
  const auto draw = [&rng] {
    const std::uint64_t at = rng.below(static_cast<std::uint32_t>(kPlayers));
    return at * at / kPlayers;
  };
  save.game.players = {player(draw()), player(draw())};
  save.game.match = number;
  save.game.ruleset = rng.below(4) == 0 ? "jaist-1" : "tsu-1";
  save.game.winner = 1 + static_cast<int>(rng.below(2));
  save.game.cause = "choked";
  save.game.frames = 7'000;
  save.game.scores = {rng.below(100'000), rng.below(100'000)};
  if (rng.below(kLargeTournament) == 0) {
    save.game.tournament = "large";
  } else if (rng.below(2) == 0) {
    save.game.tournament = "cup-" + std::to_string(rng.below(static_cast<std::uint32_t>(kTournaments)));
  }
  if (!save.game.tournament.empty()) {
    save.game.tournament_game = std::to_string(number) + "-0";
  } else {
    save.record = std::vector<std::uint8_t>(kRecordBytes);
    for (std::uint8_t& byte : *save.record) byte = static_cast<std::uint8_t>(rng.next());
  }
  save.match = {.match = number,
                .players = save.game.players,
                .ruleset = save.game.ruleset,
                .clock = "virtual",
                .started = save.game.ended};
  return save;
}

void StoreLoad::add_games(std::uint64_t games) {
  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t waiting = 0;
  std::string error;
  for (std::uint64_t added = 0; added < games; ++added) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return waiting < kWaitingSaves; });
    if (!error.empty()) break;
    ++waiting;
    lock.unlock();
    store_->save_game(next_game(), [&](const storage::StoreResult<std::uint64_t>& record) {
      const std::lock_guard guard(mutex);
      if (!record) error = record.error().message;
      --waiting;
      changed.notify_one();
    });
  }
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return waiting == 0; });
  if (!error.empty()) throw std::runtime_error(error);
}

double StoreLoad::time_of_page(const storage::GamesQuery& query) {
  std::promise<std::string> answer;
  const auto began = std::chrono::steady_clock::now();
  store_->list_games(query, [&](const storage::StoreResult<std::vector<storage::GameRow>>& games) {
    answer.set_value(games ? "" : games.error().message);
  });
  const std::string error = answer.get_future().get();
  if (!error.empty()) throw std::runtime_error(error);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

std::vector<StoreLoad::QueryTimes> StoreLoad::measure_pages(int queries) {
  using Make = std::function<storage::GamesQuery(rules::Rng&)>;
  const std::uint64_t games = count_;
  const auto some = [](rules::Rng& rng, std::uint64_t below) { return rng.below(static_cast<std::uint32_t>(below)); };
  const auto span = [=](rules::Rng& rng, storage::GamesQuery query) {
    const std::uint64_t from = some(rng, games);
    query.from = date(from);
    query.to = date(from + some(rng, games / 4));
    return query;
  };
  const std::array<std::pair<const char*, Make>, 8> kinds{{
      {"none", [&](rules::Rng& rng) { return storage::GamesQuery{.before = some(rng, games)}; }},
      {"player", [&](rules::Rng& rng) { return storage::GamesQuery{.player = player(some(rng, kPlayers + 5))}; }},
      {"tournament",
       [&](rules::Rng& rng) { return storage::GamesQuery{.tournament = "cup-" + std::to_string(some(rng, 220))}; }},
      {"ruleset",
       [&](rules::Rng& rng) { return storage::GamesQuery{.before = some(rng, games), .ruleset = "jaist-1"}; }},
      {"time", [&](rules::Rng& rng) { return span(rng, {}); }},
      {"player, time", [&](rules::Rng& rng) { return span(rng, {.player = player(some(rng, kPlayers))}); }},
      {"player, ruleset, large tournament",
       [&](rules::Rng& rng) {
         return storage::GamesQuery{.player = player(some(rng, kPlayers)), .ruleset = "jaist-1", .tournament = "large"};
       }},
      {"large tournament, unknown ruleset",
       [](rules::Rng&) { return storage::GamesQuery{.ruleset = "none", .tournament = "large"}; }},
  }};
  std::vector<QueryTimes> all;
  rules::Rng rng(2, games);
  for (const auto& [filter, make] : kinds) {
    std::vector<double> times;
    for (int i = 0; i < queries; ++i) times.push_back(time_of_page(make(rng)));
    std::sort(times.begin(), times.end());
    all.push_back({.filter = filter,
                   .median_ms = times[times.size() / 2],
                   .p99_ms = times[std::min(times.size() - 1, times.size() * 99 / 100)]});
  }
  return all;
}

}  // namespace rensa::bench
