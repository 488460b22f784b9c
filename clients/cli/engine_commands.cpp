#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/report/report.h"
#include "clients/cli/vectors/vector_reader.h"
#include "clients/cli/vectors/vectors.h"
#include "clients/command_line/command_line.h"
#include "engine/bench/benches.h"
#include "engine/bench/self_check.h"
#include "engine/json/document.h"
#include "engine/rules/chain.h"
#include "engine/rules/rng.h"
#include "server/base/exit_code.h"
#include "server/base/formatted.h"

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
constexpr int kBuildingGames = 4;

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
    const auto line = json::parse_document(text);
    if (!line || !line->is_object()) {
      throw InputError(path + ": line " + std::to_string(lines.size() + 1) + ": " +
                       (line ? "no JSON object" : line.error().message));
    }
    lines.push_back({field_at(*line, "field"), int_at(*line, "chains", 0, 100), text_at(*line, "kind")});
  }
  if (lines.empty()) throw InputError(path + ": has no lines");
  shuffle(lines);
  return lines;
}

// Returns all fields as the class "mix", and again in classes by the links of their chain: none, 1-3, 4-9 and 10+.
std::vector<bench::FieldClass> read_fields_by_links(const std::string& path) {
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

// Returns the path of the fields in this checkout, or in the installation of this program.
std::string path_of_corpus() {
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  const std::filesystem::path installed = folder / "../share/rensa/chain_dev.jsonl.gz";
  const bool is_installed = std::filesystem::exists(installed, ignored);
  return (is_installed ? installed : folder / RENSA_CHAIN_CORPUS).lexically_normal().string();
}

struct BenchOptions {
  std::string corpus = path_of_corpus();
  std::string kernel = "all";
  command_line::FormatChoice format;
  int repetitions = 9;
};

void add_options(command_line::Command& command, BenchOptions& options) {
  command_line::add_format_options(command, options.format);
  command.add_option("--repetitions", options.repetitions, "Measure this many times; figures are the medians")
      .check(command_line::in_range(1, 1000));
}

void add_chain_options(command_line::Command& command, BenchOptions& options) {
  add_options(command, options);
  add_kernel_option(command, options.kernel);
  command.add_option("--corpus", options.corpus, "A file of chain vectors, compressed by gzip or not")
      .check(command_line::existing_file());
}

int run_benchmarks(const BenchOptions& options) {
  if (options.format.is_text()) return bench::run_benchmarks(options.repetitions);
  const nlohmann::ordered_json report = *json::parse_ordered_document(bench::json_of_benchmarks(options.repetitions));
  print_report(report, report["benchmarks"], options.format.wanted());
  return report["benchmarks"].empty() ? base::kExitFailed : base::kExitSuccess;
}

void add_bench_group(command_line::Command& program) {
  command_line::Command& benches = program.add_command("bench", "Measure how fast the engine is");
  benches.require_command();
  const auto options = std::make_shared<BenchOptions>();
  command_line::Command& chains = benches.add_command("rules", "Time of a chain with its score, by number of links");
  add_chain_options(chains, *options);
  chains.set_action([options] {
    const auto classes = read_fields_by_links(options->corpus);
    bench::register_chain_benches(classes, kernels_named(options->kernel));
    return run_benchmarks(*options);
  });

  command_line::Command& plies =
      benches.add_command("plies", "Time of a node when all placements of two pairs are simulated");
  add_chain_options(plies, *options);
  plies.set_action([options] {
    const auto positions = read_positions_without_chain(options->corpus);
    bench::register_ply_benches(positions, kernels_named(options->kernel));
    return run_benchmarks(*options);
  });

  command_line::Command& duels = benches.add_command("duel", "Time of a frame, a game and a route");
  add_options(duels, *options);
  duels.set_action([options] {
    bench::register_duel_benches();
    return run_benchmarks(*options);
  });

  command_line::Command& searches = benches.add_command(
      "search", "Time of the parts of a search: possible chains, field evaluation, templates and others");
  add_options(searches, *options);
  searches.set_action([options] {
    const auto positions = bench::fixed_positions(20'000);
    bench::register_search_benches(positions);
    const auto building = bench::building_positions(kBuildingGames);
    bench::register_beam_benches(building);
    return run_benchmarks(*options);
  });
}

// Returns the exit code: success if `result` returns for all other kernels what it returned for the first one.
template <class Value, class Result>
int compare_kernels(std::span<const rules::ChainKernel> kernels, const Value& expected, const char* what,
                    Result result) {
  int exit_code = base::kExitSuccess;
  for (const rules::ChainKernel& other : kernels.subspan(1)) {
    if (result(other) == expected) continue;
    std::cerr << "rensa: " << what << " between " << kernels.front().name << " and " << other.name << '\n';
    exit_code = base::kExitAnswerIsNo;
  }
  return exit_code;
}

std::string digits_of(std::uint64_t value) {
  return base::formatted("%016llx", static_cast<unsigned long long>(value));
}

void print_perft(int depth, const bench::Perft& counted, const command_line::FormatChoice& format) {
  if (!format.is_text()) {
    return print_table({.columns = {"depth", "leaves", "links", "deaths", "digest"},
                        .rows = {{depth, counted.leaves, counted.links, counted.deaths, digits_of(counted.digest)}}},
                       format.wanted());
  }
  std::cout << "perft depth " << depth << " leaves " << counted.leaves << " links " << counted.links << " deaths "
            << counted.deaths << " digest " << digits_of(counted.digest) << std::endl;
}

void add_perft(command_line::Command& program) {
  command_line::Command& command = program.add_command("perft", "Count all placements to a depth on fixed positions");
  const auto depth = std::make_shared<int>(3);
  const auto kernel = std::make_shared<std::string>("all");
  const auto format = std::make_shared<command_line::FormatChoice>();
  command_line::add_format_options(command, *format);
  command.add_option("--depth", *depth, "Number of placements one after another").check(command_line::in_range(1, 3));
  add_kernel_option(command, *kernel);
  command.set_action([depth, kernel, format] {
    const auto kernels = kernels_named(*kernel);
    const bench::Perft counted = bench::perft_of_fixed_positions(*depth, kernels.front());
    print_perft(*depth, counted, *format);
    return compare_kernels(kernels, counted, "perft differs", [&](const rules::ChainKernel& other) {
      return bench::perft_of_fixed_positions(*depth, other);
    });
  });
}

struct Signature {
  const char* name;
  std::uint64_t value;
};

void print_signatures(const std::vector<Signature>& signatures, const command_line::FormatChoice& format) {
  base::Table table{.columns = {"signature", "value"}, .rows = {}};
  for (const auto& [name, value] : signatures) {
    if (format.is_text()) std::cout << "signature " << name << ' ' << digits_of(value) << std::endl;
    table.rows.push_back({name, digits_of(value)});
  }
  if (!format.is_text()) print_table(table, format.wanted());
}

void add_signature(command_line::Command& program) {
  command_line::Command& command = program.add_command(
      "signature", "Print numbers that change with the behaviour of chains, routes, duels and searches");
  const auto kernel = std::make_shared<std::string>("all");
  add_kernel_option(command, *kernel);
  const auto format = std::make_shared<command_line::FormatChoice>();
  command_line::add_format_options(command, *format);
  command.set_action([kernel, format] {
    const auto kernels = kernels_named(*kernel);
    const std::uint64_t chains = bench::chain_signature(kernels.front());
    print_signatures({{"chain", chains},
                      {"route", bench::route_signature()},
                      {"duel", bench::duel_signature()},
                      {"search", bench::search_signature()}},
                     *format);
    return compare_kernels(kernels, chains, "chains differ", bench::chain_signature);
  });
}

struct VectorsOptions {
  std::vector<std::string> files;
  std::string kernel = "all";
  command_line::FormatChoice format;
};

void print_as_text(const std::string& file, const VectorReport& report) {
  if (!report.kind.empty()) {
    std::cout << report.kind << " passed " << report.passed << " of " << report.lines << "  " << file << std::endl;
  }
  for (const std::string& remark : report.remarks) std::cout << "  " << remark << '\n';
  if (!report.remarks.empty() && !report.beyond_limits) {
    std::cout << "  So few are no fault: the reference accepts some placements that its own keys do not reach.\n";
  }
}

// Returns the exit code for a file after printing what is wrong with it.
int print_faults(const std::string& file, const VectorReport& report) {
  if (report.beyond_limits) std::cerr << "rensa: " << file << ": too many placements missed\n";
  if (!report.first_difference.empty()) std::cerr << "rensa: " << file << ": " << report.first_difference << '\n';
  if (!report.error.empty()) std::cerr << "rensa: " << file << ": " << report.error << '\n';
  if (!report.error.empty()) return base::kExitFailed;
  return report.ok() ? base::kExitSuccess : base::kExitAnswerIsNo;
}

int check_all_files(const VectorsOptions& options) {
  const std::span<const rules::ChainKernel> kernels = kernels_named(options.kernel);
  std::vector<int> exit_codes;
  base::Table table{.columns = {"kind", "file", "passed", "lines", "first_difference", "error"}, .rows = {}};
  for (const std::string& file : options.files) {
    const VectorReport report = check_vectors(file, kernels);
    if (options.format.is_text()) print_as_text(file, report);
    exit_codes.push_back(print_faults(file, report));
    table.rows.push_back({report.kind, file, static_cast<std::uint64_t>(report.passed),
                          static_cast<std::uint64_t>(report.lines), report.first_difference, report.error});
  }
  if (!options.format.is_text()) print_table(table, options.format.wanted());
  return base::exit_code_of_parts(exit_codes);
}

}  // namespace

void add_bench_commands(command_line::Command& program) {
  add_bench_group(program);
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
  command_line::add_format_options(command, options->format);
  command.set_action([options] { return check_all_files(*options); });
}

}  // namespace rensa::cli
