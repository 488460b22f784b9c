#include "server/league/positive_matrix.h"

#include <cassert>
#include <cmath>

namespace rensa::league {

PositiveMatrix PositiveMatrix::root() const {
  PositiveMatrix root(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t k = 0; k <= i; ++k) {
      double left = at(i, k);
      for (std::size_t j = 0; j < k; ++j) left -= root.at(i, j) * root.at(k, j);
      assert(i != k || left > 0);
      root.at(i, k) = i == k ? std::sqrt(left) : left / root.at(k, k);
    }
  }
  return root;
}

void PositiveMatrix::solve_by_root(std::span<double> right) const {
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= at(i, k) * right[k];
    right[i] /= at(i, i);
  }
  for (std::size_t i = size_; i-- > 0;) {
    for (std::size_t k = i + 1; k < size_; ++k) right[i] -= at(k, i) * right[k];
    right[i] /= at(i, i);
  }
}

std::vector<double> PositiveMatrix::solve(std::span<const double> right) const {
  assert(right.size() == size_);
  std::vector<double> result(right.begin(), right.end());
  root().solve_by_root(result);
  return result;
}

PositiveMatrix PositiveMatrix::inverse() const {
  const PositiveMatrix decomposed = root();
  PositiveMatrix inverse(size_);
  std::vector<double> column(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    column.assign(size_, 0);
    column[i] = 1;
    decomposed.solve_by_root(column);
    for (std::size_t k = 0; k < size_; ++k) inverse.at(k, i) = column[k];
  }
  return inverse;
}

}  // namespace rensa::league
