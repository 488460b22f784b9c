#pragma once

#include <span>
#include <string>

#include "engine/rules/chain.h"

namespace rensa::command_line {
class Command;
}

namespace rensa::cli {

// `--path NAME`: the code that computes chains. NAME is one of the kernels that this machine can run, or "all".
void add_chain_kernel_option(command_line::Command& command, std::string& name);
// Precondition: the name has passed the check of the option.
std::span<const rules::ChainKernel> chain_kernels_named(const std::string& name);

}  // namespace rensa::cli
