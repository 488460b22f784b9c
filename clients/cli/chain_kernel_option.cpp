#include "clients/cli/chain_kernel_option.h"

#include "clients/command_line/command_line.h"

namespace rensa::cli {

namespace {

std::string kernel_names() {
  std::string names = "all";
  for (const rules::ChainKernel& kernel : rules::chain_kernels()) names.append(", ").append(kernel.name);
  return names;
}

std::string why_kernel_refused(const std::string& name) {
  if (name == "all" || rules::find_chain_kernel(name) != nullptr) return {};
  return "no path " + name + " on this machine; there are " + kernel_names();
}

}  // namespace

void add_chain_kernel_option(command_line::Command& command, std::string& name) {
  command.add_option("--path", name, "How chains are computed: " + kernel_names()).check({why_kernel_refused, "PATH"});
}

std::span<const rules::ChainKernel> chain_kernels_named(const std::string& name) {
  if (name == "all") return rules::chain_kernels();
  return {rules::find_chain_kernel(name), 1};
}

}  // namespace rensa::cli
