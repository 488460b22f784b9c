#include <algorithm>
#include <gtest/gtest.h>

#include "engine/rules/rng.h"
#include "server/tournament/statistics/bradley_terry.h"

namespace rensa::tournament {
namespace {

using Sets = std::vector<std::vector<std::size_t>>;

TEST(StrongComponents, AreNodesThatCanReachEachOther) {
  EXPECT_EQ(strong_components({}), Sets{});
  EXPECT_EQ(strong_components({{1}, {2}, {0}}), (Sets{{0, 1, 2}}));
  EXPECT_EQ(strong_components({{1}, {2}, {1}}), (Sets{{0}, {1, 2}}));
  EXPECT_EQ(strong_components({{}, {0}}), (Sets{{1}, {0}}));
}

TEST(StrongComponents, ALongChainDoesNotOverflowTheStack) {
  Sets edges(50'000);
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) edges[i] = {i + 1};
  EXPECT_EQ(strong_components(edges).size(), edges.size());
  edges.back() = {0};
  EXPECT_EQ(strong_components(edges).size(), 1U);
}

TEST(StrongComponents, AgreeWithReachability) {
  rules::Rng rng(1, 1);
  for (int round = 0; round < 300; ++round) {
    const std::size_t nodes = 1 + rng.below(8);
    Sets edges(nodes);
    std::vector<std::vector<bool>> reaches(nodes, std::vector<bool>(nodes));
    for (std::size_t i = 0; i < nodes; ++i) reaches[i][i] = true;
    for (std::uint32_t count = rng.below(12); count > 0; --count) {
      const std::size_t from = rng.below(static_cast<std::uint32_t>(nodes));
      const std::size_t to = rng.below(static_cast<std::uint32_t>(nodes));
      edges[from].push_back(to);
      reaches[from][to] = true;
    }
    for (std::size_t k = 0; k < nodes; ++k) {
      for (std::size_t i = 0; i < nodes; ++i) {
        for (std::size_t j = 0; j < nodes; ++j) {
          if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
        }
      }
    }
    const Sets components = strong_components(edges);
    std::vector<std::size_t> component_of(nodes, nodes);
    for (std::size_t c = 0; c < components.size(); ++c) {
      for (const std::size_t node : components[c]) component_of[node] = c;
      EXPECT_TRUE(std::is_sorted(components[c].begin(), components[c].end()));
    }
    for (std::size_t i = 0; i < nodes; ++i) {
      for (std::size_t j = 0; j < nodes; ++j) {
        EXPECT_EQ(component_of[i] == component_of[j], reaches[i][j] && reaches[j][i]);
        EXPECT_TRUE(!reaches[i][j] || component_of[i] <= component_of[j]);
      }
    }
  }
}

}  // namespace
}  // namespace rensa::tournament
