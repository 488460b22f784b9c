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

// What records have to teach.

struct DuelTeacher {
  std::string name;
  std::optional<players::Entrant> player;  // one of ours: it can be asked
};

// The choices of a teacher in one game. A teacher that has both seats often stands in one where it stood in the other:
// what it did there counts once.
using GameLessons = std::vector<learning::Example>;

struct Lessons {
  std::vector<GameLessons> games;  // those with a choice
  std::size_t repeated = 0;        // records left out because they had been given before
};

// Where the teacher has a seat of a record, the choices that it made there count, and nobody is asked: so whoever has
// left records can be learned from. Else the teacher is asked what it would do in the place of each of the two. Files
// with the same bytes are one record.
// Throws std::runtime_error with the file's name if it is no record that verifies, or if the teacher is neither there
// nor one of ours.
Lessons lessons_of(std::span<const std::string> files, const DuelTeacher& teacher, const evaluation::WeightsByPhase& plan);

}  // namespace rensa::cli
