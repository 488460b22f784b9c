#include "clients/cli/bench_command.h"

#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>

#include "clients/cli/chain_path_option.h"
#include "clients/cli/corpus.h"
#include "engine/bench/benches.h"
#include "engine/bench/perft.h"
#include "engine/bench/signature.h"

namespace rensa::cli {

namespace {

struct BenchOptions {
  std::string corpus = RENSA_CHAIN_CORPUS;
  std::string path = "all";
  bool as_json = false;
  int repetitions = 9;
};

void add_options(CLI::App& command, BenchOptions& options) {
  command.add_flag("--json", options.as_json, "Print JSON");
  command.add_option("--repetitions", options.repetitions, "Figures are medians of so many")
      ->check(CLI::Range(1, 1000));
}

void add_chain_options(CLI::App& command, BenchOptions& options) {
  add_options(command, options);
  add_chain_path_option(command, options.path);
  command.add_option("--corpus", options.corpus, "Chain vectors, gzip or not")->check(CLI::ExistingFile);
}

void add_rules_bench(CLI::App& benches, int& exit_code) {
  CLI::App* command = benches.add_subcommand("rules", "ns a field, with score, by links of the chain");
  const auto options = std::make_shared<BenchOptions>();
  add_chain_options(*command, *options);
  command->callback([options, &exit_code] {
    const auto classes = field_classes(options->corpus);
    bench::register_chain_benches(classes, chain_paths_named(options->path));
    exit_code = bench::run_benches(options->as_json, options->repetitions);
  });
}

void add_plies_bench(CLI::App& benches, int& exit_code) {
  CLI::App* command = benches.add_subcommand("plies", "ns a node of a two-ply enumeration, each simulated");
  const auto options = std::make_shared<BenchOptions>();
  add_chain_options(*command, *options);
  command->callback([options, &exit_code] {
    const auto positions = quiet_positions(options->corpus);
    bench::register_ply_benches(positions, chain_paths_named(options->path));
    exit_code = bench::run_benches(options->as_json, options->repetitions);
  });
}

void add_duel_bench(CLI::App& benches, int& exit_code) {
  CLI::App* command = benches.add_subcommand("duel", "ns a frame, a game, a route");
  const auto options = std::make_shared<BenchOptions>();
  add_options(*command, *options);
  command->callback([options, &exit_code] {
    bench::register_duel_benches();
    bench::register_route_benches();
    exit_code = bench::run_benches(options->as_json, options->repetitions);
  });
}

void add_search_bench(CLI::App& benches, int& exit_code) {
  CLI::App* command = benches.add_subcommand(
      "search", "ns a field: possible chains, worth, templates; a hand tree, an exchange, a beam");
  const auto options = std::make_shared<BenchOptions>();
  add_options(*command, *options);
  command->callback([options, &exit_code] {
    const auto positions = bench::fixed_positions(20'000);
    bench::register_possible_chain_benches(positions);
    bench::register_exchange_benches();
    bench::register_stacking_benches(positions);
    bench::register_match_degree_benches(positions);
    bench::register_beam_benches(positions);
    exit_code = bench::run_benches(options->as_json, options->repetitions);
  });
}

void add_perft(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("perft", "Count all placements to a depth on fixed positions");
  const auto depth = std::make_shared<int>(3);
  const auto path = std::make_shared<std::string>("all");
  command->add_option("--depth", *depth, "Placements one after another")->check(CLI::Range(1, 3));
  add_chain_path_option(*command, *path);
  command->callback([depth, path, &exit_code] {
    const auto paths = chain_paths_named(*path);
    const bench::Perft counted = bench::perft_of_fixed_positions(*depth, paths.front());
    std::cout << "perft depth " << *depth << " leaves " << counted.leaves << " links " << counted.links << " deaths "
              << counted.deaths << " digest " << std::hex << std::setfill('0') << std::setw(16) << counted.digest
              << std::endl;
    for (const rules::ChainPath& other : paths.subspan(1)) {
      if (bench::perft_of_fixed_positions(*depth, other) == counted) continue;
      std::cerr << "rensa: perft differs between " << paths.front().name << " and " << other.name << '\n';
      exit_code = 1;
    }
  });
}

void print_signature(const char* name, std::uint64_t value) {
  std::cout << "signature " << name << ' ' << std::hex << std::setfill('0') << std::setw(16) << value << std::endl;
}

void add_signature(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("signature", "A number for the behaviour of chains, routes and duels");
  const auto path = std::make_shared<std::string>("all");
  add_chain_path_option(*command, *path);
  command->callback([path, &exit_code] {
    const auto paths = chain_paths_named(*path);
    const std::uint64_t chains = bench::chain_signature(paths.front());
    print_signature("chain", chains);
    print_signature("route", bench::route_signature());
    print_signature("duel", bench::duel_signature());
    for (const rules::ChainPath& other : paths.subspan(1)) {
      if (bench::chain_signature(other) == chains) continue;
      std::cerr << "rensa: chains differ between " << paths.front().name << " and " << other.name << '\n';
      exit_code = 1;
    }
  });
}

}  // namespace

void add_bench_commands(CLI::App& program, int& exit_code) {
  CLI::App* benches = program.add_subcommand("bench", "Measure how fast the engine is");
  benches->require_subcommand(1);
  add_rules_bench(*benches, exit_code);
  add_plies_bench(*benches, exit_code);
  add_duel_bench(*benches, exit_code);
  add_search_bench(*benches, exit_code);
  add_perft(program, exit_code);
  add_signature(program, exit_code);
}

}  // namespace rensa::cli
