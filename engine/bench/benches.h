#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/chain.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::bench {

// A field in the middle of a game, and the pairs to come.
struct Position {
  rules::Field field;
  std::array<rules::Pair, 3> pairs;
};

// Returns positions that are the same on every machine and never change, because perft and the signatures depend on
// them. The fields come from random play of four and of five colours, with garbage in every other field.
std::vector<Position> fixed_positions(int count);

// Returns the positions from which a search can start: the field is at rest, no group is about to vanish, and the game
// is not lost.
std::vector<Position> select_stable_positions(const std::vector<Position>& positions);

// Returns positions of solo games in which a narrow beam builds with four colours: the fields that searches meet in
// real games. They are the same on every machine.
std::vector<Position> building_positions(int games);

// Micro-benchmarks with Google Benchmark. The arguments must live until the benchmarks have run. The time of an
// iteration is that of one field, node, route or frame.

struct FieldClass {
  std::string name;
  std::vector<rules::Field> fields;  // shuffled, because the branch predictor learns a few repeated fields
};

// Measures one chain with its score, by class of fields and by kernel.
void register_chain_benches(std::span<const FieldClass> classes, std::span<const rules::ChainKernel> kernels);
// Measures one node of a two-ply enumeration.
void register_ply_benches(const std::vector<Position>& positions, std::span<const rules::ChainKernel> kernels);
// Measures the parts of a search over the stable positions: all possible chains of a field, by the number of
// completions, with and without the chain book; hand trees and exchanges; the evaluation of a field; the degree to
// which a field matches a template; and a beam of the usual width over all placements of one pair of five colours. Also
// the table of hands, hand trees of made-up chains, and exchanges between them.
void register_search_benches(const std::vector<Position>& positions);
// Measures the beam of the usual width on such positions. Its counter "children/s" is the number of fields that it
// makes and evaluates in a second.
void register_beam_benches(const std::vector<Position>& building);
// Measures one frame of both sides, a whole game of random placements, and routes and reachability by the heights of
// the fields.
void register_duel_benches();

// Runs the registered benchmarks and prints medians of the repetitions. Returns the exit code.
int run_benchmarks(int repetitions);
// Runs them and returns the report of Google Benchmark, an object of JSON; its array "benchmarks" has the figures.
std::string json_of_benchmarks(int repetitions);

}  // namespace rensa::bench
