#include "server/tournament/statistics/glicko.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rensa::tournament {

namespace {

constexpr double kScale = 173.7178;
constexpr double kMiddle = 1500;
constexpr double kCloseVolatility = 1e-6;

double damping(double deviation) {
  return 1 / std::sqrt(1 + 3 * deviation * deviation / (std::numbers::pi * std::numbers::pi));
}

double expectation(double strength, double opponent, double damped) {
  return 1 / (1 + std::exp(-damped * (strength - opponent)));
}

// The sums over games: the points that were not expected, and the information that the games give.
struct Evidence {
  double surprise = 0;
  double information = 0;
};

Evidence evidence_of(double strength, std::span<const RatedGame> games) {
  Evidence evidence;
  for (const RatedGame& game : games) {
    const double damped = damping(game.opponent.deviation / kScale);
    const double expected = expectation(strength, (game.opponent.rating - kMiddle) / kScale, damped);
    evidence.surprise += damped * (game.score - expected);
    evidence.information += damped * damped * expected * (1 - expected);
  }
  return evidence;
}

// Finds the most likely new volatility with the Illinois method, as the paper on Glicko-2 describes.
double volatility_after(double volatility, double deviation, const Evidence& evidence, double tau) {
  const double v = 1 / evidence.information;
  const double delta = v * evidence.surprise;
  const double start = std::log(volatility * volatility);
  const auto f = [&](double x) {
    const double swing = std::exp(x);
    const double whole = deviation * deviation + v + swing;
    return swing * (delta * delta - whole) / (2 * whole * whole) - (x - start) / (tau * tau);
  };
  double a = start;
  double b = 0;
  if (delta * delta > deviation * deviation + v) {
    b = std::log(delta * delta - deviation * deviation - v);
  } else {
    int steps = 1;
    while (f(start - steps * tau) < 0) ++steps;
    b = start - steps * tau;
  }
  double f_a = f(a);
  double f_b = f(b);
  while (std::abs(b - a) > kCloseVolatility) {
    const double c = a + (a - b) * f_a / (f_b - f_a);
    const double f_c = f(c);
    if (f_c * f_b <= 0) {
      a = b;
      f_a = f_b;
    } else {
      f_a /= 2;
    }
    b = c;
    f_b = f_c;
  }
  return std::exp(a / 2);
}

}  // namespace

Rating update_rating(const Rating& before, std::span<const RatedGame> games, double periods,
                     const GlickoSettings& terms) {
  const double strength = (before.rating - kMiddle) / kScale;
  const double deviation = before.deviation / kScale;
  const Evidence evidence = evidence_of(strength, games);
  Rating after = before;
  if (!games.empty() && !terms.freezes_volatility) {
    after.volatility = volatility_after(before.volatility, deviation, evidence, terms.tau);
  }
  const double doubt = deviation * deviation + after.volatility * after.volatility * periods;
  const double new_deviation = 1 / std::sqrt(1 / doubt + evidence.information);
  after.deviation = std::clamp(new_deviation * kScale, terms.min_deviation, terms.max_deviation);
  after.rating = before.rating + new_deviation * new_deviation * evidence.surprise * kScale;
  return after;
}

double variance_reduction(const Rating& own, const Rating& opponent) {
  const double damped = damping(opponent.deviation / kScale);
  const double expected = expectation(own.rating / kScale, opponent.rating / kScale, damped);
  const double variance = own.deviation * own.deviation / (kScale * kScale);
  const double information = variance * damped * damped * expected * (1 - expected);
  return own.deviation * own.deviation * information / (1 + information);
}

}  // namespace rensa::tournament
