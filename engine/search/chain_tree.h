#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/limits/search_limits.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/timing.h"
#include "engine/search/needed_draws.h"
#include "engine/search/possible_chains.h"

namespace rensa::search {

// The chains that a side can fire, and the chains that it can fire after each of them: the RensaHandTree of the mayah
// AI. The tree is thinned until an exchange of chains can be played out on it (exchange.h).

// A chain in the tree. Its frames count from the moment when its side is free to build it: from now, or from the end of
// the chain before it. They are relative because a side may delay a chain, and all later chains with it.
struct ChainNode {
  int fire = 0;  // the frame in which the hand that starts the chain comes under control; 0: at once
  int end = 0;   // the frame in which its last link is over
  int score = 0;
  int links = 0;
  std::uint16_t first_child = 0;
  std::uint16_t children = 0;
  friend bool operator==(const ChainNode&, const ChainNode&) = default;
};

inline constexpr std::size_t kMaxChainNodes = 256;
inline constexpr std::size_t kMaxSiblings = 16;
inline constexpr int kMaxChainDepth = 3;

// Node 0 is the present, before any chain has been fired. Siblings are adjacent, ordered by their end, and come after
// their parent.
struct ChainTree {
  static constexpr std::size_t kRoot = 0;

  std::array<ChainNode, kMaxChainNodes> nodes;
  std::size_t size = 1;
};

// The chains that a tree keeps.
enum class ChainSelection : std::uint8_t {
  best_by_end,    // chains with more points than all that have ended by then, as in document 004
  not_dominated,  // also chains that can be fired sooner than the better ones, which matters for answers
};

// The frames from one pair under control to the next. They contain the preparation, the quickest keys to a placement
// (20 frames on average, on fields of two to five rows), the remaining fall, and the grounding.
inline constexpr int kFramesPerHand = rules::kPreparationFrames + 22 + rules::kGroundingFrames;

struct ChainTreeSettings {
  const NeededDraws* draws = nullptr;                   // the time until unknown puyos come
  std::span<const rules::Pair> known;                   // at most kMaxKnownPairs
  int frames_per_hand = kFramesPerHand;                 // > 0
  int depth = 2;                                        // number of chains one after another: 1..kMaxChainDepth
  std::array<int, kMaxChainDepth> widths = {12, 6, 3};  // maximum number of children, by depth: 1..kMaxSiblings
  ChainSelection selection = ChainSelection::best_by_end;

  static constexpr std::size_t kMaxKnownPairs = rules::kMaxVisiblePairs;
};

// Builds a tree breadth first. The caller gives the possible chains of one field after another.
class ChainTreeBuilder {
 public:
  explicit ChainTreeBuilder(const ChainTreeSettings& settings);

  // Takes the chains that can follow the next node; in the first call, the chains that can be fired now. Leaves out the
  // chains that take too many draws, and then those that the selection does not keep. Of chains with the same end, it
  // keeps the one with the most points, then the soonest, then the first. If more chains remain than the width allows,
  // it drops one after another: the chain whose absence costs the smallest part of the points available by its end.
  void add_chains(std::span<const PossibleChain> chains);
  // Returns the field whose chains add_chains() needs next, or null if the tree is complete.
  const rules::Field* next_field() const;
  const ChainTree& tree() const { return tree_; }

 private:
  struct Candidate {
    const PossibleChain* chain;
    int fire;
    int end;
    int hands;
  };

  bool beats(const Candidate& a, const Candidate& b) const;
  bool can_be_drawn(const PossibleChain& chain, std::size_t used, Candidate& candidate) const;
  void consider(const Candidate& candidate);
  std::int64_t points_without(std::size_t index) const;
  void drop_least_important();
  void append_children(std::size_t parent);

  ChainTreeSettings settings_;
  // The sum of the colours of the first known pairs, by the number of pairs.
  std::array<ColourCounts, ChainTreeSettings::kMaxKnownPairs + 1> drawn_{};

  ChainTree tree_;
  std::array<rules::Field, kMaxChainNodes> fields_;
  std::array<std::uint8_t, kMaxChainNodes> used_{};    // number of known pairs that have been used
  std::array<std::uint8_t, kMaxChainNodes> depths_{};  // number of chains that have been fired
  std::size_t next_ = 0;

  std::array<Candidate, 2 * kMaxSiblings> kept_{};  // for the current node; one element is free between calls
  std::size_t kept_count_ = 0;
};

// Builds the tree over `chains`, which are all chains of the present field. `chains_after(const Field&)` returns the
// chains of the field that a chain leaves. Its result must convert to a span and live until the next call.
template <typename ChainsAfter>
ChainTree build_chain_tree(std::span<const PossibleChain> chains, const ChainTreeSettings& settings,
                           ChainsAfter&& chains_after) {
  ChainTreeBuilder builder(settings);
  builder.add_chains(chains);
  while (const rules::Field* field = builder.next_field()) builder.add_chains(chains_after(*field));
  return builder.tree();
}

// Makes the chain tree of a field. With the literature's attack formula, scores are attacks by that formula. In a turn
// game chains take no time. Keeps its buffers between calls, so that it does not allocate. Use it in one thread only.
class ChainTreeFinder {
 public:
  explicit ChainTreeFinder(const rules::Ruleset& ruleset)
      : formula_(ruleset.attack), pacing_(ruleset.pacing), draws_(ruleset.colours, kPercent) {}

  // `known` are the next pairs of the side, at most ChainTreeSettings::kMaxKnownPairs; an empty pair ends them. The
  // tree of a choked field has no chains. A node is a chain that is played; if the budget ends first, chains are
  // missing. Preconditions: the field is at rest and no group in it vanishes.
  ChainTree tree_of(const rules::Field& field, std::span<const rules::Pair> known, limits::SearchBudget& budget);

 private:
  static constexpr int kPercent = 50;  // the probability that needed puyos come in time, as in document 004

  std::span<const PossibleChain> chains_of(const rules::Field& field, limits::SearchBudget& budget);

  rules::AttackFormula formula_;
  rules::Pacing pacing_;
  NeededDraws draws_;
  PossibleChainFinder finder_;
  PossibleChainList chains_;
};

}  // namespace rensa::search
