#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rensa::league {

// A symmetric, positive definite matrix, by Cholesky's decomposition.
class PositiveMatrix {
 public:
  explicit PositiveMatrix(std::size_t size) : size_(size), cells_(size * size) {}

  std::size_t size() const { return size_; }
  double& at(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
  double at(std::size_t row, std::size_t column) const { return cells_[row * size_ + column]; }

  // x of M x = right. Precondition: it is symmetric and positive definite.
  std::vector<double> solve(std::span<const double> right) const;
  PositiveMatrix inverse() const;

 private:
  // L of L L' = M.
  PositiveMatrix root() const;
  // x of L L' x = right, for this L, in place.
  void solve_by_root(std::span<double> right) const;

  std::size_t size_;
  std::vector<double> cells_;
};

}  // namespace rensa::league
