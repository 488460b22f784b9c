#include "engine/research/learning/game_phases.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace rensa::learning {

namespace {

constexpr int kSteps = 20;

std::vector<double> cuts_of(const Course& course, std::span<const Moment> moments, int phases) {
  std::vector<double> sums;
  for (const Moment& moment : moments) sums.push_back(course.sum_of(moment.signs));
  std::sort(sums.begin(), sums.end(), std::greater<>());
  std::vector<double> cuts;
  for (int phase = 1; phase < phases; ++phase) {
    cuts.push_back(sums[sums.size() * static_cast<std::size_t>(phase) / static_cast<std::size_t>(phases)]);
  }
  return cuts;
}

long error_of(const Course& course, std::span<const Moment> moments, int phases) {
  long error = 0;
  for (const Moment& moment : moments) {
    const int due = std::min(static_cast<int>(moment.progress * phases), phases - 1);
    error += std::abs(course.phase_of(moment.signs) - due);
  }
  return error;
}

// All ways to give so many steps to the weights from one on.
void for_each_split(std::vector<double>& weights, std::size_t from, int steps, const std::function<void()>& visit) {
  if (from + 1 == weights.size()) {
    weights[from] = static_cast<double>(steps) / kSteps;
    visit();
    return;
  }
  for (int given = 0; given <= steps; ++given) {
    weights[from] = static_cast<double>(given) / kSteps;
    for_each_split(weights, from + 1, steps - given, visit);
  }
}

}  // namespace

double Course::sum_of(std::span<const double> signs) const {
  return std::inner_product(signs.begin(), signs.end(), weights.begin(), 0.0);
}

int Course::phase_of(std::span<const double> signs) const {
  const double sum = sum_of(signs);
  int phase = 0;
  for (const double cut : cuts) phase += sum <= cut ? 1 : 0;
  return phase;
}

Course fit_course(std::span<const Moment> moments, int phases) {
  Course course{.weights = std::vector<double>(moments[0].signs.size()), .cuts = {}};
  Course best;
  long least = -1;
  for_each_split(course.weights, 0, kSteps, [&] {
    course.cuts = cuts_of(course, moments, phases);
    const long error = error_of(course, moments, phases);
    if (least >= 0 && error >= least) return;
    least = error;
    best = course;
  });
  return best;
}

}  // namespace rensa::learning
