#include "clients/cli/match/headless.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "server/league/in_order.h"

namespace rensa::cli {

namespace {

constexpr auto kTellEvery = std::chrono::milliseconds(100);

// Where the threads fetch games and bring results. Fetching ten thousand games ahead of the slowest would be memory
// for nothing, so nobody gets further ahead than a window.
class Exchange {
 public:
  Exchange(const MatchSetup& setup, const HeadlessOptions& options) : setup_(setup), options_(options) {}

  void work() {
    try {
      while (const std::optional<std::uint32_t> number = fetch()) {
        MatchGame game(setup_, plan_game(setup_, *number), nullptr);
        if (!play(game.run())) {
          // The game is never brought: those who wait for it to be counted must not.
          const std::lock_guard lock(mutex_);
          stopped_ = true;
          break;
        }
        bring(*number, game.finish());
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    ++finished_workers_;
    room_.notify_all();
    changed_.notify_all();
  }

  Tally wait(int workers) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kTellEvery, [&] { return finished_workers_ == workers; })) {
      const Tally so_far = tally_;
      lock.unlock();
      options_.tell(so_far);
      lock.lock();
    }
    if (error_) std::rethrow_exception(error_);
    return tally_;
  }

 private:
  static constexpr std::uint32_t kWindow = 4096;
  static constexpr int kClockBetweenLooks = 36'000;

  // To the end, unless the match is stopped.
  bool play(players::GameRun& run) const {
    while (!run.over()) {
      run.play_until(run.game().clock() + kClockBetweenLooks);
      if (!run.over() && options_.stop()) return false;
    }
    return true;
  }

  std::optional<std::uint32_t> fetch() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return error_ || stopped_ || next_ - next_to_count_ < kWindow; });
    if (error_ || stopped_ || next_ == setup_.games || options_.stop()) return std::nullopt;
    return next_++;
  }

  void bring(std::uint32_t number, const players::GameResult& result) {
    const std::lock_guard lock(mutex_);
    waiting_.put(number, result);
    while (const auto next = waiting_.next()) tally_.add(plan_game(setup_, next_to_count_++), *next);
    room_.notify_all();
  }

  const MatchSetup& setup_;
  const HeadlessOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable room_;
  std::uint32_t next_ = 0;
  std::uint32_t next_to_count_ = 0;
  league::InOrder<players::GameResult> waiting_;
  Tally tally_;
  int finished_workers_ = 0;
  bool stopped_ = false;
  std::exception_ptr error_;
};

}  // namespace

Tally play_match(const MatchSetup& setup, const HeadlessOptions& options) {
  Exchange exchange(setup, options);
  std::vector<std::jthread> workers;
  for (int i = 0; i < options.jobs; ++i) workers.emplace_back([&exchange] { exchange.work(); });
  return exchange.wait(options.jobs);
}

}  // namespace rensa::cli
