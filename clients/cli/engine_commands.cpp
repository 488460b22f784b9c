#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/vectors/vector_reader.h"
#include "clients/cli/vectors/vectors.h"
#include "clients/command_line/command_line.h"
#include "engine/bench/benches.h"
#include "engine/bench/self_check.h"
#include "engine/rules/chain.h"
#include "engine/rules/rng.h"

namespace rensa::cli {

namespace {

std::string kernel_names() {
  std::string names = "all";
  for (const rules::ChainKernel& kernel : rules::chain_kernels()) names.append(", ").append(kernel.name);
  return names;
}

std::string why_kernel_refused(const std::string& name) {
  if (name == "all" || rules::find_chain_kernel(name) != nullptr) return {};
  return "no kernel " + name + " on this machine; there are " + kernel_names();
}

// Adds `--kernel`: the code that computes chains. It is one of the kernels that this machine can run, or "all".
void add_kernel_option(command_line::Command& command, std::string& name) {
  command.add_option("--kernel", name, "The code that computes chains: " + kernel_names())
      .check({why_kernel_refused, "KERNEL"})
      .hidden_alias("--path");
}

// Precondition: the name has passed the check of the option.
std::span<const rules::ChainKernel> kernels_named(const std::string& name) {
  if (name == "all") return rules::chain_kernels();
  return {rules::find_chain_kernel(name), 1};
}

constexpr std::size_t kMaxPositions = 500;

// A field of a file of chain vectors.
struct CorpusField {
  rules::Field field;
  int links = 0;
  std::string kind;
};

template <class Item>
void shuffle(std::vector<Item>& items) {
  rules::Rng rng(1);
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[rng.below(static_cast<std::uint32_t>(left))]);
  }
}

// Returns the fields in a random order that is always the same. Throws InputError if the file cannot be read.
std::vector<CorpusField> read_corpus(const std::string& path) {
  LineReader reader(path);
  std::vector<CorpusField> lines;
  for (std::string text; reader.next(text);) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) throw InputError(path + ": line " + std::to_string(lines.size() + 1) + ": no JSON object");
    lines.push_back({field_at(json, "field"), int_at(json, "chains", 0, 100), text_at(json, "kind")});
  }
  if (lines.empty()) throw InputError(path + ": has no lines");
  shuffle(lines);
  return lines;
}

// Returns all fields as the class "mix", and again in classes by the links of their chain: none, 1-3, 4-9 and 10+.
std::vector<bench::FieldClass> read_field_classes(const std::string& path) {
  std::vector<bench::FieldClass> classes = {{"mix", {}}, {"none", {}}, {"1-3", {}}, {"4-9", {}}, {"10+", {}}};
  for (const CorpusField& line : read_corpus(path)) {
    const std::size_t group = line.links == 0 ? 1 : line.links <= 3 ? 2 : line.links <= 9 ? 3 : 4;
    classes[0].fields.push_back(line.field);
    classes[group].fields.push_back(line.field);
  }
  std::erase_if(classes, [](const bench::FieldClass& group) { return group.fields.empty(); });
  return classes;
}

// Returns fields of real games in which no chain runs, with random pairs.
std::vector<bench::Position> read_positions_without_chain(const std::string& path) {
  rules::Rng rng(2);
  const auto colour = [&rng] { return rules::kColours[rng.below(4)]; };
  std::vector<bench::Position> positions;
  for (const CorpusField& line : read_corpus(path)) {
    if (line.links > 0 || line.kind != "mayah_play" || positions.size() == kMaxPositions) continue;
    bench::Position position{line.field, {}};
    for (rules::Pair& pair : position.pairs) pair = {colour(), colour()};
    positions.push_back(position);
  }
  if (positions.empty()) throw InputError(path + ": has no field of a game without a chain");
  return positions;
}

struct BenchOptions {
  std::string corpus = RENSA_CHAIN_CORPUS;
  std::string kernel = "all";
  bool as_json = false;
  int repetitions = 9;
};

void add_options(command_line::Command& command, BenchOptions& options) {
  command.add_flag("--json", options.as_json, "Print JSON");
  command.add_option("--repetitions", options.repetitions, "Measure this many times; figures are the medians")
      .check(command_line::in_range(1, 1000));
}

void add_chain_options(command_line::Command& command, BenchOptions& options) {
  add_options(command, options);
  add_kernel_option(command, options.kernel);
  command.add_option("--corpus", options.corpus, "A file of chain vectors, compressed by gzip or not")
      .check(command_line::existing_file());
}

void add_rules_bench(command_line::Command& benches) {
  command_line::Command& command = benches.add_command("rules", "Time of a chain with its score, by number of links");
  const auto options = std::make_shared<BenchOptions>();
  add_chain_options(command, *options);
  command.set_action([options] {
    const auto classes = read_field_classes(options->corpus);
    bench::register_chain_benches(classes, kernels_named(options->kernel));
    return bench::run_benchmarks(options->as_json, options->repetitions);
  });
}

void add_plies_bench(command_line::Command& benches) {
  command_line::Command& command =
      benches.add_command("plies", "Time of a node when all placements of two pairs are simulated");
  const auto options = std::make_shared<BenchOptions>();
  add_chain_options(command, *options);
  command.set_action([options] {
    const auto positions = read_positions_without_chain(options->corpus);
    bench::register_ply_benches(positions, kernels_named(options->kernel));
    return bench::run_benchmarks(options->as_json, options->repetitions);
  });
}

void add_duel_bench(command_line::Command& benches) {
  command_line::Command& command = benches.add_command("duel", "Time of a frame, a game and a route");
  const auto options = std::make_shared<BenchOptions>();
  add_options(command, *options);
  command.set_action([options] {
    bench::register_duel_benches();
    return bench::run_benchmarks(options->as_json, options->repetitions);
  });
}

void add_search_bench(command_line::Command& benches) {
  command_line::Command& command = benches.add_command(
      "search", "Time of the parts of a search: possible chains, field evaluation, templates and others");
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
  const auto kernel = std::make_shared<std::string>("all");
  command.add_option("--depth", *depth, "Number of placements one after another").check(command_line::in_range(1, 3));
  add_kernel_option(command, *kernel);
  command.set_action([depth, kernel] {
    const auto kernels = kernels_named(*kernel);
    const bench::Perft counted = bench::perft_of_fixed_positions(*depth, kernels.front());
    std::cout << "perft depth " << *depth << " leaves " << counted.leaves << " links " << counted.links << " deaths "
              << counted.deaths << " digest " << std::hex << std::setfill('0') << std::setw(16) << counted.digest
              << std::endl;
    int exit_code = 0;
    for (const rules::ChainKernel& other : kernels.subspan(1)) {
      if (bench::perft_of_fixed_positions(*depth, other) == counted) continue;
      std::cerr << "rensa: perft differs between " << kernels.front().name << " and " << other.name << '\n';
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
      program.add_command("signature", "Print numbers that change with the behaviour of chains, routes and duels");
  const auto kernel = std::make_shared<std::string>("all");
  add_kernel_option(command, *kernel);
  command.set_action([kernel] {
    const auto kernels = kernels_named(*kernel);
    const std::uint64_t chains = bench::chain_signature(kernels.front());
    print_signature("chain", chains);
    print_signature("route", bench::route_signature());
    print_signature("duel", bench::duel_signature());
    int exit_code = 0;
    for (const rules::ChainKernel& other : kernels.subspan(1)) {
      if (bench::chain_signature(other) == chains) continue;
      std::cerr << "rensa: chains differ between " << kernels.front().name << " and " << other.name << '\n';
      exit_code = 1;
    }
    return exit_code;
  });
}

struct VectorsOptions {
  std::vector<std::string> files;
  std::string kernel = "all";
};

bool print_vector_report(const std::string& file, std::span<const rules::ChainKernel> kernels) {
  const VectorReport report = check_vectors(file, kernels);
  if (!report.kind.empty()) {
    std::cout << report.kind << " passed " << report.passed << " of " << report.lines << "  " << file << std::endl;
  }
  for (const std::string& remark : report.remarks) std::cout << "  " << remark << '\n';
  if (report.beyond_limits) std::cerr << "rensa: " << file << ": too many placements missed\n";
  if (!report.first_difference.empty()) std::cerr << "rensa: " << file << ": " << report.first_difference << '\n';
  if (!report.error.empty()) std::cerr << "rensa: " << file << ": " << report.error << '\n';
  return report.ok();
}

int check_all_files(const VectorsOptions& options) {
  const std::span<const rules::ChainKernel> kernels = kernels_named(options.kernel);
  bool ok = true;
  for (const std::string& file : options.files) ok = print_vector_report(file, kernels) && ok;
  return ok ? 0 : 1;
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

void add_vectors_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("vectors", "Compare the rules with conformance vectors");
  const auto options = std::make_shared<VectorsOptions>();
  const command_line::Check file = command_line::existing_file();
  const auto why_refused = [file](const std::string& name) { return name == "-" ? "" : file.why_refused(name); };
  command.add_option("files", options->files, "Files of JSON lines, compressed by gzip or not; - is the standard input")
      .required()
      .check({why_refused, "FILE"});
  add_kernel_option(command, options->kernel);
  command.set_action([options] { return check_all_files(*options); });
}

}  // namespace rensa::cli
