#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/evaluation/field_evaluation.h"
#include "engine/players/registry.h"
#include "engine/research/learning/phase_weights.h"

namespace rensa::cli {

// Extracts training examples from records.

struct DuelTeacher {
  std::string name;
  std::optional<players::Entrant> player;  // one of ours: it can be asked
};

// The choices of a teacher in one game. A teacher with both seats often meets in one seat a position of the other seat;
// its choice in that position counts once.
using GameLessons = std::vector<learning::Example>;

struct Lessons {
  std::vector<GameLessons> games;  // those with a choice
  std::size_t repeated = 0;        // records left out because they had been given before
};

// If the teacher has a seat in a record, the record's choices of that seat count. So any player that has left records
// can be the teacher. Otherwise the teacher chooses a placement in each position of both players. Files with the same
// bytes count as one record.
// Throws std::runtime_error with the file's name if it is no record that verifies, or if the teacher is neither there
// nor one of ours.
Lessons lessons_of(std::span<const std::string> files, const DuelTeacher& teacher,
                   const evaluation::WeightsByPhase& plan);

}  // namespace rensa::cli
