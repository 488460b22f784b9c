#include "clients/cli/experiments/nplayer_run.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <tuple>

namespace rensa::cli {

namespace {

using experiments::Searcher;

// The contests of these players at all depths of a figure, which draws them as one or two curves.
struct ContestSeries {
  int figure;
  std::array<Searcher, 3> players;
  std::optional<nplayer::MoveCountRule> move_count_rule;
  int only_depth = 0;  // 0: all
  ResultSource source = ResultSource::figure;
};

constexpr nplayer::MoveCountRule kUneven5{.max_moves = 5};

// Returns the rules for the number of moves that the text of the document mentions (4.2), besides that of figure 2.
std::array<nplayer::MoveCountRule, 5> other_move_count_rules() {
  return {{{.max_moves = 2, .is_fixed = true},
           {.max_moves = 3, .is_fixed = true},
           {.max_moves = 5, .is_fixed = true},
           {.max_moves = 3},
           {.max_moves = 10}}};
}

std::vector<ContestSeries> all_series() {
  using enum Searcher;
  constexpr std::array<Searcher, 4> kAll{max_n, paranoid, best_first, turn_considered};
  constexpr std::array<Searcher, 2> kBoth{best_first, turn_considered};
  std::vector<ContestSeries> all;
  for (const Searcher one : kAll) all.push_back({2, {one, naive, naive}, kUneven5});
  for (const Searcher one : {paranoid, best_first, turn_considered}) all.push_back({3, {one, max_n, naive}, kUneven5});
  for (const Searcher one : kBoth) all.push_back({4, {one, paranoid, naive}, kUneven5});
  all.push_back({3, {turn_considered, max_n, naive}, nplayer::MoveCountRule{.max_moves = 10}, 2, ResultSource::text});
  all.push_back(
      {4, {turn_considered, paranoid, naive}, nplayer::MoveCountRule{.max_moves = 10}, 2, ResultSource::text});
  all.push_back({5, {turn_considered, best_first, naive}, nplayer::MoveCountRule{.max_moves = 3}});
  all.push_back({6, {turn_considered, best_first, naive}, nplayer::MoveCountRule{.max_moves = 3, .is_fixed = true}});
  for (const nplayer::MoveCountRule& other : other_move_count_rules()) {
    for (const Searcher one : kAll) all.push_back({2, {one, naive, naive}, other, 0, ResultSource::text});
  }
  all.push_back({7, {naive, naive, naive}, std::nullopt, 2, ResultSource::text});
  for (const Searcher one : kAll) all.push_back({8, {one, naive, naive}, std::nullopt});
  for (const Searcher one : {paranoid, best_first, turn_considered}) {
    all.push_back({9, {one, max_n, naive}, std::nullopt});
  }
  all.push_back({10, {best_first, paranoid, naive}, std::nullopt});
  all.push_back({11, {turn_considered, paranoid, naive}, std::nullopt});
  all.push_back({12, {turn_considered, best_first, naive}, std::nullopt});
  return all;
}

bool is_figure_wanted(int figure, const NplayerPlan& plan) {
  return plan.figures.empty() || std::find(plan.figures.begin(), plan.figures.end(), figure) != plan.figures.end();
}

NplayerRun empty_run(const NplayerPlan& plan) {
  NplayerRun run;
  for (const ContestSeries& series : all_series()) {
    if (!is_figure_wanted(series.figure, plan)) continue;
    const int less = series.source == ResultSource::text && series.only_depth == 0 ? 2 : 0;
    const int most = (series.move_count_rule ? plan.max_depth : plan.max_diamond_depth) - less;
    for (int depth = 2; depth <= most; ++depth) {
      if (series.only_depth != 0 && depth != series.only_depth) continue;
      run.push_back({.figure = series.figure,
                     .source = series.source,
                     .lineup = {.players = series.players, .depth = depth},
                     .move_count_rule = series.move_count_rule,
                     .games = {}});
    }
  }
  return run;
}

// A part of a contest that one thread plays.
struct WorkItem {
  std::size_t contest;
  int number;  // added to the seed of the plan
};

std::vector<WorkItem> work_items_of(const NplayerRun& run, const NplayerPlan& plan) {
  std::vector<WorkItem> items;
  for (std::size_t contest = 0; contest < run.size(); ++contest) {
    const int count = run[contest].move_count_rule ? plan.trees : plan.rounds;
    for (int number = 0; number < count; ++number) items.push_back({contest, number});
  }
  // Long items come first, so that no thread idles at the end.
  const auto order = [&run](const WorkItem& item) {
    const NplayerContest& contest = run[item.contest];
    return std::tuple(-(contest.lineup.depth - (contest.move_count_rule ? 4 : 0)), item.contest, item.number);
  };
  std::sort(items.begin(), items.end(), [&order](const WorkItem& a, const WorkItem& b) { return order(a) < order(b); });
  return items;
}

std::vector<experiments::LineupResult> play(experiments::LineupRunner& runner, const NplayerContest& contest,
                                            std::uint64_t seed) {
  if (!contest.move_count_rule) return runner.play_diamond(contest.lineup, seed);
  return {runner.play_random(contest.lineup, *contest.move_count_rule, seed)};
}

}  // namespace

const std::vector<int>& nplayer_figures() {
  static const std::vector<int> figures{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  return figures;
}

NplayerPlan quick_nplayer_plan() {
  NplayerPlan plan;
  plan.trees = 100;
  plan.rounds = 20;
  plan.max_depth = 6;
  plan.max_diamond_depth = 3;
  return plan;
}

NplayerRun run_nplayer(const NplayerPlan& plan) {
  NplayerRun run = empty_run(plan);
  const std::vector<WorkItem> items = work_items_of(run, plan);
  std::vector<std::vector<experiments::LineupResult>> results(items.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    experiments::LineupRunner runner;
    for (std::size_t i = next++; i < items.size(); i = next++) {
      const auto number = static_cast<std::uint64_t>(items[i].number);
      results[i] = play(runner, run[items[i].contest], plan.seed + number);
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 1; i < plan.jobs; ++i) threads.emplace_back(work);
  work();
  threads.clear();
  // The items of a contest are in the order of their seeds.
  for (std::size_t i = 0; i < items.size(); ++i) {
    auto& games = run[items[i].contest].games;
    games.insert(games.end(), results[i].begin(), results[i].end());
  }
  return run;
}

std::string name_of(Searcher searcher) {
  constexpr std::array kNames = {"Naive", "Max-N", "Paranoid", "Best-First Max-N", "Turn-considered"};
  return kNames[static_cast<std::size_t>(searcher)];
}

std::string name_of(const nplayer::MoveCountRule& move_count_rule) {
  return (move_count_rule.is_fixed ? "b = " : "B = ") + std::to_string(move_count_rule.max_moves);
}

std::string name_of_game(const NplayerContest& contest) {
  return contest.move_count_rule ? name_of(*contest.move_count_rule) : "diamond";
}

tournament::Interval share_of(const NplayerContest& contest, std::size_t player) {
  int points = 0;
  for (const experiments::LineupResult& game : contest.games) points += game.points[player];
  const auto games = static_cast<double>(contest.games.size());
  return tournament::wilson_interval(points / (experiments::kWinPoints * games), games);
}

NplayerEffort effort_of(const NplayerContest& contest, std::size_t player) {
  experiments::SearchEffort sum;
  for (const experiments::LineupResult& game : contest.games) sum += game.efforts[player];
  const auto mean = [&](std::int64_t of) { return static_cast<double>(of) / static_cast<double>(sum.moves); };
  return {mean(sum.depth), mean(sum.expanded), mean(sum.choices)};
}

}  // namespace rensa::cli
