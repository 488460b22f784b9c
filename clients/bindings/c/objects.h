#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clients/bindings/c/engine.h"
#include "clients/bindings/c/practice_game.h"
#include "clients/bindings/c/training_position.h"
#include "engine/duel/game.h"
#include "engine/duel/side_prediction.h"
#include "engine/record/record_writer.h"
#include "engine/record/replay.h"
#include "engine/rules/field.h"
#include "engine/rules/ruleset.h"

namespace rensa::bindings {

// The kinds of objects. Players are in player_functions.cpp, so that a build without them can leave that file out.

template <std::int32_t kindNumber>
struct ObjectOf : Object {
  static constexpr std::int32_t kKind = kindNumber;
  ObjectOf() : Object(kindNumber) {}
};

struct RulesetObject : ObjectOf<RENSA_KIND_RULESET> {
  explicit RulesetObject(rules::Ruleset from) : ruleset(std::move(from)) {}
  const rules::Ruleset ruleset;  // playable
};

struct FieldsObject : ObjectOf<RENSA_KIND_FIELDS> {
  std::vector<rules::Field> fields;
};

struct DuelObject : ObjectOf<RENSA_KIND_DUEL> {
  explicit DuelObject(const duel::GameSetup& from) : setup(from), game(from) {}
  DuelObject(const DuelObject& from) : setup(from.setup), game(from.game) {}
  const duel::GameSetup setup;
  duel::Game game;
  std::optional<record::RecordWriter> writer;
};

struct DuelsObject : ObjectOf<RENSA_KIND_DUELS> {
  explicit DuelsObject(rules::Ruleset from) : ruleset(std::move(from)) {}
  const rules::Ruleset ruleset;
  std::vector<duel::Game> games;
};

// The record verifies.
struct RecordObject : ObjectOf<RENSA_KIND_RECORD> {
  explicit RecordObject(record::Record from) : record(std::move(from)) {}
  const record::Record record;
};

struct ReplayObject : ObjectOf<RENSA_KIND_REPLAY> {
  explicit ReplayObject(const record::Record& from) : cursor(from) {}
  record::ReplayCursor cursor;
};

struct PracticeObject : ObjectOf<RENSA_KIND_PRACTICE> {
  explicit PracticeObject(PracticeGame from) : game(std::move(from)) {}
  PracticeGame game;
};

struct TrainingObject : ObjectOf<RENSA_KIND_TRAINING> {
  explicit TrainingObject(puzzles::Puzzle puzzle) : position(std::move(puzzle)) {}
  TrainingPosition position;
};

struct PredictionObject : ObjectOf<RENSA_KIND_PREDICTION> {
  explicit PredictionObject(rules::Ruleset from) : ruleset(std::move(from)) {}
  const rules::Ruleset ruleset;  // counts in frames
  std::optional<duel::SidePrediction> prediction;
};

}  // namespace rensa::bindings
