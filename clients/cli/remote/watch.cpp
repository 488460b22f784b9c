#include "clients/cli/remote/watch.h"

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

#include "clients/cli/live/terminal.h"
#include "clients/cli/match/progress.h"
#include "clients/cli/remote/status_text.h"

namespace rensa::cli {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kLook = 1s;
constexpr auto kTick = 50ms;

// The last state that the server reported.
struct Sight {
  std::string progress;
  std::string table;
  bool is_over = false;
};

Sight look(const Hosted& hosted, const std::string& name, TimeLeftEstimate& pace) {
  const auto seen = hosted.look(name);
  const auto now = Clock::now();
  pace.update(now, seen.at("games"));
  std::optional<std::chrono::seconds> left;
  if (!seen.at("most_games").is_null()) left = pace.time_left(now, seen.at("most_games"));
  return {.progress = progress_text(seen, left),
          .table = hosted.table(name, "table.txt"),
          .is_over = seen.at("state") == "over" || seen.at("state") == "failed"};
}

// On a terminal, or as lines.
class Display {
 public:
  Display() {
    if (why_not_drawable().empty()) page_ = std::make_unique<TerminalPage>();
  }

  void show(const Sight& sight) {
    if (page_) {
      is_gone_ = !page_->show(sight.progress + "\n\n" + sight.table);
    } else if (sight.progress != shown_) {
      std::cout << sight.progress << std::endl;
      is_gone_ = !std::cout;
    }
    shown_ = sight.progress;
  }
  // True if the user quit or the output is closed.
  bool is_left() {
    if (!page_) return is_gone_;
    return page_->read_key() == 'q' || is_gone_;
  }

 private:
  std::unique_ptr<TerminalPage> page_;
  std::string shown_;
  bool is_gone_ = false;
};

}  // namespace

bool watch(const Hosted& hosted, const std::string& name, const std::function<bool()>& stop) {
  TimeLeftEstimate pace;
  Sight sight = look(hosted, name, pace);
  {
    Display display;
    display.show(sight);
    auto next = Clock::now() + kLook;
    while (!sight.is_over && !display.is_left() && !stop()) {
      std::this_thread::sleep_for(kTick);
      if (Clock::now() < next) continue;
      try {
        sight = look(hosted, name, pace);
      } catch (const Unreachable& problem) {
        sight.progress = problem.what();
      }
      display.show(sight);
      next = Clock::now() + kLook;
    }
  }
  std::cout << sight.table << std::flush;
  return sight.is_over;
}

}  // namespace rensa::cli
