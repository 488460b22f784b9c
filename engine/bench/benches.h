#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/bench/positions.h"
#include "engine/rules/chain.h"
#include "engine/rules/field.h"

namespace rensa::bench {

// Micro-benchmarks as Google Benchmark knows them. They register themselves over what they are given, which must live
// until they have run; the time of an iteration is that of one field, node, route or frame.

struct FieldClass {
  std::string name;
  std::vector<rules::Field> fields;  // shuffled: a few repeated fields would be learned by the branch predictor
};

// One chain with its score, by class and path.
void register_chain_benches(std::span<const FieldClass> classes, std::span<const rules::ChainPath> paths);
// One node of a two-ply enumeration.
void register_ply_benches(const std::vector<Position>& positions, std::span<const rules::ChainPath> paths);
// All possible chains of one field, by how often it is completed, with and without the chain book. Of the positions
// those count in which nothing is about to vanish.
void register_possible_chain_benches(const std::vector<Position>& positions);
// What one field is worth to who stacks; of quiet positions.
void register_stacking_benches(const std::vector<Position>& positions);
// How much of one template stands in one field, by family.
void register_match_degree_benches(const std::vector<Position>& positions);
// What all placements of one pair may grow to, by a beam of the usual width; of a few quiet positions.
void register_beam_benches(const std::vector<Position>& positions);
// Routes and reachability, by how high the fields are.
void register_route_benches();
// One frame of one lane, and a whole game of random placements.
void register_duel_benches();
// The table of hands, hand trees of made-up chains, exchanges between them.
void register_exchange_benches();

// Runs what is registered; as JSON if asked for. Medians of repetitions.
int run_benches(bool as_json, int repetitions);

}  // namespace rensa::bench
