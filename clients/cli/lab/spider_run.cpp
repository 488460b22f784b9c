#include "clients/cli/lab/spider_run.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <thread>

#include "engine/research/experiments/spider_learning.h"
#include "engine/research/spider/search.h"
#include "engine/research/spider/table.h"

namespace rensa::cli {

namespace {

using spider::Game;

// The first three of the rows, which the document compares with each other.
constexpr std::array<double, 3> kPublishedOnly = {0.061, 0.054, 0.082};

struct Contender {
  SpiderRow row;
  std::function<void(Game&)> play;

  Contender(std::string name, int suits, std::vector<double> published, std::function<void(Game&)> who)
      : play(std::move(who)) {
    row.name = std::move(name);
    row.suits = suits;
    row.published = std::move(published);
  }
};

std::function<void(Game&)> by(spider::ColumnChoice choice, spider::ClearingRules habits) {
  return [choice = std::move(choice), habits](Game& game) { spider::clear_table(game, choice, habits); };
}

std::function<void(Game&)> by_search(int tables, int suits) {
  spider::SearchSettings settings;
  settings.tables = suits == 1 ? std::max(tables / 6, 2) : tables;
  return [settings](Game& game) { spider::Search(settings).clear_table(game); };
}

// The lesson outlives them.
std::vector<Contender> contenders_of(const SpiderPlan& plan, const experiments::LearnedWeights& lesson) {
  using namespace spider;
  const auto learned = [&](const learning::PhaseWeights& weights) {
    return by(experiments::learned_choice(lesson.phases, weights), kLookaheadRules);
  };
  std::vector<Contender> all;
  const auto add = [&](const char* name, std::vector<double> published, std::function<void(Game&)> play) {
    all.emplace_back(name, 1, std::move(published), std::move(play));
  };
  add("basic algorithm", {0.472, 0.447, 0.468}, by(choose_leftmost, kSimpleRules));
  add("improvement 1", {0.574, 0.538, 0.537}, by(choose_leftmost_on_hidden, kSimpleRules));
  add("improvement 2", {0.613, 0.645, 0.612}, by(choose_leftmost_most_hidden, kSimpleRules));
  add("high level, to the letter", {0.908, 0.902}, by(choose_leftmost_most_movable, kHighLevelRules));
  add("high level, filling by the look", {0.908, 0.902}, by(choose_leftmost_most_movable, kLookaheadRules));
  add("learned by plain counting", {0.755}, learned(lesson.plain));
  add("learned by relative counting", {0.755}, learned(lesson.relative));
  add("learned by regression", {0.755}, learned(lesson.regressed));
  for (const int suits : plan.suits) {
    const std::string name = "ours, " + std::to_string(suits) + (suits == 1 ? " suit" : " suits");
    all.emplace_back(name, suits, std::vector<double>{}, by_search(plan.tables, suits));
  }
  return all;
}

SpiderGame played(const Contender& contender, std::uint64_t seed) {
  Game game(spider::shuffled_table(seed, contender.row.suits));
  contender.play(game);
  return {.won = game.is_won(), .steps = game.steps()};
}

// Each result has a fixed place, which does not depend on the thread that plays the game.
void play_all(const SpiderPlan& plan, std::vector<Contender>& contenders) {
  const auto deals = static_cast<std::size_t>(plan.deals);
  for (Contender& contender : contenders) contender.row.games.resize(deals);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < contenders.size() * deals; i = next++) {
      Contender& contender = contenders[i / deals];
      contender.row.games[i % deals] = played(contender, plan.seed + i % deals);
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 1; i < plan.jobs; ++i) threads.emplace_back(work);
  work();
}

std::vector<OnlyOne> only_of(const std::vector<SpiderRow>& rows) {
  std::vector<OnlyOne> only;
  for (std::size_t i = 0; i < kPublishedOnly.size(); ++i) {
    int alone = 0;
    const std::size_t deals = rows[i].games.size();
    for (std::size_t deal = 0; deal < deals; ++deal) {
      int others = 0;
      for (std::size_t k = 0; k < kPublishedOnly.size(); ++k) others += k != i && rows[k].games[deal].won ? 1 : 0;
      alone += rows[i].games[deal].won && others == 0 ? 1 : 0;
    }
    only.push_back(
        {.name = rows[i].name,
         .published = kPublishedOnly[i],
         .share = tournament::wilson_interval(alone / static_cast<double>(deals), static_cast<double>(deals))});
  }
  return only;
}

}  // namespace

SpiderPlan quick_spider_plan() { return {.deals = 200, .lessons = 2000, .tables = 6000}; }

tournament::Interval SpiderRow::won() const {
  const auto count = std::count_if(games.begin(), games.end(), [](const SpiderGame& game) { return game.won; });
  const auto all = static_cast<double>(games.size());
  return tournament::wilson_interval(static_cast<double>(count) / all, all);
}

std::optional<tournament::Interval> SpiderRow::steps() const {
  std::vector<double> numbers;
  for (const SpiderGame& game : games) {
    if (game.won) numbers.push_back(game.steps);
  }
  if (numbers.size() < 2) return std::nullopt;
  return tournament::mean_of(numbers);
}

SpiderRun run_spider(const SpiderPlan& plan) {
  experiments::LessonSettings lessons;
  lessons.games = plan.lessons;
  lessons.phase_games = std::min(lessons.phase_games, plan.lessons);
  const experiments::LearnedWeights lesson =
      experiments::learn_from_teacher({spider::choose_leftmost_most_movable, spider::kLookaheadRules}, lessons);
  std::vector<Contender> contenders = contenders_of(plan, lesson);
  play_all(plan, contenders);
  SpiderRun run;
  for (Contender& contender : contenders) run.rows.push_back(std::move(contender.row));
  run.only = only_of(run.rows);
  return run;
}

}  // namespace rensa::cli
