#include "engine/rules/chain.h"

#include <vector>

#include "engine/rules/chain_kernels.h"

namespace rensa::rules {

namespace {

std::vector<ChainPath> paths_of_this_machine() {
  std::vector<ChainPath> paths;
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512bitalg");
  if (has_avx512) paths.push_back({"avx512", simulate_avx512, place_and_simulate_avx512, expand_avx512});
  if (has_avx2) paths.push_back({"avx2", simulate_avx2, place_and_simulate_avx2, expand_avx2});
#endif
  paths.push_back({"portable", simulate_portable, place_and_simulate_portable, expand_portable});
  return paths;
}

}  // namespace

std::span<const ChainPath> chain_paths() {
  static const std::vector<ChainPath> paths = paths_of_this_machine();
  return paths;
}

const ChainPath* find_chain_path(std::string_view name) {
  for (const ChainPath& path : chain_paths()) {
    if (path.name == name) return &path;
  }
  return nullptr;
}

const ChainPath& fastest_chain_path() {
  static const ChainPath& fastest = chain_paths().front();
  return fastest;
}

}  // namespace rensa::rules
