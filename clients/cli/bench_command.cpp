#include <iomanip>
#include <iostream>
#include <memory>
#include <string>

#include "clients/cli/chain_corpus.h"
#include "clients/cli/chain_kernel_option.h"
#include "clients/cli/commands.h"
#include "clients/command_line/command_line.h"
#include "engine/bench/benches.h"
#include "engine/bench/self_check.h"

namespace rensa::cli {

namespace {

struct BenchOptions {
  std::string corpus = RENSA_CHAIN_CORPUS;
  std::string path = "all";
  bool as_json = false;
  int repetitions = 9;
};

void add_options(command_line::Command& command, BenchOptions& options) {
  command.add_flag("--json", options.as_json, "Print JSON");
  command.add_option("--repetitions", options.repetitions, "Figures are medians of so many")
      .check(command_line::in_range(1, 1000));
}

void add_chain_options(command_line::Command& command, BenchOptions& options) {
  add_options(command, options);
  add_chain_kernel_option(command, options.path);
  command.add_option("--corpus", options.corpus, "Chain vectors, gzip or not").check(command_line::existing_file());
}

void add_rules_bench(command_line::Command& benches) {
  command_line::Command& command = benches.add_command("rules", "ns a field, with score, by links of the chain");
  const auto options = std::make_shared<BenchOptions>();
  add_chain_options(command, *options);
  command.set_action([options] {
    const auto classes = read_field_classes(options->corpus);
    bench::register_chain_benches(classes, chain_kernels_named(options->path));
    return bench::run_benchmarks(options->as_json, options->repetitions);
  });
}

void add_plies_bench(command_line::Command& benches) {
  command_line::Command& command = benches.add_command("plies", "ns a node of a two-ply enumeration, each simulated");
  const auto options = std::make_shared<BenchOptions>();
  add_chain_options(command, *options);
  command.set_action([options] {
    const auto positions = read_positions_without_chain(options->corpus);
    bench::register_ply_benches(positions, chain_kernels_named(options->path));
    return bench::run_benchmarks(options->as_json, options->repetitions);
  });
}

void add_duel_bench(command_line::Command& benches) {
  command_line::Command& command = benches.add_command("duel", "ns a frame, a game, a route");
  const auto options = std::make_shared<BenchOptions>();
  add_options(command, *options);
  command.set_action([options] {
    bench::register_duel_benches();
    return bench::run_benchmarks(options->as_json, options->repetitions);
  });
}

void add_search_bench(command_line::Command& benches) {
  command_line::Command& command =
      benches.add_command("search", "ns a field: possible chains, worth, templates; a hand tree, an exchange, a beam");
  const auto options = std::make_shared<BenchOptions>();
  add_options(command, *options);
  command.set_action([options] {
    const auto positions = bench::fixed_positions(20'000);
    bench::register_search_benches(positions);
    return bench::run_benchmarks(options->as_json, options->repetitions);
  });
}

void add_perft(command_line::Command& program) {
  command_line::Command& command = program.add_command("perft", "Count all placements to a depth on fixed positions");
  const auto depth = std::make_shared<int>(3);
  const auto path = std::make_shared<std::string>("all");
  command.add_option("--depth", *depth, "Placements one after another").check(command_line::in_range(1, 3));
  add_chain_kernel_option(command, *path);
  command.set_action([depth, path] {
    const auto paths = chain_kernels_named(*path);
    const bench::Perft counted = bench::perft_of_fixed_positions(*depth, paths.front());
    std::cout << "perft depth " << *depth << " leaves " << counted.leaves << " links " << counted.links << " deaths "
              << counted.deaths << " digest " << std::hex << std::setfill('0') << std::setw(16) << counted.digest
              << std::endl;
    int exit_code = 0;
    for (const rules::ChainKernel& other : paths.subspan(1)) {
      if (bench::perft_of_fixed_positions(*depth, other) == counted) continue;
      std::cerr << "rensa: perft differs between " << paths.front().name << " and " << other.name << '\n';
      exit_code = 1;
    }
    return exit_code;
  });
}

void print_signature(const char* name, std::uint64_t value) {
  std::cout << "signature " << name << ' ' << std::hex << std::setfill('0') << std::setw(16) << value << std::endl;
}

void add_signature(command_line::Command& program) {
  command_line::Command& command =
      program.add_command("signature", "A number for the behaviour of chains, routes and duels");
  const auto path = std::make_shared<std::string>("all");
  add_chain_kernel_option(command, *path);
  command.set_action([path] {
    const auto paths = chain_kernels_named(*path);
    const std::uint64_t chains = bench::chain_signature(paths.front());
    print_signature("chain", chains);
    print_signature("route", bench::route_signature());
    print_signature("duel", bench::duel_signature());
    int exit_code = 0;
    for (const rules::ChainKernel& other : paths.subspan(1)) {
      if (bench::chain_signature(other) == chains) continue;
      std::cerr << "rensa: chains differ between " << paths.front().name << " and " << other.name << '\n';
      exit_code = 1;
    }
    return exit_code;
  });
}

}  // namespace

void add_bench_commands(command_line::Command& program) {
  command_line::Command& benches = program.add_command("bench", "Measure how fast the engine is");
  benches.require_command();
  add_rules_bench(benches);
  add_plies_bench(benches);
  add_duel_bench(benches);
  add_search_bench(benches);
  add_perft(program);
  add_signature(program);
}

}  // namespace rensa::cli
