#include "engine/rules/chain.h"

#include <vector>

#include "engine/rules/chain_kernels.h"

namespace rensa::rules {

namespace {

std::vector<ChainKernel> kernels_of_this_machine() {
  std::vector<ChainKernel> kernels;
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512bitalg");
  if (has_avx512) kernels.push_back({"avx512", simulate_avx512, place_and_simulate_avx512, expand_avx512});
  if (has_avx2) kernels.push_back({"avx2", simulate_avx2, place_and_simulate_avx2, expand_avx2});
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
