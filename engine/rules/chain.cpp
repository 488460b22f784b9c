#include "engine/rules/chain.h"

#include <bit>
#include <vector>

#include "engine/rules/chain_kernels.h"

namespace rensa::rules {

namespace {

ChainResult simulate_portable(const Field& before, Field& after) {
  after = before;
  ChainResult chain;
  for (;;) {
    const Link link = erase_groups(after);
    if (link.erased == 0) return chain;
    const int rows = settle(after);
    ++chain.links;
    chain.score += link_score(link, chain.links);
    chain.frames += estimated_link_frames(rows);
    chain.quick = rows == 0;
  }
}

ChainResult place_and_simulate_portable(const Field& before, const Heights&, Pair pair, Placement placement,
                                        Field& after) {
  after = before;
  drop_pair(after, pair, placement);
  return simulate_portable(after, after);
}

void expand_portable(const Field& before, const Heights& heights, Pair pair, std::uint32_t placements,
                     PlacementResult* results) {
  for (; placements != 0; placements &= placements - 1, ++results) {
    const Placement placement = kPlacements[static_cast<std::size_t>(std::countr_zero(placements))];
    results->chain = place_and_simulate_portable(before, heights, pair, placement, results->field);
  }
}

std::vector<ChainKernel> kernels_of_this_machine() {
  std::vector<ChainKernel> kernels;
#if defined(__x86_64__)
  if (has_avx512()) kernels.push_back(avx512_kernel());
  if (has_avx2()) kernels.push_back(avx2_kernel());
#endif
  kernels.push_back({"portable", simulate_portable, place_and_simulate_portable, expand_portable});
  return kernels;
}

}  // namespace

std::span<const ChainKernel> chain_kernels() {
  static const std::vector<ChainKernel> kernels = kernels_of_this_machine();
  return kernels;
}

const ChainKernel* find_chain_kernel(std::string_view name) {
  for (const ChainKernel& kernel : chain_kernels()) {
    if (kernel.name == name) return &kernel;
  }
  return nullptr;
}

const ChainKernel& fastest_chain_kernel() {
  static const ChainKernel& fastest = chain_kernels().front();
  return fastest;
}

}  // namespace rensa::rules
