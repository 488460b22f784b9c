#include "server/tournament/statistics/strong_components.h"

#include <algorithm>

namespace rensa::tournament {

namespace {

// Tarjan's algorithm with its own stack, because a ladder has more players than recursion may be deep.
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
      if (lowest_[node] == numbers_[node]) close(node);
    }
  }

  void follow(std::size_t from, std::size_t to) {
    if (numbers_[to] == 0) {
      enter(to);
    } else if (is_open_[to]) {
      lowest_[from] = std::min(lowest_[from], numbers_[to]);
    }
  }

  void close(std::size_t root) {
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
