#include "clients/cli/experiments/spider.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <thread>

#include "clients/cli/experiments/experiments.h"
#include "clients/cli/experiments/plot.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/research/experiments/spider_learning.h"
#include "engine/research/spider/game.h"
#include "engine/research/spider/search.h"

namespace rensa::cli {

namespace {

using spider::Game;

// The published shares of deals that only one of the first three algorithms solved.
constexpr std::array<double, 3> kPublishedOnlyByOne = {0.061, 0.054, 0.082};

struct Contender {
  SpiderRow row;
  std::function<void(Game&)> play;
};

std::function<void(Game&)> player_by_rules(spider::ColumnChoice choice, spider::ClearingRules rules) {
  return [choice = std::move(choice), rules](Game& game) { spider::clear_table(game, choice, rules); };
}

std::function<void(Game&)> player_by_search(int tables, int suits) {
  spider::SearchSettings settings;
  settings.tables = suits == 1 ? std::max(tables / 6, 2) : tables;
  return [settings](Game& game) {
    limits::SearchBudget budget(limits::SearchLimits{});
    spider::Search(settings).clear_table(game, budget);
  };
}

// Returns all players that are compared. They keep a reference to the learned weights.
std::vector<Contender> contenders_of(const SpiderPlan& plan, const experiments::LearnedWeights& weights) {
  using namespace spider;
  const auto learned = [&](const learning::PhaseWeights& method) {
    return player_by_rules(experiments::learned_choice(weights.phases, method), kLookaheadRules);
  };
  std::vector<Contender> all;
  const auto add = [&](const char* name, std::vector<double> published, std::function<void(Game&)> play) {
    all.push_back({{.name = name, .suits = 1, .published = std::move(published), .games = {}}, std::move(play)});
  };
  add("basic algorithm", {0.472, 0.447, 0.468}, player_by_rules(choose_leftmost, kSimpleRules));
  add("improvement 1", {0.574, 0.538, 0.537}, player_by_rules(prefer_on_hidden, kSimpleRules));
  add("improvement 2", {0.613, 0.645, 0.612}, player_by_rules(prefer_most_hidden, kSimpleRules));
  add("high level, to the letter", {0.908, 0.902}, player_by_rules(prefer_most_movable, kHighLevelRules));
  add("high level, filling by the look", {0.908, 0.902}, player_by_rules(prefer_most_movable, kLookaheadRules));
  add("learned by plain counting", {0.755}, learned(weights.plain));
  add("learned by relative counting", {0.755}, learned(weights.relative));
  add("learned by regression", {0.755}, learned(weights.regressed));
  for (const int suits : plan.suits) {
    const std::string name = "ours, " + std::to_string(suits) + (suits == 1 ? " suit" : " suits");
    all.push_back({{.name = name, .suits = suits, .published = {}, .games = {}}, player_by_search(plan.tables, suits)});
  }
  return all;
}

SpiderGame play_deal(const Contender& contender, std::uint64_t seed) {
  Game game(spider::shuffled_table(seed, contender.row.suits));
  contender.play(game);
  return {.won = game.is_won(), .steps = game.steps()};
}

// Plays all deals with all players in several threads. The place of each result does not depend on the thread.
void play_all(const SpiderPlan& plan, std::vector<Contender>& contenders) {
  const auto deals = static_cast<std::size_t>(plan.deals);
  for (Contender& contender : contenders) contender.row.games.resize(deals);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < contenders.size() * deals; i = next++) {
      Contender& contender = contenders[i / deals];
      contender.row.games[i % deals] = play_deal(contender, plan.seed + i % deals);
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 1; i < plan.jobs; ++i) threads.emplace_back(work);
  work();
}

std::vector<SoleSolverShare> sole_solver_shares_of(const std::vector<SpiderRow>& rows) {
  std::vector<SoleSolverShare> result;
  const auto first_rows = std::span(rows).first(kPublishedOnlyByOne.size());
  for (std::size_t i = 0; i < first_rows.size(); ++i) {
    int alone = 0;
    const std::size_t deals = rows[i].games.size();
    for (std::size_t deal = 0; deal < deals; ++deal) {
      const auto has_won = [deal](const SpiderRow& row) { return row.games[deal].won; };
      alone += has_won(rows[i]) && std::count_if(first_rows.begin(), first_rows.end(), has_won) == 1 ? 1 : 0;
    }
    result.push_back(
        {.name = rows[i].name,
         .published = kPublishedOnlyByOne[i],
         .share = tournament::wilson_interval(alone / static_cast<double>(deals), static_cast<double>(deals))});
  }
  return result;
}

std::string percent(double share) { return with_decimals(100 * share, 1); }

std::string published_of(const SpiderRow& row) {
  if (row.published.empty()) return "";
  const auto [least, most] = std::minmax_element(row.published.begin(), row.published.end());
  return *least == *most ? percent(*least) + " %" : percent(*least) + " - " + percent(*most) + " %";
}

bool is_high_level(const SpiderRow& row) { return row.name.starts_with("high level"); }

std::string steps_of(const tournament::Interval& steps) {
  return with_decimals(steps.value, 1) + " [" + with_decimals(steps.low, 1) + ", " + with_decimals(steps.high, 1) + ']';
}

// Returns the plan of `--quick`, which takes a quarter of a minute.
SpiderPlan quick_spider_plan() { return {.deals = 200, .lessons = 2000, .tables = 6000}; }

void print_spider(const SpiderRun& run) {
  std::cout << std::left << std::setw(34) << "deals won [95 %]" << std::setw(16) << "published" << std::setw(24)
            << "ours" << "steps of these [95 %]\n";
  for (const SpiderRow& row : run.rows) {
    const auto steps = row.mean_steps();
    std::cout << std::setw(34) << row.name << std::setw(16) << published_of(row) << std::setw(24)
              << percent_of(row.share_won()) << (steps ? steps_of(*steps) : "-") << '\n';
  }
  std::cout << "solved by one of the first three only\n";
  for (const SoleSolverShare& one : run.solved_only_by_one) {
    std::cout << std::setw(34) << one.name << std::setw(16) << percent(one.published) + " %" << percent_of(one.share)
              << '\n';
  }
}

nlohmann::ordered_json json_of_spider(const SpiderPlan& plan, const SpiderRun& run) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const SpiderRow& row : run.rows) {
    const auto steps = row.mean_steps();
    rows.push_back({{"player", row.name},
                    {"suits", row.suits},
                    {"published", row.published},
                    {"won", json_of(row.share_won())},
                    {"steps", steps ? json_of(*steps) : nlohmann::ordered_json()}});
  }
  nlohmann::ordered_json only = nlohmann::ordered_json::array();
  for (const SoleSolverShare& one : run.solved_only_by_one) {
    only.push_back({{"player", one.name}, {"published", one.published}, {"share", json_of(one.share)}});
  }
  return {{"experiment", "spider"}, {"deals", plan.deals}, {"seed", plan.seed}, {"lessons", plan.lessons},
          {"tables", plan.tables},  {"rows", rows},        {"only", only}};
}

Bars bars_of_spider(const SpiderRun& run) {
  Bars bars{.title = "Spider solitaire", .label = "deals won, with 95 % intervals; published ones in red", .bars = {}};
  for (const SpiderRow& row : run.rows) bars.bars.push_back({row.name, row.share_won(), row.published});
  return bars;
}

struct SpiderOptions {
  SpiderPlan plan;
  bool quick = false;
  ReportOptions report;
};

void run_spider_command(const SpiderOptions& options) {
  const SpiderRun run = run_spider(options.plan);
  if (options.report.format.is_text()) {
    print_spider(run);
  } else {
    const nlohmann::ordered_json report = json_of_spider(options.plan, run);
    print_report(report, report["rows"], options.report.format.wanted());
  }
  if (options.report.plot.empty()) return;
  command_line::write_output_file(options.report.plot, svg_of(bars_of_spider(run)));
}

}  // namespace

tournament::Interval SpiderRow::share_won() const {
  const auto count = std::count_if(games.begin(), games.end(), [](const SpiderGame& game) { return game.won; });
  const auto all = static_cast<double>(games.size());
  return tournament::wilson_interval(static_cast<double>(count) / all, all);
}

std::optional<tournament::Interval> SpiderRow::mean_steps() const {
  std::vector<double> numbers;
  for (const SpiderGame& game : games) {
    if (game.won) numbers.push_back(game.steps);
  }
  if (numbers.size() < 2) return std::nullopt;
  return tournament::mean_with_normal_interval(numbers);
}

SpiderRun run_spider(const SpiderPlan& plan) {
  experiments::LessonSettings lessons;
  lessons.games = plan.lessons;
  lessons.phase_games = std::min(lessons.phase_games, plan.lessons);
  const experiments::LearnedWeights weights =
      experiments::learn_from_teacher({spider::prefer_most_movable, spider::kLookaheadRules}, lessons);
  std::vector<Contender> contenders = contenders_of(plan, weights);
  play_all(plan, contenders);
  SpiderRun run;
  for (Contender& contender : contenders) run.rows.push_back(std::move(contender.row));
  run.solved_only_by_one = sole_solver_shares_of(run.rows);
  return run;
}

std::vector<Comparison> comparisons_of(const SpiderRun& run) {
  std::vector<Comparison> rows;
  for (const SpiderRow& row : run.rows) {
    rows.push_back({.what = "Spider solitaire, deals won: " + row.name,
                    .published = published_of(row),
                    .ours = percent_of(row.share_won())});
  }
  for (const SoleSolverShare& one : run.solved_only_by_one) {
    rows.push_back({.what = "Spider solitaire, solved by one of three only: " + one.name,
                    .published = percent(one.published) + " %",
                    .ours = percent_of(one.share)});
  }
  for (const SpiderRow& row : run.rows) {
    if (!is_high_level(row) || !row.mean_steps()) continue;
    rows.push_back({.what = "Spider solitaire, moves and deals of a game won: " + row.name,
                    .published = "about 200",
                    .ours = steps_of(*row.mean_steps())});
  }
  return rows;
}

void add_lab_spider(command_line::Command& lab) {
  const auto options = std::make_shared<SpiderOptions>();
  SpiderPlan& plan = options->plan;
  command_line::Command& command =
      lab.add_command("spider", "Show how often spider solitaire is solved, and how well it is learned");
  command_line::Option& deals = command.add_option("--deals", plan.deals, "Number of deals, the same for all players")
                                    .in_range_with_default(2, 1'000'000);
  add_seed_option(command, plan.seed, "Seed of the first deal; the next deals have the next seeds");
  command.add_option("--suits", plan.suits, "Numbers of suits for our search; the published players use one suit")
      .check(command_line::one_of({1, 2, 4}))
      .show_default();
  command_line::Option& lessons =
      command.add_option("--teacher-games", plan.lessons, "Games of the teacher to learn from")
          .in_range_with_default(1, 1'000'000)
          .hidden_alias("--lessons");
  command_line::Option& tables = command
                                     .add_option("--search-tables", plan.tables,
                                                 "Tables that our search visits before each deal; one suit: a sixth")
                                     .in_range_with_default(2, 10'000'000)
                                     .hidden_alias("--tables");
  add_jobs_option(command, plan.jobs, "Number of threads");
  command.add_flag("--quick", options->quick, "Use fewer deals and teacher games, and a smaller search");
  add_report_options(command, options->report, "Write the shares as bars into this SVG file");
  command.set_task([options, &deals, &lessons, &tables] {
    if (options->quick) {
      const SpiderPlan quick = quick_spider_plan();
      if (!deals.is_given()) options->plan.deals = quick.deals;
      if (!lessons.is_given()) options->plan.lessons = quick.lessons;
      if (!tables.is_given()) options->plan.tables = quick.tables;
    }
    run_spider_command(*options);
  });
}

std::vector<Comparison> compare_spider(const ExperimentRun& run) {
  SpiderPlan plan = run.is_quick ? quick_spider_plan() : SpiderPlan{};
  plan.seed = run.seed;
  plan.jobs = run.jobs;
  return comparisons_of(run_spider(plan));
}

}  // namespace rensa::cli
