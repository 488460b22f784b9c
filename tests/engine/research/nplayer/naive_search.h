#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/research/nplayer/game.h"

namespace rensa::nplayer::test {

// Naive forms of the searches, written for clarity: they compute everything again from the whole tree each time.

// Document 001, footnote: the own value, then the lower one of the others' highest values, then the lower rest, then
// the order of the players.
template <std::size_t N>
bool likes_better(std::size_t player, const Values<N>& a, const Values<N>& b) {
  if (a[player] != b[player]) return a[player] > b[player];
  std::vector<std::int32_t> in_turn_a;
  std::vector<std::int32_t> in_turn_b;
  for (std::size_t i = 1; i < N; ++i) in_turn_a.push_back(a[(player + i) % N]);
  for (std::size_t i = 1; i < N; ++i) in_turn_b.push_back(b[(player + i) % N]);
  auto highest_a = in_turn_a;
  auto highest_b = in_turn_b;
  std::sort(highest_a.rbegin(), highest_a.rend());
  std::sort(highest_b.rbegin(), highest_b.rend());
  if (highest_a != highest_b) return highest_a < highest_b;
  return in_turn_a < in_turn_b;
}

template <typename G>
struct NaiveNode {
  typename G::Position position;
  Values<G::kPlayers> estimate{};
  std::size_t player = 0;
  bool is_over = false;
  std::vector<NaiveNode> children;  // empty if it is not expanded
};

template <typename G>
NaiveNode<G> node_of(G& game, const typename G::Position& position) {
  return {position, game.values(position), game.player(position), game.is_over(position), {}};
}

template <typename G>
void expand(G& game, NaiveNode<G>& node) {
  std::vector<typename G::Move> moves;
  game.list_moves(node.position, moves);
  for (const auto& move : moves) node.children.push_back(node_of(game, game.after(node.position, move)));
}

template <typename G>
void expand_to(G& game, NaiveNode<G>& node, int depth) {
  if (depth == 0 || node.is_over) return;
  expand(game, node);
  for (auto& child : node.children) expand_to(game, child, depth - 1);
}

template <typename G>
Values<G::kPlayers> max_n_of(const NaiveNode<G>& node) {
  if (node.children.empty()) return node.estimate;
  Values<G::kPlayers> best = max_n_of(node.children[0]);
  for (const auto& child : node.children) {
    const auto values = max_n_of(child);
    if (likes_better(node.player, values, best)) best = values;
  }
  return best;
}

template <typename G>
Values<G::kPlayers> paranoid_of(const NaiveNode<G>& node, std::size_t self) {
  if (node.children.empty()) return node.estimate;
  Values<G::kPlayers> best = paranoid_of(node.children[0], self);
  for (const auto& child : node.children) {
    const auto values = paranoid_of(child, self);
    const bool is_better = node.player == self ? likes_better(self, values, best) : likes_better(self, best, values);
    if (is_better) best = values;
  }
  return best;
}

template <typename G>
std::vector<const NaiveNode<G>*> turn_considered_line_of(const NaiveNode<G>& node);

// Document 001, 3.2.
template <typename G>
Values<G::kPlayers> turn_considered_of(const NaiveNode<G>& node) {
  if (node.children.empty()) return node.estimate;
  const auto variation = turn_considered_line_of(node);
  if (variation.back()->is_over) return variation.back()->estimate;
  for (const auto* next : variation) {
    if (next != &node && next->player == node.player) return turn_considered_of(*next);
  }
  return node.estimate;
}

template <typename G, typename ValueOf>
std::size_t choice_of(const NaiveNode<G>& node, ValueOf value_of) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    if (likes_better(node.player, value_of(node.children[i]), value_of(node.children[best]))) best = i;
  }
  return best;
}

// The path from the node to its principal leaf.
template <typename G, typename ValueOf>
std::vector<const NaiveNode<G>*> line_of(const NaiveNode<G>& node, ValueOf value_of) {
  std::vector<const NaiveNode<G>*> variation{&node};
  while (!variation.back()->children.empty())
    variation.push_back(&variation.back()->children[choice_of(*variation.back(), value_of)]);
  return variation;
}

template <typename G>
std::vector<const NaiveNode<G>*> turn_considered_line_of(const NaiveNode<G>& node) {
  return line_of(node, turn_considered_of<G>);
}

// Expands the principal leaf up to this many times. Returns the expanded positions in order.
template <typename G, typename ValueOf>
std::vector<typename G::Position> expand_best_first(G& game, NaiveNode<G>& root, int expansions, ValueOf value_of) {
  std::vector<typename G::Position> order;
  for (int i = 0; i < expansions; ++i) {
    NaiveNode<G>* leaf = &root;
    while (!leaf->children.empty()) leaf = &leaf->children[choice_of(*leaf, value_of)];
    if (leaf->is_over) break;
    expand(game, *leaf);
    order.push_back(leaf->position);
  }
  return order;
}

}  // namespace rensa::nplayer::test
