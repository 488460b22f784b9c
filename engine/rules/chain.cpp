#include "engine/rules/chain.h"

#include <array>

#include "engine/rules/chain_kernels.h"

namespace rensa::rules {

std::span<const ChainPath> chain_paths() {
  static const std::array<ChainPath, 1> paths = {{{"portable", simulate_portable, place_and_simulate_portable}}};
  return paths;
}

const ChainPath* find_chain_path(std::string_view name) {
  for (const ChainPath& path : chain_paths()) {
    if (path.name == name) return &path;
  }
  return nullptr;
}

const ChainPath& fastest_chain_path() { return chain_paths().front(); }

}  // namespace rensa::rules
