#include "clients/cli/remote/watch.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

#include "clients/cli/live/terminal.h"
#include "clients/cli/remote/status_text.h"

namespace rensa::cli {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kLook = 1s;
constexpr auto kTick = 50ms;

// What was seen last.
struct Sight {
  std::string progress;
  std::string table;
  bool is_over = false;
};

Sight look(const Hosted& hosted, const std::string& name, Pace& pace) {
  const auto seen = hosted.look(name);
  const auto now = Clock::now();
  pace.look(now, seen.at("games"));
  std::optional<std::chrono::seconds> left;
  if (!seen.at("most_games").is_null()) left = pace.left(now, seen.at("most_games"));
  return {.progress = progress_text(seen, left),
          .table = hosted.table(name, "table.txt"),
          .is_over = seen.at("state") == "over" || seen.at("state") == "failed"};
}

// As much of it as the screen has room for.
std::string screen_of(const Sight& sight, const Terminal::Size& size) {
  const std::string text = sight.progress + "\n\n" + sight.table;
  std::string out = "\x1b[H";
  std::size_t at = 0;
  for (int row = 0; row < size.rows && at < text.size(); ++row) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.append(row == 0 ? "" : "\n").append(text, at, end - at).append("\x1b[K");
    at = end + 1;
  }
  return out.append("\x1b[J");
}

// On a terminal, or as lines.
class Display {
 public:
  Display() {
    if (why_no_terminal() == nullptr) terminal_ = std::make_unique<Terminal>();
  }

  void show(const Sight& sight) {
    if (terminal_) {
      is_gone_ = !terminal_->write(screen_of(sight, terminal_->size()));
    } else if (sight.progress != shown_) {
      std::cout << sight.progress << std::endl;
      is_gone_ = !std::cout;
    }
    shown_ = sight.progress;
  }
  // Whether whoever looks wants no more of it.
  bool is_left() {
    if (!terminal_) return is_gone_;
    terminal_->suspend_if_asked();
    return is_gone_ || terminal_->key() == 'q';
  }

 private:
  std::unique_ptr<Terminal> terminal_;
  std::string shown_;
  bool is_gone_ = false;
};

}  // namespace

bool watch(const Hosted& hosted, const std::string& name, const std::function<bool()>& stop) {
  Pace pace;
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
