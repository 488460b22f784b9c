#include "engine/search/exchange.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace rensa::search {

namespace {

constexpr int kForever = std::numeric_limits<int>::max();

struct Standing {
  std::size_t fired = HandTree::kNow;
  int free_at = 0;
  int owed = 0;
  int certain_at = 0;
};

struct Position {
  std::array<Standing, 2> sides;
  int last_fire = 0;
  int passes = 0;
};

// Negamax with alpha and beta. What is left is what came less what was fired, whoever cancels what, so no line can end
// better for a side than what it has so far and the most that it can still fire.
class ExchangeSearch {
 public:
  ExchangeSearch(const Fighter& own, const Fighter& theirs, const ExchangeTerms& terms)
      : trees_{own.tree, theirs.tree}, frames_per_hand_(terms.frames_per_hand) {
    for (std::size_t side = 0; side < 2; ++side) weigh(side, terms.garbage_rate);
  }

  Exchange play(const Position& position, Side first) const {
    Exchange best;
    play(position, static_cast<std::size_t>(first), -kForever, kForever, best);
    return best;
  }

 private:
  void weigh(std::size_t side, int rate) {
    const HandTree& tree = *trees_[side];
    for (std::size_t node = tree.size; node-- > 0;) {
      const HandNode& chain = tree.nodes[node];
      garbage_[side][node] = chain.score / rate;
      int most = 0;
      for (std::size_t i = 0; i < chain.children; ++i) {
        const std::size_t child = chain.first_child + i;
        most = std::max(most, garbage_[side][child] + most_after_[side][child]);
      }
      most_after_[side][node] = most;
    }
  }

  // What `mover` gains; `line` becomes what is played if that lies between alpha and beta.
  int play(const Position& position, std::size_t mover, int alpha, int beta, Exchange& line) const {
    const std::size_t other = 1 - mover;
    const Standing& own = position.sides[mover];
    const Standing& theirs = position.sides[other];
    const int gained = theirs.owed - own.owed;
    const int most = gained + most_after_[mover][own.fired];
    if (most <= alpha) return most;
    const int least = gained - most_after_[other][theirs.fired];
    if (least >= beta) return least;

    int best = pass(position, mover, alpha, beta, line);
    const HandNode& fired = trees_[mover]->nodes[own.fired];
    const int deadline = std::min(own.owed > 0 ? own.certain_at : kForever, falls_at(theirs));
    // The last score most, and finding the best early cuts off nine tenths of the lines.
    for (std::size_t i = fired.children; i-- > 0 && best < beta && best < most;) {
      const std::size_t node = fired.first_child + i;
      const int fire = std::max(own.free_at + trees_[mover]->nodes[node].fire, position.last_fire);
      if (fire > deadline) continue;
      Exchange answer;
      const int value = -play(after(position, mover, node, fire), other, -beta, -std::max(alpha, best), answer);
      if (value <= best) continue;
      best = value;
      line = answer;
      line.choice = node;
      ++line.chains;
    }
    return best;
  }

  int pass(const Position& position, std::size_t mover, int alpha, int beta, Exchange& line) const {
    if (position.passes == 1) {
      line = settle(position);
      return line.left[1 - mover] - line.left[mover];
    }
    Position passed = position;
    ++passed.passes;
    const int value = -play(passed, 1 - mover, -beta, -alpha, line);
    line.choice = HandTree::kNow;
    return value;
  }

  Position after(Position position, std::size_t mover, std::size_t node, int fire) const {
    Standing& own = position.sides[mover];
    Standing& theirs = position.sides[1 - mover];
    const HandNode& chain = trees_[mover]->nodes[node];
    own.fired = node;
    own.free_at = fire + chain.end - chain.fire;
    const int cancelled = std::min(own.owed, garbage_[mover][node]);
    own.owed -= cancelled;
    if (const int sent = garbage_[mover][node] - cancelled; sent > 0) {
      theirs.certain_at = theirs.owed > 0 ? std::max(theirs.certain_at, own.free_at) : own.free_at;
      theirs.owed += sent;
    }
    position.last_fire = fire;
    position.passes = 0;
    return position;
  }

  int falls_at(const Standing& side) const {
    if (side.owed == 0) return kForever;
    if (side.free_at > side.certain_at) return side.free_at;
    const int hands = (side.certain_at - side.free_at) / frames_per_hand_ + 1;
    return side.free_at + hands * frames_per_hand_;
  }

  Exchange settle(const Position& position) const {
    Exchange end;
    for (std::size_t i = 0; i < 2; ++i) end.left[i] = position.sides[i].owed;
    const int first = std::min(falls_at(position.sides[0]), falls_at(position.sides[1]));
    end.falls_at = first == kForever ? 0 : first;
    return end;
  }

  std::array<const HandTree*, 2> trees_;
  int frames_per_hand_;
  // By side and node: what a chain makes, and the most that can be fired after it.
  std::array<std::array<int, kMostHandNodes>, 2> garbage_;
  std::array<std::array<int, kMostHandNodes>, 2> most_after_;
};

Standing standing_of(const Fighter& fighter) {
  assert(fighter.tree != nullptr && fighter.fired < fighter.tree->size);
  assert(fighter.free_at >= 0 && fighter.owed >= 0 && fighter.certain_at >= 0);
  return {.fired = fighter.fired, .free_at = fighter.free_at, .owed = fighter.owed, .certain_at = fighter.certain_at};
}

}  // namespace

Exchange exchange(const Fighter& own, const Fighter& theirs, const ExchangeTerms& terms) {
  assert(terms.garbage_rate > 0 && terms.frames_per_hand > 0);
  const Position start{.sides = {standing_of(own), standing_of(theirs)}};
  return ExchangeSearch(own, theirs, terms).play(start, terms.first);
}

}  // namespace rensa::search
