#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/duel/record.h"
#include "engine/learn/example.h"
#include "engine/players/entrant.h"
#include "engine/search/stacking.h"

namespace rensa::cli {

// What records have to teach.

struct DuelTeacher {
  std::string name;
  std::optional<players::Entrant> player;  // one of ours: it can be asked
};

// The choices of a teacher in one game.
using GameLessons = std::vector<learn::Example>;

// Where the teacher has a seat of the record, the choices that it made there count, and nobody is asked: so whoever has
// left records can be learned from. Else the teacher is asked what it would do in the place of each of the two.
// Throws std::runtime_error if it is neither there nor one of ours. Precondition: the record verifies.
GameLessons lessons_of(const duel::Record& record, const DuelTeacher& teacher, const search::StackingPlan& plan);

// Throws std::runtime_error with the file's name if it is no record that verifies.
duel::Record sound_record(const std::string& file);

}  // namespace rensa::cli
