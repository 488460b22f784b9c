#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>

namespace rensa::limits {

// The limits of a search. A node is what a search counts: mostly a field that a placement leads to; each search says
// what its nodes are.

// A search looks at its stop flag before the first node, and then at least once in so many nodes.
inline constexpr int kNodesBetweenLooks = 64;

// A flag by which another thread ends searches. Any thread may call any function.
class StopFlag {
 public:
  StopFlag() = default;
  StopFlag(const StopFlag&) = delete;
  StopFlag& operator=(const StopFlag&) = delete;
  virtual ~StopFlag() = default;

  void set() { is_set_.store(true, std::memory_order_relaxed); }
  void clear() { is_set_.store(false, std::memory_order_relaxed); }
  virtual bool is_set() const { return is_set_.load(std::memory_order_relaxed); }
  // Searches call it with the number of nodes that they have searched so far. Tests derive flags that are set by it.
  virtual bool is_set_after(std::int64_t) const { return is_set(); }

 private:
  std::atomic<bool> is_set_ = false;
};

inline constexpr std::int64_t kUnlimitedNodes = std::numeric_limits<std::int64_t>::max();

// A search ends when it is complete, has searched `nodes` nodes, or finds its stop flag set. Without a flag, it is a
// function of its arguments.
struct SearchLimits {
  std::int64_t nodes = kUnlimitedNodes;  // exact: a search that is not complete has searched exactly so many
  const StopFlag* stop = nullptr;        // null, or a flag that outlives the search
};

// The rest of the limits of one decision, which its searches use up one after another. Searches ask it before each
// group of nodes. Use it in one thread only.
class SearchBudget {
 public:
  explicit SearchBudget(const SearchLimits& limits) : limits_(limits) { assert(limits.nodes >= 0); }
  SearchBudget(const SearchBudget&) = delete;
  SearchBudget& operator=(const SearchBudget&) = delete;

  // Returns how many of the next `wanted` nodes may be searched. Fewer than wanted mean that the search has to end.
  // Precondition: wanted <= kNodesBetweenLooks.
  int take(int wanted) {
    if (wanted > until_look_) return look_and_take(wanted);
    until_look_ -= wanted;
    return wanted;
  }

  // Takes one node for each bit that is set. Returns the lowest bits: their nodes may be searched.
  std::uint32_t take_bits(std::uint32_t bits) {
    const int wanted = std::popcount(bits);
    const int taken = take(wanted);
    if (taken == wanted) return bits;
    std::uint32_t refused = bits;
    for (int i = 0; i < taken; ++i) refused &= refused - 1;
    return bits & ~refused;
  }

  // Returns true once fewer nodes were granted than a search wanted. It gets no more.
  bool has_ended() const { return has_ended_; }
  std::int64_t searched() const { return granted_ - until_look_; }

 private:
  int look_and_take(int wanted);

  SearchLimits limits_;
  std::int64_t granted_ = 0;  // nodes that may be searched before the flag has to be looked at
  int until_look_ = 0;        // the part of them that has not been searched
  bool has_ended_ = false;
};

}  // namespace rensa::limits
