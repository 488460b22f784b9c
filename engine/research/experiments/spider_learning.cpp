#include "engine/research/experiments/spider_learning.h"

#include <algorithm>

#include "engine/research/spider/game.h"

namespace rensa::experiments {

namespace {

using spider::ColumnSet;
using spider::Game;
using spider::Table;

int count_face_up_runs(const Table& table, int column) {
  int runs = table.size(column) > table.hidden(column) ? 1 : 0;
  for (int depth = table.hidden(column) + 1; depth < table.size(column); ++depth) {
    if (!spider::continues_run(table.card(column, depth), table.card(column, depth - 1))) ++runs;
  }
  return runs;
}

int count_movable_face_up_runs(Table table, int column) {
  const int hidden = table.hidden(column);
  int runs = 0;
  while (table.hidden(column) == hidden) {
    const auto move = spider::run_move(table, column);
    if (!move) break;
    table.move(*move);
    ++runs;
  }
  return runs;
}

learning::Example example_of(const learning::PhaseModel& phases, const Table& table, ColumnSet movable, int chosen) {
  learning::Example example;
  example.phase = phases.phase_of(progress_indicators_of(table));
  for (int c = 0; c < spider::kColumns; ++c) {
    if ((movable >> c & 1) == 0) continue;
    if (c == chosen) example.chosen = example.candidates.size();
    example.candidates.push_back(features_of_column(table, c));
  }
  return example;
}

learning::PhaseModel phase_model_of(const Teacher& teacher, const LessonSettings& settings) {
  std::vector<learning::ProgressSample> samples;
  for (int i = 0; i < settings.phase_games; ++i) {
    Game game(spider::shuffled_table(settings.seed + static_cast<std::uint64_t>(i), 1));
    std::vector<learning::ProgressSample> here;
    std::vector<int> steps;
    spider::clear_table(
        game,
        [&](Game& at, ColumnSet movable) {
          here.push_back({.indicators = progress_indicators_of(at.view()), .progress = 0});
          steps.push_back(at.steps());
          return teacher.choice(at, movable);
        },
        teacher.rules);
    if (!game.is_won()) continue;
    for (std::size_t k = 0; k < here.size(); ++k) here[k].progress = static_cast<double>(steps[k]) / game.steps();
    samples.insert(samples.end(), here.begin(), here.end());
  }
  if (samples.empty()) samples.push_back({.indicators = {1, 1, 1}, .progress = 0});
  return learning::fit_phases(samples, kSpiderPhases);
}

}  // namespace

learning::Features features_of_column(const Table& table, int column) {
  learning::Features features(kColumnFeatures);
  const int runs = count_face_up_runs(table, column);
  if (runs <= 6) features[static_cast<std::size_t>(runs - 1)] = 1;
  features[static_cast<std::size_t>(6 + table.hidden(column))] = 1;
  features[static_cast<std::size_t>(12 + std::min(count_movable_face_up_runs(table, column), 5))] = 1;
  features[static_cast<std::size_t>(18 + spider::rank_of(table.base_of_run(column)) - 1)] = 1;
  return features;
}

std::vector<double> progress_indicators_of(const Table& table) {
  int runs = 0;
  int cards = 0;
  for (int c = 0; c < spider::kColumns; ++c) {
    runs += count_face_up_runs(table, c);
    cards += table.size(c) - table.hidden(c);
  }
  return {cards > 0 ? static_cast<double>(runs) / cards : 0.0,
          static_cast<double>(table.count_hidden()) / spider::kHiddenAtStart,
          static_cast<double>(table.stock_size()) / spider::kStockAtStart};
}

LearnedWeights learn_from_teacher(const Teacher& teacher, const LessonSettings& settings) {
  LearnedWeights learned;
  learned.phases = phase_model_of(teacher, settings);
  learning::FeatureCounter counting(kSpiderPhases, kColumnFeatures);
  std::vector<learning::Example> examples;
  for (int i = 0; i < settings.games; ++i) {
    Game game(spider::shuffled_table(settings.seed + static_cast<std::uint64_t>(i), 1));
    const auto watch = [&](Game& at, ColumnSet movable) {
      const int chosen = teacher.choice(at, movable);
      const learning::Example example = example_of(learned.phases, at.view(), movable, chosen);
      counting.add(example);
      if (i < settings.regression_games && example.candidates.size() > 1) examples.push_back(example);
      return chosen;
    };
    spider::clear_table(game, watch, teacher.rules);
  }
  learned.plain = counting.weights(learning::CountingRule::plain);
  learned.relative = counting.weights(learning::CountingRule::relative);
  learned.regressed = learning::fit_by_regression(examples, kSpiderPhases, kColumnFeatures, {});
  return learned;
}

spider::ColumnChoice learned_choice(const learning::PhaseModel& phases, const learning::PhaseWeights& weights) {
  return [&phases, &weights](Game& game, ColumnSet movable) {
    const learning::Example example = example_of(phases, game.view(), movable, -1);
    std::size_t left = weights.best_of(example);
    int column = 0;
    while ((movable >> column & 1) == 0 || left-- > 0) ++column;
    return column;
  };
}

}  // namespace rensa::experiments
