#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "engine/limits/search_limits.h"
#include "engine/search/chain_tree.h"

namespace rensa::search {

// Two sides fire the chains of their chain trees at each other. Each side knows both trees. The result is the garbage
// that falls on each side.
//
// The sides take turns. In a turn a side fires one of the next chains of its tree, or passes. The exchange ends after
// two passes in a row.
//  * A side fires a chain as soon as it has drawn it, but not before the last chain of the other side, because it is an
//    answer to that chain. To wait longer would only give the other side more time.
//  * A chain counts as a whole. Its garbage, score / rate, first cancels the garbage on its way to its own side. The
//    rest is on its way to the other side, and becomes certain at the end of the chain.
//  * Certain garbage falls when the victim has placed its next hand, unless that hand starts a chain. It falls after
//  the
//    victim's own chain if one is running. So a victim may fire as long as its hand comes under control by the frame in
//    which the garbage becomes certain.
//  * A side does not fire after garbage has fallen on the other side, because the other tree is not valid any more. If
//  a
//    second chain adds to the garbage on its way, the sum becomes certain at the second chain's end. That favours the
//    victim more than the real game does, so a side that fires twice is never valued too high.
// Each side maximises the other side's garbage less its own. Of equal results it prefers to pass, then the last chain
// in its tree.
//
// The model ignores points that are carried over, points of soft drops and all clears. It also ignores that links send
// their garbage one by one, and that at most 30 pieces fall at a time.

enum class ExchangeSeat : std::uint8_t { own, theirs };

// One side at the beginning of the exchange. Frames count from now. A chain that is running counts as a whole: all its
// garbage is on its way, and certain at its end.
struct ExchangeSide {
  const ChainTree* tree = nullptr;
  std::size_t fired = ChainTree::kRoot;  // the side can fire the children of this node
  int free_at = 0;                       // the end of its running chain; 0 without one
  int incoming = 0;                      // garbage on its way to the side
  int certain_at = 0;                    // the frame in which the incoming garbage becomes certain
};

struct ExchangeSettings {
  ExchangeSeat first = ExchangeSeat::own;  // the side that decides first
  int garbage_rate = 70;                   // points for one garbage; > 0
  int frames_per_hand = kFramesPerHand;
};

struct ExchangeResult {
  std::array<int, 2> garbage{};           // that falls on each side
  int falls_at = 0;                       // the frame of the first garbage; 0 if none falls
  int chains = 0;                         // number of chains that both sides fire
  std::size_t choice = ChainTree::kRoot;  // the node that the first side fires now; kRoot if it waits

  int net() const { return garbage[1] - garbage[0]; }  // in favour of own
  friend bool operator==(const ExchangeResult&, const ExchangeResult&) = default;
};

// Returns the result if both sides play optimally. A node is a chain that is fired in a line. If the budget ends first,
// no more chains are fired. Preconditions: frames are not negative; a side with incoming garbage has set `certain_at`,
// also if the garbage is certain already.
ExchangeResult solve_exchange(const ExchangeSide& own, const ExchangeSide& theirs, const ExchangeSettings& settings,
                              limits::SearchBudget& budget);

// The rules of an exchange, one move at a time, for searches over it.

struct ExchangeSideState {
  std::size_t fired = ChainTree::kRoot;
  int free_at = 0;
  int incoming = 0;
  int certain_at = 0;
};

struct ExchangePosition {
  std::array<ExchangeSideState, 2> sides{};
  int last_fire = 0;
  int passes = 0;  // in a row; the exchange ends after two
};

class ExchangeRules {
 public:
  static constexpr int kNever = std::numeric_limits<int>::max();

  ExchangeRules(const ChainTree& own, const ChainTree& theirs, const ExchangeSettings& settings)
      : trees_{&own, &theirs}, frames_per_hand_(settings.frames_per_hand) {
    for (std::size_t side = 0; side < 2; ++side) {
      const ChainTree& tree = *trees_[side];
      for (std::size_t node = 0; node < tree.size; ++node) {
        garbage_[side][node] = tree.nodes[node].score / settings.garbage_rate;
      }
    }
  }

  static ExchangePosition start(const ExchangeSide& own, const ExchangeSide& theirs) {
    return {.sides = {state_of(own), state_of(theirs)}};
  }

  const ChainTree& tree(std::size_t side) const { return *trees_[side]; }
  int garbage(std::size_t side, std::size_t node) const { return garbage_[side][node]; }

  // Returns the last frame in which the mover can fire.
  int deadline(const ExchangePosition& position, std::size_t mover) const {
    const ExchangeSideState& own = position.sides[mover];
    return std::min(own.incoming > 0 ? own.certain_at : kNever, falls_at(position.sides[1 - mover]));
  }

  // Returns the frame in which the mover fires the node, or nullopt if that is too late.
  std::optional<int> firing_frame(const ExchangePosition& position, std::size_t mover, std::size_t node,
                                  int deadline) const {
    const int fire = std::max(position.sides[mover].free_at + trees_[mover]->nodes[node].fire, position.last_fire);
    return fire > deadline ? std::nullopt : std::optional(fire);
  }

  ExchangePosition after_firing(ExchangePosition position, std::size_t mover, std::size_t node, int fire) const {
    ExchangeSideState& own = position.sides[mover];
    ExchangeSideState& theirs = position.sides[1 - mover];
    const ChainNode& chain = trees_[mover]->nodes[node];
    own.fired = node;
    own.free_at = fire + chain.end - chain.fire;
    const int cancelled = std::min(own.incoming, garbage_[mover][node]);
    own.incoming -= cancelled;
    if (const int sent = garbage_[mover][node] - cancelled; sent > 0) {
      theirs.certain_at = theirs.incoming > 0 ? std::max(theirs.certain_at, own.free_at) : own.free_at;
      theirs.incoming += sent;
    }
    position.last_fire = fire;
    position.passes = 0;
    return position;
  }

  ExchangeResult result_of(const ExchangePosition& position) const {
    ExchangeResult end;
    for (std::size_t i = 0; i < 2; ++i) end.garbage[i] = position.sides[i].incoming;
    const int first = std::min(falls_at(position.sides[0]), falls_at(position.sides[1]));
    end.falls_at = first == kNever ? 0 : first;
    return end;
  }

 private:
  static ExchangeSideState state_of(const ExchangeSide& side) {
    assert(side.tree != nullptr && side.fired < side.tree->size);
    assert(side.free_at >= 0 && side.incoming >= 0 && side.certain_at >= 0);
    return {.fired = side.fired, .free_at = side.free_at, .incoming = side.incoming, .certain_at = side.certain_at};
  }

  int falls_at(const ExchangeSideState& side) const {
    if (side.incoming == 0) return kNever;
    if (side.free_at > side.certain_at) return side.free_at;
    const int hands = (side.certain_at - side.free_at) / frames_per_hand_ + 1;
    return side.free_at + hands * frames_per_hand_;
  }

  std::array<const ChainTree*, 2> trees_;
  int frames_per_hand_;
  std::array<std::array<int, kMaxChainNodes>, 2> garbage_;  // of each chain, by side and node
};

}  // namespace rensa::search
