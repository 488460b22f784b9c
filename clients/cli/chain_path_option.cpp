#include "clients/cli/chain_path_option.h"

#include <CLI/CLI.hpp>

namespace rensa::cli {

namespace {

std::string names_of_paths() {
  std::string names = "all";
  for (const rules::ChainPath& path : rules::chain_paths()) names.append(", ").append(path.name);
  return names;
}

std::string why_not_a_path(const std::string& name) {
  if (name == "all" || rules::find_chain_path(name) != nullptr) return {};
  return "no path " + name + " on this machine; there are " + names_of_paths();
}

}  // namespace

void add_chain_path_option(CLI::App& command, std::string& name) {
  command.add_option("--path", name, "How chains are computed: " + names_of_paths())
      ->check(CLI::Validator([](const std::string& given) { return why_not_a_path(given); }, "PATH"));
}

std::span<const rules::ChainPath> chain_paths_named(const std::string& name) {
  if (name == "all") return rules::chain_paths();
  return {rules::find_chain_path(name), 1};
}

}  // namespace rensa::cli
