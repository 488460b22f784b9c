#include "server/tournament/statistics/bradley_terry.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rensa::tournament {

namespace {

// A symmetric, positive definite matrix. Equations are solved with the Cholesky decomposition.
class PositiveMatrix {
 public:
  explicit PositiveMatrix(std::size_t size) : size_(size), cells_(size * size) {}

  std::size_t size() const { return size_; }
  double& at(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
  double at(std::size_t row, std::size_t column) const { return cells_[row * size_ + column]; }

  // Returns x of M x = right. Precondition: the matrix is symmetric and positive definite.
  std::vector<double> solve(std::span<const double> right) const {
    assert(right.size() == size_);
    std::vector<double> result(right.begin(), right.end());
    cholesky_factor().solve_by_factor(result);
    return result;
  }

  PositiveMatrix inverse() const {
    const PositiveMatrix decomposed = cholesky_factor();
    PositiveMatrix inverse(size_);
    std::vector<double> column(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      column.assign(size_, 0);
      column[i] = 1;
      decomposed.solve_by_factor(column);
      for (std::size_t k = 0; k < size_; ++k) inverse.at(k, i) = column[k];
    }
    return inverse;
  }

 private:
  // Returns the lower triangular L of L L' = M.
  PositiveMatrix cholesky_factor() const {
    PositiveMatrix cholesky_factor(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k <= i; ++k) {
        double left = at(i, k);
        for (std::size_t j = 0; j < k; ++j) left -= cholesky_factor.at(i, j) * cholesky_factor.at(k, j);
        assert(i != k || left > 0);
        cholesky_factor.at(i, k) = i == k ? std::sqrt(left) : left / cholesky_factor.at(k, k);
      }
    }
    return cholesky_factor;
  }

  // Solves L L' x = right in place, where this matrix is L.
  void solve_by_factor(std::span<double> right) const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < i; ++k) right[i] -= at(i, k) * right[k];
      right[i] /= at(i, i);
    }
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t k = i + 1; k < size_; ++k) right[i] -= at(k, i) * right[k];
      right[i] /= at(i, i);
    }
  }

  std::size_t size_;
  std::vector<double> cells_;
};

constexpr double kEloScale = 173.7177927613;  // 400 / ln 10
constexpr int kMaxSteps = 100'000;            // enough for a ladder of thousands, as a step moves at most one unit
constexpr double kClose = 1e-12;

// Finds the strengths of the players of one group. Players have their index in the group.
class StrengthFit {
 public:
  StrengthFit(std::size_t size, std::vector<HeadToHead> pairings) : strengths_(size), pairings_(std::move(pairings)) {}

  // Finds the most likely strengths by Newton's method, with the first strength held at 0. The likelihood has only one
  // maximum. A step of more than one unit is shortened, because the start may be far away from it.
  void maximise_likelihood() {
    for (int step = 0; step < kMaxSteps; ++step) {
      const std::vector<double> change = information_matrix().solve(likelihood_slopes());
      double most = 0;
      for (const double part : change) most = std::max(most, std::abs(part));
      const double scale = most > 1 ? 1 / most : 1;
      for (std::size_t i = 0; i < change.size(); ++i) strengths_[i + 1] += scale * change[i];
      if (most < kClose) return;
    }
    assert(false);
  }

  void write_to(ComparableGroup& component) const {
    const std::size_t size = strengths_.size();
    double mean = 0;
    for (const double strength : strengths_) mean += strength / static_cast<double>(size);
    for (const double strength : strengths_) component.elo.push_back((strength - mean) * kEloScale);
    component.covariance = covariance_of_centred_strengths(size, information_matrix().inverse());
  }

 private:
  static double win_probability(double difference) { return 1 / (1 + std::exp(-difference)); }

  std::vector<double> likelihood_slopes() const {
    std::vector<double> slopes(strengths_.size());
    for (const HeadToHead& pairing : pairings_) {
      const double games = pairing.wins + pairing.losses;
      const double above =
          pairing.wins - games * win_probability(strengths_[pairing.first] - strengths_[pairing.second]);
      slopes[pairing.first] += above;
      slopes[pairing.second] -= above;
    }
    slopes.erase(slopes.begin());
    return slopes;
  }

  PositiveMatrix information_matrix() const {
    PositiveMatrix matrix(strengths_.size() - 1);
    for (const auto& [first, second, wins, losses] : pairings_) {
      const double p = win_probability(strengths_[first] - strengths_[second]);
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

  // Returns the covariance of strengths whose sum is 0. `inverse` is that of strengths of which the first is 0.
  static std::vector<double> covariance_of_centred_strengths(std::size_t size, const PositiveMatrix& inverse) {
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
  std::vector<HeadToHead> pairings_;
};

}  // namespace

std::vector<ComparableGroup> fit_bradley_terry(std::size_t players, std::span<const HeadToHead> pairings) {
  std::vector<std::vector<std::size_t>> beaten(players);
  for (const HeadToHead& pairing : pairings) {
    assert(pairing.first < players && pairing.second < players && pairing.first != pairing.second);
    if (pairing.wins > 0) beaten[pairing.first].push_back(pairing.second);
    if (pairing.losses > 0) beaten[pairing.second].push_back(pairing.first);
  }
  std::vector<ComparableGroup> components;
  std::vector<std::size_t> component_of(players);
  std::vector<std::size_t> place_of(players);
  for (std::vector<std::size_t>& members : strong_components(beaten)) {
    for (std::size_t place = 0; place < members.size(); ++place) {
      component_of[members[place]] = components.size();
      place_of[members[place]] = place;
    }
    components.push_back({.players = std::move(members), .elo = {}, .covariance = {}});
  }
  std::vector<std::vector<HeadToHead>> inside(components.size());
  for (const HeadToHead& pairing : pairings) {
    const std::size_t component = component_of[pairing.first];
    if (component != component_of[pairing.second]) continue;
    inside[component].push_back({.first = place_of[pairing.first],
                                 .second = place_of[pairing.second],
                                 .wins = pairing.wins,
                                 .losses = pairing.losses});
  }
  for (std::size_t i = 0; i < components.size(); ++i) {
    StrengthFit fit(components[i].players.size(), std::move(inside[i]));
    fit.maximise_likelihood();
    fit.write_to(components[i]);
  }
  return components;
}

namespace {

// Finds strong components by Tarjan's algorithm. It has its own stack, because recursion would be too deep for a ladder
// with many players.
class ComponentSearch {
 public:
  explicit ComponentSearch(const std::vector<std::vector<std::size_t>>& edges)
      : edges_(edges), numbers_(edges.size()), lowest_(edges.size()), is_open_(edges.size()) {}

  std::vector<std::vector<std::size_t>> components() {
    for (std::size_t node = 0; node < edges_.size(); ++node) {
      if (numbers_[node] == 0) visit(node);
    }
    std::reverse(components_.begin(), components_.end());
    return std::move(components_);
  }

 private:
  struct Visit {
    std::size_t node = 0;
    std::size_t next = 0;  // index of the next edge to follow
  };

  void enter(std::size_t node) {
    numbers_[node] = lowest_[node] = ++last_number_;
    is_open_[node] = true;
    open_.push_back(node);
    visits_.push_back({.node = node});
  }

  void visit(std::size_t root) {
    enter(root);
    while (!visits_.empty()) {
      const std::size_t node = visits_.back().node;
      if (visits_.back().next < edges_[node].size()) {
        follow(node, edges_[node][visits_.back().next++]);
        continue;
      }
      visits_.pop_back();
      if (!visits_.empty()) {
        std::size_t& lowest = lowest_[visits_.back().node];
        lowest = std::min(lowest, lowest_[node]);
      }
      if (lowest_[node] == numbers_[node]) close_component(node);
    }
  }

  void follow(std::size_t from, std::size_t to) {
    if (numbers_[to] == 0) {
      enter(to);
    } else if (is_open_[to]) {
      lowest_[from] = std::min(lowest_[from], numbers_[to]);
    }
  }

  void close_component(std::size_t root) {
    std::vector<std::size_t> component;
    do {
      component.push_back(open_.back());
      is_open_[open_.back()] = false;
      open_.pop_back();
    } while (component.back() != root);
    std::sort(component.begin(), component.end());
    components_.push_back(std::move(component));
  }

  const std::vector<std::vector<std::size_t>>& edges_;
  std::vector<std::size_t> numbers_;  // the order of the visits, from 1; 0: not visited
  std::vector<std::size_t> lowest_;   // the lowest number of an open node that can be reached
  std::vector<bool> is_open_;
  std::vector<std::size_t> open_;
  std::vector<Visit> visits_;
  std::size_t last_number_ = 0;
  std::vector<std::vector<std::size_t>> components_;
};

}  // namespace

std::vector<std::vector<std::size_t>> strong_components(const std::vector<std::vector<std::size_t>>& edges) {
  return ComponentSearch(edges).components();
}

}  // namespace rensa::tournament
