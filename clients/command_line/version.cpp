#include "clients/command_line/version.h"

#include "engine/rules/chain.h"

namespace rensa::command_line {

std::string build_text(const std::string& commit) {
  return "commit " + commit + ", " + std::string(rules::fastest_chain_kernel().name);
}

}  // namespace rensa::command_line
