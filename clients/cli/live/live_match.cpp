#include "clients/cli/live/live_match.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "clients/cli/live/canvas.h"
#include "clients/cli/live/news.h"
#include "clients/cli/live/scene.h"
#include "clients/cli/live/terminal.h"
#include "clients/cli/match/summary.h"
#include "engine/duel/cause_name.h"

namespace rensa::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double kFramesPerSecond = 60;
constexpr double kTurnsPerSecond = 2;
constexpr Seconds kPicture{1.0 / kFramesPerSecond};
constexpr Seconds kLongestLag{0.25};  // from picture to picture; after more the game has waited
constexpr Seconds kResultShown{2.0};
constexpr char kEndKey = 'q';

class Screen {
 public:
  void show(const Scene& scene) {
    if (terminal_.suspend_if_asked()) canvas_.forget_screen();
    if (const Terminal::Size size = terminal_.size(); !(size == size_)) {
      size_ = size;
      canvas_ = Canvas(size.columns, size.rows, look_.depth);
    }
    canvas_.clear();
    if (size_.columns < kSceneColumns || size_.rows < kSceneRows) {
      std::string line = std::to_string(size_.columns);
      line.append("x").append(std::to_string(size_.rows)).append(" is too small: 80x24 needed");
      canvas_.put(0, 0, line, {});
    } else {
      draw_scene(canvas_, (size_.columns - kSceneColumns) / 2, (size_.rows - kSceneRows) / 2, scene, look_);
    }
    const std::string changes = canvas_.changes();
    gone_ = gone_ || !terminal_.write(changes);
    for (char key = terminal_.key(); key != 0; key = terminal_.key()) end_asked_ = end_asked_ || key == kEndKey;
  }
  bool end_asked() const { return end_asked_ || gone_; }

 private:
  Look look_{depth_of_environment(), environment_has_utf8()};
  Terminal terminal_;
  Terminal::Size size_;
  Canvas canvas_{1, 1, Depth::letters};
  bool end_asked_ = false;
  bool gone_ = false;
};

class LiveMatch {
 public:
  LiveMatch(const MatchSetup& setup, const LiveOptions& options) : setup_(setup), options_(options) {}

  Tally play() {
    for (std::uint32_t number = 0; number < setup_.games && !stopped(); ++number) play_one(plan_game(setup_, number));
    return tally_;
  }

 private:
  bool stopped() const { return options_.stop_signal() != 0 || screen_.end_asked(); }

  void play_one(const PlannedGame& plan) {
    News news;
    MatchGame game(setup_, plan, &news);
    players::GameRun& run = game.run();
    const bool turns = setup_.ruleset.pacing == rules::Pacing::turns;
    const double rate = options_.speed * (turns ? kTurnsPerSecond : kFramesPerSecond);
    Clock::time_point start = Clock::now();
    Clock::time_point next = start;
    while (!run.over() && !stopped()) {
      run.play_until(static_cast<int>(Seconds(Clock::now() - start).count() * rate));
      screen_.show(scene(plan, run, news));
      const Clock::time_point before = next;
      next = wait(next);
      // Whatever held the program up shall not make the game race afterwards.
      if (next - before > kLongestLag) start += next - before;
    }
    if (!run.over()) return;
    tally_.add(plan, game.finish());
    const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                     std::min(kResultShown, kResultShown / options_.speed));
    while (Clock::now() < end && !stopped()) {
      screen_.show(scene(plan, run, news));
      next = wait(next);
    }
  }

  static Clock::time_point wait(Clock::time_point last) {
    const Clock::time_point next = std::max(last + std::chrono::duration_cast<Clock::duration>(kPicture), Clock::now());
    std::this_thread::sleep_until(next);
    return next;
  }

  std::string name(int entrant) const { return setup_.entrants[static_cast<std::size_t>(entrant)].name; }

  Scene scene(const PlannedGame& plan, const players::GameRun& run, const News& news) const {
    Scene scene;
    for (const duel::Seat seat : duel::kSeats) {
      const int entrant = plan.entrant_at(seat);
      scene.sides[duel::index_of(seat)] = {.name = name(entrant),
                                           .wins = tally_.entrant(entrant).wins,
                                           .view = duel::view(run.game(), seat).own,
                                           .news = news.of(seat, run.game())};
    }
    scene.title = setup_.ruleset.id;
    scene.title.append("  game ").append(std::to_string(plan.number + 1)).append(" of ");
    scene.title.append(std::to_string(setup_.games)).append("  seed ").append(std::to_string(setup_.seed));
    if (setup_.ruleset.pacing == rules::Pacing::turns) {
      scene.time = "turn ";
      scene.time += std::to_string(run.game().clock());
    } else {
      scene.time = time_of_frames(run.game().clock());
      if (scene.time.size() < 5) scene.time.insert(0, 1, '0');
    }
    scene.standing = standing_line();
    if (run.over()) scene.result = result_line(plan, *run.outcome());
    return scene;
  }

  std::string standing_line() const {
    if (setup_.games == 1 || tally_.games() == 0) return {};
    const std::int64_t one = tally_.entrant(0).wins;
    const std::int64_t two = tally_.entrant(1).wins;
    std::string line = one == two ? "level at " : name(one > two ? 0 : 1).append(" leads ");
    line.append(std::to_string(std::max(one, two))).append(" : ").append(std::to_string(std::min(one, two)));
    if (tally_.draws() > 0) line.append(", drawn ").append(std::to_string(tally_.draws()));
    return line;
  }

  std::string result_line(const PlannedGame& plan, const duel::Outcome& outcome) const {
    const std::optional<int> winner = winner_of(plan, outcome);
    std::string line = winner ? name(*winner).append(" wins") : "a draw";
    return line.append(" (").append(name_of(outcome.cause)).append(")");
  }

  const MatchSetup& setup_;
  const LiveOptions& options_;
  Tally tally_;
  Screen screen_;
};

}  // namespace

std::string why_not_live() {
  const char* why = why_no_terminal();
  return why == nullptr ? std::string() : why;
}

Tally play_live(const MatchSetup& setup, const LiveOptions& options) { return LiveMatch(setup, options).play(); }

}  // namespace rensa::cli
