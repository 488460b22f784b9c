#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "clients/cli/chain_kernel_option.h"
#include "clients/cli/commands.h"
#include "clients/cli/vectors/vectors.h"
#include "clients/command_line/command_line.h"

namespace rensa::cli {

namespace {

struct Options {
  std::vector<std::string> files;
  std::string path = "all";
};

bool report_file(const std::string& file, std::span<const rules::ChainKernel> chains) {
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
  const std::span<const rules::ChainKernel> chains = chain_kernels_named(options.path);
  bool ok = true;
  for (const std::string& file : options.files) ok = report_file(file, chains) && ok;
  return ok ? 0 : 1;
}

}  // namespace

void add_vectors_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("vectors", "Hold the rules against conformance vectors");
  const auto options = std::make_shared<Options>();
  const command_line::Check file = command_line::existing_file();
  const auto why_refused = [file](const std::string& name) { return name == "-" ? "" : file.why_refused(name); };
  command.add_option("files", options->files, "JSON lines, gzip or not; - is the standard input")
      .required()
      .check({why_refused, "FILE"});
  add_chain_kernel_option(command, options->path);
  command.set_action([options] { return check_all(*options); });
}

}  // namespace rensa::cli
