#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/search/hand_tree.h"

namespace rensa::search {

// Two sides fire the chains of their hand trees at each other, and both know both trees: who is left with how much
// garbage?
//
// The sides take turns; each may fire one chain that its tree has next, or pass. Two passes in a row are the end.
//  * A chain is fired as soon as it is drawn, but not before the last one of the other side: it answers that. Waiting
//    for longer would give the other side more time to draw, and this one nothing.
//  * A chain is a whole. All its garbage, score / rate, first cancels what is on its way to its own side; the rest is
//    on its way to the other side, and certain to fall from the end of the chain on.
//  * What is certain falls when its victim's next hand has been placed, unless that starts a chain; while the victim's
//    own chain runs, it falls after that. So who has garbage coming may fire as long as the hand comes under control
//    by the frame in which it gets certain.
//  * Nobody fires after garbage has fallen on the other side, for its tree was another then. Where a second chain adds
//    to what is on its way, the sum gets certain at its end: that is kinder to the victim than the game, so who fires
//    twice is never promised too much.
// A side wants the difference of garbage, theirs less its own, to end in its favour. Of equals it rather passes, then
// takes the last in the tree.
//
// Left out: points that are carried over, points of soft drops and all clears, that links send their garbage one by
// one, and that no more than 30 pieces fall at a time: what is left with somebody is the sum, of which later chains may
// still cancel a part.

enum class Side : std::uint8_t { own, theirs };

// One side as the exchange begins. Frames count from now. A chain that runs already counts as a whole: all its garbage
// is on the way, and certain at its end.
struct Fighter {
  const HandTree* tree = nullptr;
  std::size_t fired = HandTree::kNow;  // the node that it fires what follows of
  int free_at = 0;                     // later than now while a chain of it runs: its end
  int owed = 0;                        // garbage on its way to it
  int certain_at = 0;                  // when that gets certain; without meaning if there is none
};

struct ExchangeTerms {
  Side first = Side::own;  // who is to decide
  int garbage_rate = 70;   // points a garbage; > 0
  int frames_per_hand = kFramesPerHand;
};

struct Exchange {
  std::array<int, 2> left{};            // garbage that falls, by whom it falls on
  int falls_at = 0;                     // the first of it; 0: none falls
  int chains = 0;                       // fired by both
  std::size_t choice = HandTree::kNow;  // what who is to decide fires now, as a node of its tree; kNow: it waits

  int net() const { return left[1] - left[0]; }  // in favour of own
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

// When both do what is best for them. Precondition: frames are not negative, and a side that has garbage coming which
// is certain already has it at `certain_at`.
Exchange exchange(const Fighter& own, const Fighter& theirs, const ExchangeTerms& terms);

}  // namespace rensa::search
