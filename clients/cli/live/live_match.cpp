#include "clients/cli/live/live_match.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>

#include "clients/cli/live/canvas.h"
#include "clients/cli/live/scene.h"
#include "clients/cli/live/terminal.h"
#include "clients/cli/match/summary.h"
#include "engine/duel/outcome.h"

namespace rensa::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double kFramesPerSecond = 60;
constexpr double kTurnsPerSecond = 2;
constexpr Seconds kFrameInterval{1.0 / kFramesPerSecond};
constexpr Seconds kMaxLag{0.25};  // between two pictures; after a longer one the game continues where it was
constexpr Seconds kResultDuration{2.0};
constexpr char kEndKey = 'q';

constexpr int kFramesShown = 120;
constexpr int kTurnsShown = 1;

int display_duration(const duel::Game& game) {
  return game.ruleset().pacing == rules::Pacing::frames ? kFramesShown : kTurnsShown;
}

std::string with_number(const char* before, int number, const char* after) {
  std::string text = before;
  return text.append(std::to_string(number)).append(after);
}

// Remembers the last chain of each seat for as long as it is shown.
class RecentChains final : public duel::GameObserver {
 public:
  void after_step(const duel::Game& game, const duel::Events& events) override {
    for (const duel::Event& event : events) {
      Chain& chain = chains_[duel::index_of(event.seat)];
      switch (event.kind) {
        case duel::EventKind::link_started:
          if (event.number == 1) chain = {};
          chain.links = event.number;
          chain.points += event.points;
          break;
        case duel::EventKind::all_clear:
          chain.all_clear = true;
          break;
        case duel::EventKind::garbage_sent:
          chain.sent += event.amount;
          chain.cancelled += event.cancelled;
          break;
        default:
          continue;
      }
      chain.clock = game.clock();
    }
  }

  // Returns lines for its links, its points and its garbage; empty if the chain was too long ago.
  std::array<std::string, 3> lines_for(duel::Seat seat, const duel::Game& game) const {
    const Chain& chain = chains_[duel::index_of(seat)];
    if (chain.links == 0 || game.clock() - chain.clock >= display_duration(game)) return {};
    std::array<std::string, 3> lines;
    lines[0] = chain.all_clear ? "all clear!" : with_number("", chain.links, chain.links == 1 ? " link" : " chain");
    lines[1] = with_number("+", chain.points, "");
    if (chain.sent > 0) lines[2] = with_number("sends ", chain.sent, "");
    if (chain.sent == 0 && chain.cancelled > 0) lines[2] = with_number("cancels ", chain.cancelled, "");
    return lines;
  }

 private:
  struct Chain {
    int links = 0;
    int points = 0;
    int sent = 0;
    int cancelled = 0;
    bool all_clear = false;
    int clock = 0;  // of its last event
  };
  std::array<Chain, 2> chains_;
};

class MatchScreen {
 public:
  void show(const Scene& scene) {
    if (terminal_.suspend_if_requested()) canvas_.forget_screen();
    if (const Terminal::Size size = terminal_.size(); !(size == size_)) {
      size_ = size;
      canvas_ = Canvas(size.columns, size.rows, features_.depth);
    }
    canvas_.clear();
    if (size_.columns < kSceneColumns || size_.rows < kSceneRows) {
      std::string line = std::to_string(size_.columns);
      line.append("x").append(std::to_string(size_.rows)).append(" is too small: 80x24 needed");
      canvas_.put(0, 0, line, {});
    } else {
      draw_scene(canvas_, (size_.columns - kSceneColumns) / 2, (size_.rows - kSceneRows) / 2, scene, features_);
    }
    const std::string changes = canvas_.take_changes();
    is_terminal_lost_ = is_terminal_lost_ || !terminal_.write(changes);
    for (char key = terminal_.read_key(); key != 0; key = terminal_.read_key())
      end_requested_ = end_requested_ || key == kEndKey;
  }
  bool end_requested() const { return end_requested_ || is_terminal_lost_; }

 private:
  TerminalFeatures features_{colour_depth_from_environment(), environment_has_utf8()};
  Terminal terminal_;
  Terminal::Size size_;
  Canvas canvas_{1, 1, ColourDepth::no_colours};
  bool end_requested_ = false;
  bool is_terminal_lost_ = false;
};

class LiveMatch {
 public:
  LiveMatch(const MatchSetup& setup, const LiveOptions& options) : setup_(setup), options_(options) {}

  MatchTotals play() {
    for (std::uint32_t number = 0; number < setup_.games && !is_stopped(); ++number)
      play_one(plan_game(setup_, number));
    return totals_;
  }

 private:
  bool is_stopped() const { return options_.stop_signal() != 0 || screen_.end_requested(); }

  void play_one(const PlannedGame& plan) {
    RecentChains chains;
    MatchGame game(setup_, plan, &chains);
    players::LocalGame& run = game.local_game();
    const bool turns = setup_.ruleset.pacing == rules::Pacing::turns;
    const double rate = options_.speed * (turns ? kTurnsPerSecond : kFramesPerSecond);
    Clock::time_point start = Clock::now();
    Clock::time_point next = start;
    while (!run.is_over() && !is_stopped()) {
      run.play_until(static_cast<int>(Seconds(Clock::now() - start).count() * rate));
      screen_.show(scene(plan, run, chains));
      const Clock::time_point before = next;
      next = wait(next);
      // If the program was delayed for long, the start is moved, so that the game does not hurry to catch up.
      if (next - before > kMaxLag) start += next - before;
    }
    if (!run.is_over()) return;
    totals_.add(plan, game.finish());
    const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                     std::min(kResultDuration, kResultDuration / options_.speed));
    while (Clock::now() < end && !is_stopped()) {
      screen_.show(scene(plan, run, chains));
      next = wait(next);
    }
  }

  static Clock::time_point wait(Clock::time_point last) {
    const Clock::time_point next =
        std::max(last + std::chrono::duration_cast<Clock::duration>(kFrameInterval), Clock::now());
    std::this_thread::sleep_until(next);
    return next;
  }

  std::string name(int entrant) const { return setup_.entrants[static_cast<std::size_t>(entrant)].name; }

  Scene scene(const PlannedGame& plan, const players::LocalGame& run, const RecentChains& chains) const {
    Scene scene;
    for (const duel::Seat seat : duel::kSeats) {
      const int entrant = plan.entrant_at(seat);
      scene.sides[duel::index_of(seat)] = {.name = name(entrant),
                                           .wins = totals_.entrant(entrant).wins,
                                           .view = duel::view_for_seat(run.game(), seat).own,
                                           .chain_lines = chains.lines_for(seat, run.game())};
    }
    scene.title = setup_.ruleset.id;
    scene.title.append("  game ").append(std::to_string(plan.number + 1)).append(" of ");
    scene.title.append(std::to_string(setup_.games)).append("  seed ").append(std::to_string(setup_.seed));
    if (setup_.ruleset.pacing == rules::Pacing::turns) {
      scene.time = "turn ";
      scene.time += std::to_string(run.game().clock());
    } else {
      scene.time = format_frame_time(run.game().clock());
      if (scene.time.size() < 5) scene.time.insert(0, 1, '0');
    }
    scene.score_line = score_line_text();
    if (run.is_over()) scene.result = result_line(plan, *run.outcome());
    return scene;
  }

  std::string score_line_text() const {
    if (setup_.games == 1 || totals_.games() == 0) return {};
    const std::int64_t one = totals_.entrant(0).wins;
    const std::int64_t two = totals_.entrant(1).wins;
    std::string line = one == two ? "level at " : name(one > two ? 0 : 1).append(" leads ");
    line.append(std::to_string(std::max(one, two))).append(" : ").append(std::to_string(std::min(one, two)));
    if (totals_.draws() > 0) line.append(", drawn ").append(std::to_string(totals_.draws()));
    return line;
  }

  std::string result_line(const PlannedGame& plan, const duel::Outcome& outcome) const {
    const std::optional<int> winner = winning_entrant(plan, outcome);
    std::string line = winner ? name(*winner).append(" wins") : "a draw";
    return line.append(" (").append(name_of(outcome.cause)).append(")");
  }

  const MatchSetup& setup_;
  const LiveOptions& options_;
  MatchTotals totals_;
  MatchScreen screen_;
};

}  // namespace

MatchTotals play_live(const MatchSetup& setup, const LiveOptions& options) { return LiveMatch(setup, options).play(); }

}  // namespace rensa::cli
