#include "engine/search/exchange.h"

namespace rensa::search {

namespace {

constexpr int kNever = ExchangeRules::kNever;

// Negamax with alpha and beta. The difference of garbage at the end is the difference now and the garbage that is
// fired. So no line can end better for a side than its difference now and the most that it can still fire.
class ExchangeSearch {
 public:
  ExchangeSearch(const ExchangeRules& rules, limits::SearchBudget& budget) : rules_(rules), budget_(budget) {
    for (std::size_t side = 0; side < 2; ++side) sum_up(side);
  }

  ExchangeResult play(const ExchangePosition& position, ExchangeSeat first) const {
    ExchangeResult best;
    play(position, static_cast<std::size_t>(first), -kNever, kNever, best);
    return best;
  }

 private:
  void sum_up(std::size_t side) {
    const ChainTree& tree = rules_.tree(side);
    for (std::size_t node = tree.size; node-- > 0;) {
      const ChainNode& chain = tree.nodes[node];
      int most = 0;
      for (std::size_t i = 0; i < chain.children; ++i) {
        const std::size_t child = chain.first_child + i;
        most = std::max(most, rules_.garbage(side, child) + most_after_[side][child]);
      }
      most_after_[side][node] = most;
    }
  }

  // Returns the gain of `mover`. `line` becomes the line that is played if the gain lies between alpha and beta.
  int play(const ExchangePosition& position, std::size_t mover, int alpha, int beta, ExchangeResult& line) const {
    const std::size_t other = 1 - mover;
    const ExchangeSideState& own = position.sides[mover];
    const ExchangeSideState& theirs = position.sides[other];
    const int gained = theirs.incoming - own.incoming;
    const int most = gained + most_after_[mover][own.fired];
    if (most <= alpha) return most;
    const int least = gained - most_after_[other][theirs.fired];
    if (least >= beta) return least;

    int best = pass(position, mover, alpha, beta, line);
    const ChainNode& fired = rules_.tree(mover).nodes[own.fired];
    const int deadline = rules_.deadline(position, mover);
    // The last children score most. To try them first cuts off nine tenths of the lines.
    for (std::size_t i = fired.children; i-- > 0 && best < beta && best < most;) {
      const std::size_t node = fired.first_child + i;
      // If the node cannot raise the result, `best` only has to stay a bound of it.
      const int most_with_node = gained + rules_.garbage(mover, node) + most_after_[mover][node];
      if (most_with_node <= std::max(alpha, best)) {
        best = std::max(best, most_with_node);
        continue;
      }
      const auto fire = rules_.firing_frame(position, mover, node, deadline);
      if (!fire) continue;
      if (budget_.take(1) == 0) [[unlikely]]
        break;
      ExchangeResult answer;
      const auto next = rules_.after_firing(position, mover, node, *fire);
      const int value = -play(next, other, -beta, -std::max(alpha, best), answer);
      if (value <= best) continue;
      best = value;
      line = answer;
      line.choice = node;
      ++line.chains;
    }
    return best;
  }

  int pass(const ExchangePosition& position, std::size_t mover, int alpha, int beta, ExchangeResult& line) const {
    if (position.passes == 1) {
      line = rules_.result_of(position);
      return line.garbage[1 - mover] - line.garbage[mover];
    }
    ExchangePosition passed = position;
    ++passed.passes;
    const int value = -play(passed, 1 - mover, -beta, -alpha, line);
    line.choice = ChainTree::kRoot;
    return value;
  }

  const ExchangeRules& rules_;
  limits::SearchBudget& budget_;
  // The most garbage that can be fired after a node, by side and node.
  std::array<std::array<int, kMaxChainNodes>, 2> most_after_;
};

}  // namespace

ExchangeResult solve_exchange(const ExchangeSide& own, const ExchangeSide& theirs, const ExchangeSettings& settings,
                              limits::SearchBudget& budget) {
  assert(settings.garbage_rate > 0 && settings.frames_per_hand > 0);
  const ExchangeRules rules(*own.tree, *theirs.tree, settings);
  return ExchangeSearch(rules, budget).play(ExchangeRules::start(own, theirs), settings.first);
}

}  // namespace rensa::search
