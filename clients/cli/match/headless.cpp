#include "clients/cli/match/headless.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "server/tournament/statistics/sprt.h"

namespace rensa::cli {

namespace {

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
          // This game has no result, so no later one will be counted: the other threads must not wait for it.
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

MatchTotals play_match(const MatchSetup& setup, const HeadlessOptions& options) {
  GameDispatcher dispatcher(setup, options);
  std::vector<std::jthread> workers;
  for (int i = 0; i < options.jobs; ++i) workers.emplace_back([&dispatcher] { dispatcher.run_worker(); });
  return dispatcher.wait_for_workers(options.jobs);
}

}  // namespace rensa::cli
