#include "server/league/bradley_terry.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "server/league/positive_matrix.h"
#include "server/league/strong_components.h"

namespace rensa::league {

namespace {

constexpr double kEloScale = 173.7177927613;  // 400 / ln 10
constexpr int kMostSteps = 100'000;           // a unit each at most: as far as a ladder of thousands can reach
constexpr double kClose = 1e-12;

// Of the players of a component, by their place in it.
class Fit {
 public:
  Fit(std::size_t size, std::vector<Pairing> pairings) : strengths_(size), pairings_(std::move(pairings)) {}

  // Newton's method with the first strength held at 0: the likelihood has one summit. A step of more than a unit is
  // shortened, for it starts from far away.
  void climb() {
    for (int step = 0; step < kMostSteps; ++step) {
      const std::vector<double> change = information().solve(slopes());
      double most = 0;
      for (const double part : change) most = std::max(most, std::abs(part));
      const double scale = most > 1 ? 1 / most : 1;
      for (std::size_t i = 0; i < change.size(); ++i) strengths_[i + 1] += scale * change[i];
      if (most < kClose) return;
    }
    assert(false);
  }

  void describe(Component& component) const {
    const std::size_t size = strengths_.size();
    double mean = 0;
    for (const double strength : strengths_) mean += strength / static_cast<double>(size);
    for (const double strength : strengths_) component.elo.push_back((strength - mean) * kEloScale);
    component.covariance = centred(size, information().inverse());
  }

 private:
  static double chance(double difference) { return 1 / (1 + std::exp(-difference)); }

  std::vector<double> slopes() const {
    std::vector<double> slopes(strengths_.size());
    for (const Pairing& pairing : pairings_) {
      const double games = pairing.wins + pairing.losses;
      const double above = pairing.wins - games * chance(strengths_[pairing.first] - strengths_[pairing.second]);
      slopes[pairing.first] += above;
      slopes[pairing.second] -= above;
    }
    slopes.erase(slopes.begin());
    return slopes;
  }

  PositiveMatrix information() const {
    PositiveMatrix matrix(strengths_.size() - 1);
    for (const auto& [first, second, wins, losses] : pairings_) {
      const double p = chance(strengths_[first] - strengths_[second]);
      const double weight = (wins + losses) * p * (1 - p);
      if (first > 0) matrix.at(first - 1, first - 1) += weight;
      if (second > 0) matrix.at(second - 1, second - 1) += weight;
      if (first > 0 && second > 0) {
        matrix.at(first - 1, second - 1) -= weight;
        matrix.at(second - 1, first - 1) -= weight;
      }
    }
    return matrix;
  }

  // From "the first is 0" to "the sum is 0".
  static std::vector<double> centred(std::size_t size, const PositiveMatrix& inverse) {
    const auto n = static_cast<double>(size);
    std::vector<double> row_means(size);
    double mean = 0;
    for (std::size_t i = 1; i < size; ++i) {
      for (std::size_t k = 1; k < size; ++k) row_means[i] += inverse.at(i - 1, k - 1) / n;
      mean += row_means[i] / n;
    }
    std::vector<double> covariance(size * size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k < size; ++k) {
        const double whole = i > 0 && k > 0 ? inverse.at(i - 1, k - 1) : 0;
        covariance[i * size + k] = (whole - row_means[i] - row_means[k] + mean) * kEloScale * kEloScale;
      }
    }
    return covariance;
  }

  std::vector<double> strengths_;
  std::vector<Pairing> pairings_;
};

}  // namespace

double Component::variance_of_difference(std::size_t a, std::size_t b) const {
  const std::size_t size = players.size();
  return covariance[a * size + a] + covariance[b * size + b] - 2 * covariance[a * size + b];
}

std::vector<Component> bradley_terry(std::size_t players, std::span<const Pairing> pairings) {
  std::vector<std::vector<std::size_t>> beaten(players);
  for (const Pairing& pairing : pairings) {
    assert(pairing.first < players && pairing.second < players && pairing.first != pairing.second);
    if (pairing.wins > 0) beaten[pairing.first].push_back(pairing.second);
    if (pairing.losses > 0) beaten[pairing.second].push_back(pairing.first);
  }
  std::vector<Component> components;
  std::vector<std::size_t> component_of(players);
  std::vector<std::size_t> place_of(players);
  for (std::vector<std::size_t>& members : strong_components(beaten)) {
    for (std::size_t place = 0; place < members.size(); ++place) {
      component_of[members[place]] = components.size();
      place_of[members[place]] = place;
    }
    components.push_back({.players = std::move(members), .elo = {}, .covariance = {}});
  }
  std::vector<std::vector<Pairing>> inside(components.size());
  for (const Pairing& pairing : pairings) {
    const std::size_t component = component_of[pairing.first];
    if (component != component_of[pairing.second]) continue;
    inside[component].push_back({.first = place_of[pairing.first],
                                 .second = place_of[pairing.second],
                                 .wins = pairing.wins,
                                 .losses = pairing.losses});
  }
  for (std::size_t i = 0; i < components.size(); ++i) {
    Fit fit(components[i].players.size(), std::move(inside[i]));
    fit.climb();
    fit.describe(components[i]);
  }
  return components;
}

}  // namespace rensa::league
