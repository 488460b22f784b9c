#include "clients/cli/match/match.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "clients/cli/match/record_file.h"
#include "engine/players/player.h"
#include "engine/record/record_writer.h"
#include "server/tournament/statistics/sprt.h"

namespace rensa::cli {

namespace {

// Passes all calls on to two observers, of which each may be null.
class TwoObservers final : public duel::GameObserver {
 public:
  TwoObservers(duel::GameObserver* first, duel::GameObserver* second) : observers_{first, second} {}

  void before_step(const duel::Game& game, const duel::Inputs& inputs) override {
    for (duel::GameObserver* observer : observers_) {
      if (observer != nullptr) observer->before_step(game, inputs);
    }
  }
  void after_step(const duel::Game& game, const duel::Events& events) override {
    for (duel::GameObserver* observer : observers_) {
      if (observer != nullptr) observer->after_step(game, events);
    }
  }
  int next_required_clock() const override {
    int stop = duel::kNoFrameLimit;
    for (const duel::GameObserver* observer : observers_) {
      if (observer != nullptr) stop = std::min(stop, observer->next_required_clock());
    }
    return stop;
  }

 private:
  std::array<duel::GameObserver*, 2> observers_;
};

// Returns the name of a player as a part of a file name. Some file systems refuse the separators between its options.
std::string file_name_part(std::string name) {
  const auto separates = [](char character) { return character == ':' || character == '=' || character == ','; };
  std::replace_if(name.begin(), name.end(), separates, '_');
  return name;
}

std::string file_name_of(const MatchSetup& setup, const PlannedGame& plan) {
  std::string number = std::to_string(plan.number + 1);
  const std::size_t digits = std::to_string(setup.games).size();
  number.insert(0, digits - number.size(), '0');
  std::string name = file_name_part(setup.entrants[0].name);
  name.append("-").append(file_name_part(setup.entrants[1].name)).append("-").append(setup.ruleset.id).append("-");
  return name.append(std::to_string(setup.seed)).append("-").append(number).append(kRecordFileEnding);
}

bool is_mirror_of(const players::GameResult& a, const players::GameResult& b) {
  std::optional<duel::Seat> winner = b.outcome.winner;
  if (winner) winner = duel::opponent_of(*winner);
  return a.outcome == duel::Outcome{winner, b.outcome.cause, b.outcome.frame} && a.seats[0] == b.seats[1] &&
         a.seats[1] == b.seats[0];
}

constexpr auto kProgressInterval = std::chrono::milliseconds(100);

// Gives the games to the threads and collects their results. To bound the memory for early results, no thread starts a
// game that is more than a window after the first unfinished one.
class GameDispatcher {
 public:
  GameDispatcher(const MatchSetup& setup, const HeadlessOptions& options) : setup_(setup), options_(options) {}

  void run_worker() {
    try {
      while (const std::optional<std::uint32_t> number = take_next_game()) {
        MatchGame game(setup_, plan_game(setup_, *number), nullptr);
        if (!play(game.local_game())) {
          // This game has no result, so no later game will be counted. The other threads must not wait for its result.
          const std::lock_guard lock(mutex_);
          stopped_ = true;
          break;
        }
        add_result(*number, game.finish());
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    ++finished_workers_;
    window_moved_.notify_all();
    worker_finished_.notify_all();
  }

  MatchTotals wait_for_workers(int workers) {
    std::unique_lock lock(mutex_);
    while (!worker_finished_.wait_for(lock, kProgressInterval, [&] { return finished_workers_ == workers; })) {
      const MatchTotals so_far = totals_;
      lock.unlock();
      options_.on_progress(so_far);
      lock.lock();
    }
    if (error_) std::rethrow_exception(error_);
    return totals_;
  }

 private:
  static constexpr std::uint32_t kWindow = 4096;
  static constexpr int kClocksBetweenStopChecks = 36'000;

  // Returns false if the match was stopped before the end of the game.
  bool play(players::LocalGame& run) const {
    while (!run.is_over()) {
      run.play_until(run.game().clock() + kClocksBetweenStopChecks);
      if (!run.is_over() && options_.stop()) return false;
    }
    return true;
  }

  std::optional<std::uint32_t> take_next_game() {
    std::unique_lock lock(mutex_);
    window_moved_.wait(lock, [&] { return error_ || stopped_ || next_game_ - next_result_ < kWindow; });
    if (error_ || stopped_ || next_game_ == setup_.games || options_.stop()) return std::nullopt;
    return next_game_++;
  }

  void add_result(std::uint32_t number, const players::GameResult& result) {
    const std::lock_guard lock(mutex_);
    finished_early_.put(number, result);
    while (const auto next = finished_early_.next()) totals_.add(plan_game(setup_, next_result_++), *next);
    window_moved_.notify_all();
  }

  const MatchSetup& setup_;
  const HeadlessOptions& options_;
  std::mutex mutex_;
  std::condition_variable worker_finished_;
  std::condition_variable window_moved_;
  std::uint32_t next_game_ = 0;
  std::uint32_t next_result_ = 0;
  tournament::ReorderBuffer<players::GameResult> finished_early_;
  MatchTotals totals_;
  int finished_workers_ = 0;
  bool stopped_ = false;
  std::exception_ptr error_;
};

}  // namespace

PlannedGame plan_game(const MatchSetup& setup, std::uint32_t number) {
  const std::uint32_t index = setup.swap ? number / 2 : number;
  return {.number = number, .seed = players::game_seed(setup.seed, index), .swapped = setup.swap && number % 2 != 0};
}

struct MatchGame::Parts {
  Parts(const MatchSetup& match, const PlannedGame& planned, duel::GameObserver* observer)
      : setup(match),
        plan(planned),
        players{make_player(duel::Seat::one), make_player(duel::Seat::two)},
        recorder(setup.record_folder ? std::optional<record::RecordWriter>(std::in_place, game_setup(), names())
                                     : std::nullopt),
        observers(recorder ? &*recorder : nullptr, observer),
        local_game(game_setup(), {players[0].get(), players[1].get()},
                   recorder || observer != nullptr ? &observers : nullptr) {}

  duel::GameSetup game_setup() const { return {.ruleset = setup.ruleset, .seed = plan.seed, .queue = setup.queue}; }
  std::unique_ptr<players::Player> make_player(duel::Seat seat) const {
    const int entrant = plan.entrant_at(seat);
    return setup.entrants[static_cast<std::size_t>(entrant)].make(setup.ruleset,
                                                                  players::player_seed(plan.seed, entrant));
  }
  std::array<std::string, 2> names() const {
    std::array<std::string, 2> names;
    for (const duel::Seat seat : duel::kSeats) {
      names[duel::index_of(seat)] = setup.entrants[static_cast<std::size_t>(plan.entrant_at(seat))].name;
    }
    return names;
  }

  const MatchSetup& setup;
  PlannedGame plan;
  std::array<std::unique_ptr<players::Player>, 2> players;
  std::optional<record::RecordWriter> recorder;
  TwoObservers observers;
  players::LocalGame local_game;
};

MatchGame::MatchGame(const MatchSetup& setup, const PlannedGame& plan, duel::GameObserver* observer)
    : parts_(std::make_unique<Parts>(setup, plan, observer)) {}

MatchGame::~MatchGame() = default;

players::LocalGame& MatchGame::local_game() { return parts_->local_game; }

players::GameResult MatchGame::finish() {
  const players::GameResult result = parts_->local_game.result();
  if (parts_->recorder) {
    write_record_file(*parts_->setup.record_folder / file_name_of(parts_->setup, parts_->plan),
                      parts_->recorder->finish(parts_->local_game.game(), result.outcome));
  }
  return result;
}

std::optional<int> winning_entrant(const PlannedGame& plan, const duel::Outcome& outcome) {
  if (!outcome.winner) return std::nullopt;
  return plan.entrant_at(*outcome.winner);
}

void MatchTotals::add(const PlannedGame& plan, const players::GameResult& result) {
  ++games_;
  frames_ += result.outcome.frame;
  ++causes_[static_cast<std::size_t>(result.outcome.cause)];
  digest_.add(result.hash);
  for (const duel::Seat seat : duel::kSeats) {
    Entrant& entrant = entrants_[static_cast<std::size_t>(plan.entrant_at(seat))];
    duel::add_game(entrant.statistics, result.seats[duel::index_of(seat)]);
  }
  const std::optional<int> winner = winning_entrant(plan, result.outcome);
  if (winner) ++entrants_[static_cast<std::size_t>(*winner)].wins;

  const int half_points = !winner ? 1 : *winner == 0 ? 2 : 0;
  if (plan.swapped) {
    add_pair(result, half_points);
  } else {
    first_of_pair_ = result;
    half_points_of_first_ = half_points;
  }
}

void MatchTotals::add_pair(const players::GameResult& second, int half_points) {
  ++pairs_[static_cast<std::size_t>(half_points_of_first_ + half_points)];
  if (!is_mirror_of(*first_of_pair_, second)) ++pairs_not_mirrored_;
}

MatchTotals play_match(const MatchSetup& setup, const HeadlessOptions& options) {
  GameDispatcher dispatcher(setup, options);
  std::vector<std::jthread> workers;
  for (int i = 0; i < options.jobs; ++i) workers.emplace_back([&dispatcher] { dispatcher.run_worker(); });
  return dispatcher.wait_for_workers(options.jobs);
}

}  // namespace rensa::cli
