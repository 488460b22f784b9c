#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/rules/link.h"
#include "engine/search/chain_tree.h"

namespace rensa::search {

// Chain trees as tests write them: {links, fire, end, next chains}.
struct DrawnChain {
  int links = 0;
  int fire = 0;
  int end = 0;
  std::vector<DrawnChain> then;
  int score = 0;  // 0: the score of links of four puyos each
};

inline int plain_score(int links) {
  int score = 0;
  for (int link = 1; link <= links; ++link) score += 40 * std::max(1, rules::chain_bonus(link));
  return score;
}

inline void draw_below(ChainTree& tree, std::size_t parent, const std::vector<DrawnChain>& chains) {
  assert(tree.size + chains.size() <= kMaxChainNodes);
  const std::size_t first = tree.size;
  tree.nodes[parent].first_child = static_cast<std::uint16_t>(first);
  tree.nodes[parent].children = static_cast<std::uint16_t>(chains.size());
  tree.size += chains.size();
  for (std::size_t i = 0; i < chains.size(); ++i) {
    const DrawnChain& chain = chains[i];
    tree.nodes[first + i] = {.fire = chain.fire,
                             .end = chain.end,
                             .score = chain.score != 0 ? chain.score : plain_score(chain.links),
                             .links = chain.links};
  }
  for (std::size_t i = 0; i < chains.size(); ++i) draw_below(tree, first + i, chains[i].then);
}

inline ChainTree drawn_tree(const std::vector<DrawnChain>& chains) {
  ChainTree tree;
  draw_below(tree, ChainTree::kRoot, chains);
  return tree;
}

// Writes one line for each chain: "  4 links, 2280 points, 60..260". Its next chains are indented by two more spaces.
inline std::string text_of(const ChainTree& tree, std::size_t node = ChainTree::kRoot, std::size_t depth = 0) {
  std::string text;
  for (std::size_t i = 0; i < tree.nodes[node].children; ++i) {
    const std::size_t child = tree.nodes[node].first_child + i;
    const ChainNode& chain = tree.nodes[child];
    text.append(2 * depth, ' ').append(std::to_string(chain.links)).append(" links, ");
    text.append(std::to_string(chain.score)).append(" points, ").append(std::to_string(chain.fire)).append("..");
    text.append(std::to_string(chain.end)).append("\n").append(text_of(tree, child, depth + 1));
  }
  return text;
}

}  // namespace rensa::search
