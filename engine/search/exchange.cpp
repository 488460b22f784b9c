#include "engine/search/exchange.h"

#include <algorithm>
#include <cassert>

#include "engine/search/exchange_rules.h"

namespace rensa::search {

namespace {

constexpr int kForever = ExchangeRules::kForever;

// Negamax with alpha and beta. What is left is what came less what was fired, whoever cancels what, so no line can end
// better for a side than what it has so far and the most that it can still fire.
class ExchangeSearch {
 public:
  explicit ExchangeSearch(const ExchangeRules& rules) : rules_(rules) {
    for (std::size_t side = 0; side < 2; ++side) weigh(side);
  }

  Exchange play(const ExchangePosition& position, Side first) const {
    Exchange best;
    play(position, static_cast<std::size_t>(first), -kForever, kForever, best);
    return best;
  }

 private:
  void weigh(std::size_t side) {
    const HandTree& tree = rules_.tree(side);
    for (std::size_t node = tree.size; node-- > 0;) {
      const HandNode& chain = tree.nodes[node];
      int most = 0;
      for (std::size_t i = 0; i < chain.children; ++i) {
        const std::size_t child = chain.first_child + i;
        most = std::max(most, rules_.garbage(side, child) + most_after_[side][child]);
      }
      most_after_[side][node] = most;
    }
  }

  // What `mover` gains; `line` becomes what is played if that lies between alpha and beta.
  int play(const ExchangePosition& position, std::size_t mover, int alpha, int beta, Exchange& line) const {
    const std::size_t other = 1 - mover;
    const ExchangeStanding& own = position.sides[mover];
    const ExchangeStanding& theirs = position.sides[other];
    const int gained = theirs.owed - own.owed;
    const int most = gained + most_after_[mover][own.fired];
    if (most <= alpha) return most;
    const int least = gained - most_after_[other][theirs.fired];
    if (least >= beta) return least;

    int best = pass(position, mover, alpha, beta, line);
    const HandNode& fired = rules_.tree(mover).nodes[own.fired];
    const int deadline = rules_.deadline(position, mover);
    // The last score most, and finding the best early cuts off nine tenths of the lines.
    for (std::size_t i = fired.children; i-- > 0 && best < beta && best < most;) {
      const std::size_t node = fired.first_child + i;
      const auto fire = rules_.fire_at(position, mover, node, deadline);
      if (!fire) continue;
      Exchange answer;
      const auto next = rules_.after(position, mover, node, *fire);
      const int value = -play(next, other, -beta, -std::max(alpha, best), answer);
      if (value <= best) continue;
      best = value;
      line = answer;
      line.choice = node;
      ++line.chains;
    }
    return best;
  }

  int pass(const ExchangePosition& position, std::size_t mover, int alpha, int beta, Exchange& line) const {
    if (position.passes == 1) {
      line = rules_.settle(position);
      return line.left[1 - mover] - line.left[mover];
    }
    ExchangePosition passed = position;
    ++passed.passes;
    const int value = -play(passed, 1 - mover, -beta, -alpha, line);
    line.choice = HandTree::kNow;
    return value;
  }

  const ExchangeRules& rules_;
  std::array<std::array<int, kMostHandNodes>, 2> most_after_;  // by side and node: the most that can be fired after it
};

}  // namespace

Exchange exchange(const Fighter& own, const Fighter& theirs, const ExchangeTerms& terms) {
  assert(terms.garbage_rate > 0 && terms.frames_per_hand > 0);
  const ExchangeRules rules(*own.tree, *theirs.tree, terms);
  return ExchangeSearch(rules).play(ExchangeRules::start(own, theirs), terms.first);
}

}  // namespace rensa::search
