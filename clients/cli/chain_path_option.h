#pragma once

#include <span>
#include <string>

#include "engine/rules/chain.h"

namespace CLI {
class App;
}

namespace rensa::cli {

// `--path NAME`: how chains are computed, one of the paths that this machine has, or all of them.
void add_chain_path_option(CLI::App& command, std::string& name);
std::span<const rules::ChainPath> chain_paths_named(const std::string& name);

}  // namespace rensa::cli
