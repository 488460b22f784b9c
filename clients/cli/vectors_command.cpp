#include "clients/cli/vectors_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "clients/cli/chain_path_option.h"
#include "clients/cli/vectors/vectors.h"

namespace rensa::cli {

namespace {

struct Options {
  std::vector<std::string> files;
  std::string path = "all";
};

bool report_file(const std::string& file, std::span<const rules::ChainPath> chains) {
  const VectorReport report = check_vectors(file, chains);
  if (!report.kind.empty()) {
    std::cout << report.kind << " passed " << report.passed << " of " << report.lines << "  " << file << std::endl;
  }
  for (const std::string& remark : report.remarks) std::cout << "  " << remark << '\n';
  if (report.beyond_limits) std::cerr << "rensa: " << file << ": too many placements missed\n";
  if (!report.first_difference.empty()) std::cerr << "rensa: " << file << ": " << report.first_difference << '\n';
  if (!report.error.empty()) std::cerr << "rensa: " << file << ": " << report.error << '\n';
  return report.ok();
}

int check_all(const Options& options) {
  const std::span<const rules::ChainPath> chains = chain_paths_named(options.path);
  bool ok = true;
  for (const std::string& file : options.files) ok = report_file(file, chains) && ok;
  return ok ? 0 : 1;
}

}  // namespace

void add_vectors_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("vectors", "Hold the rules against conformance vectors");
  const auto options = std::make_shared<Options>();
  const CLI::Validator file([](const std::string& name) { return name == "-" ? "" : CLI::ExistingFile(name); }, "FILE");
  command->add_option("files", options->files, "JSON lines, gzip or not; - is the standard input")
      ->required()
      ->check(file);
  add_chain_path_option(*command, options->path);
  command->callback([options, &exit_code] { exit_code = check_all(*options); });
}

}  // namespace rensa::cli
