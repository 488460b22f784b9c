#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/rules/timing.h"
#include "engine/search/needed_hands.h"
#include "engine/search/possible_chain.h"

namespace rensa::search {

// What a side can fire, and what it can fire after that: mayah's RensaHandTree, thinned until an exchange of chains can
// be played out on it (exchange.h). Who enumerates the chains of a field is not its business.

// A chain in the tree. Its frames count from when its side is free to build it: from now, or from the end of the chain
// that it follows. They are relative because a chain may be held back, as an answer, and what follows it with it.
struct HandNode {
  int fire = 0;  // the hand that starts it comes under control; 0: at once
  int end = 0;   // its last link is over
  int score = 0;
  int links = 0;
  std::uint16_t first_child = 0;
  std::uint16_t children = 0;
  friend bool operator==(const HandNode&, const HandNode&) = default;
};

inline constexpr std::size_t kMostHandNodes = 256;
inline constexpr std::size_t kMostSiblings = 16;
inline constexpr int kMostHandDepth = 3;

// Node 0 is now, before anything has been fired. Siblings stand side by side, by their end, and after their parent.
struct HandTree {
  static constexpr std::size_t kNow = 0;

  std::array<HandNode, kMostHandNodes> nodes;
  std::size_t size = 1;

  std::span<const HandNode> children_of(std::size_t node) const {
    return {nodes.data() + nodes[node].first_child, nodes[node].children};
  }
};

// Which chains are worth keeping.
enum class Keep : std::uint8_t {
  best_by_end,    // more points than all that have ended by then: the document's rule
  not_dominated,  // as well those that can be fired sooner than what beats them, which is what answers are chosen by
};

// From one pair under control to the next: its preparation, the quickest keys to a placement (20 frames on average, on
// fields of two to five rows), what may fall further, and the grounding.
inline constexpr int kFramesPerHand = rules::kPreparationFrames + 22 + rules::kGroundingFrames;

struct HandTreeSettings {
  const NeededHands* hands = nullptr;                   // how long the puyos take that nobody knows yet
  std::span<const rules::Pair> known;                   // the pairs that are known, at most kMostKnown
  int frames_per_hand = kFramesPerHand;                 // > 0
  int depth = 2;                                        // chains one after another: 1..kMostHandDepth
  std::array<int, kMostHandDepth> widths = {12, 6, 3};  // the most that follow one chain, by depth: 1..kMostSiblings
  Keep keep = Keep::best_by_end;

  static constexpr std::size_t kMostKnown = 3;
};

// Builds a tree breadth first, asking for the chains of one field after another.
class HandTreeBuilder {
 public:
  explicit HandTreeBuilder(const HandTreeSettings& settings);

  // The chains that can follow the next node; of the first call, those that can be fired now. Chains that take too many
  // draws are left out, and of the rest those that are not worth keeping (best_by_end in any case: at the same end, the
  // most points, then the soonest, then the first given). Where more than the width are left, the one goes whose
  // absence costs the smallest part of the points that could be had by its end, until few enough are left.
  void grow(std::span<const PossibleChain> chains);
  // The field whose chains grow() wants next; null: the tree is built.
  const rules::Field* next() const;
  const HandTree& tree() const { return tree_; }

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
  void drop_the_least();
  void append(std::size_t parent);
  void go_on();

  HandTreeSettings settings_;
  std::array<ColourCounts, HandTreeSettings::kMostKnown + 1> drawn_{};  // by known pairs: what they bring together

  HandTree tree_;
  std::array<rules::Field, kMostHandNodes> fields_;
  std::array<std::uint8_t, kMostHandNodes> used_{};    // known pairs that are gone
  std::array<std::uint8_t, kMostHandNodes> depths_{};  // chains fired
  std::size_t next_ = 0;

  std::array<Candidate, 2 * kMostSiblings> kept_{};  // of the node in work; one place is free between calls
  std::size_t kept_count_ = 0;
};

// The tree over `chains`, all chains of the field as it is; `chains_after(const Field&)` gives those of the field that
// a chain leaves, as something that converts to a span and lives until the next call.
template <typename ChainsAfter>
HandTree build_hand_tree(std::span<const PossibleChain> chains, const HandTreeSettings& settings,
                         ChainsAfter&& chains_after) {
  HandTreeBuilder builder(settings);
  builder.grow(chains);
  while (const rules::Field* field = builder.next()) builder.grow(chains_after(*field));
  return builder.tree();
}

}  // namespace rensa::search
