#include "clients/cli/learn/lessons.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <stdexcept>

#include "clients/cli/record/record_file.h"
#include "engine/players/player.h"
#include "engine/record/codec.h"
#include "engine/record/game_history.h"
#include "engine/record/verify.h"
#include "engine/research/experiments/evaluation_learning.h"

namespace rensa::cli {

namespace {

constexpr std::array kSeats = {duel::Seat::one, duel::Seat::two};

struct Choice {
  duel::View view;
  rules::Placement taken;
};

// The same pair came to the same place of the same field.
bool are_alike(const Choice& one, const Choice& other) {
  return one.taken == other.taken && one.view.own.pairs[0] == other.view.own.pairs[0] &&
         one.view.own.field == other.view.own.field;
}

void add_choices(const record::Record& record, duel::Seat seat, players::Player* asked, std::vector<Choice>& choices) {
  for (const record::Decision& decision : record::decisions_of(record, seat)) {
    const auto taken = asked == nullptr ? decision.placement : asked->choose(decision.view);
    if (!taken) continue;
    const Choice choice{.view = decision.view, .taken = *taken};
    const auto is_like_it = [&](const Choice& other) { return are_alike(choice, other); };
    if (std::none_of(choices.begin(), choices.end(), is_like_it)) choices.push_back(choice);
  }
}

std::vector<Choice> choices_of(const record::Record& record, const DuelTeacher& teacher, const std::string& file) {
  std::vector<Choice> choices;
  bool plays = false;
  for (const duel::Seat seat : kSeats) {
    if (record.players[duel::index_of(seat)] != teacher.name) continue;
    plays = true;
    add_choices(record, seat, nullptr, choices);
  }
  if (plays) return choices;
  if (!teacher.player) {
    throw std::runtime_error(file + ": " + teacher.name + " is no player of ours, and has no seat in a record of " +
                             record.players[0] + " against " + record.players[1]);
  }
  for (const duel::Seat seat : kSeats) {
    const auto index = duel::index_of(seat);
    const auto player =
        teacher.player->make(record.setup.ruleset, players::player_seed(record.setup.seed, static_cast<int>(index)));
    add_choices(record, seat, player.get(), choices);
  }
  return choices;
}

record::Record sound_record(std::span<const std::uint8_t> bytes, const std::string& file) {
  const record::Verdict verdict = record::verify(bytes);
  const auto decoded = record::decode(bytes);
  if (!verdict.ok() || !decoded.record) throw std::runtime_error(file + ": " + verdict.what);
  return *decoded.record;
}

}  // namespace

Lessons lessons_of(std::span<const std::string> files, const DuelTeacher& teacher,
                   const evaluation::WeightsByPhase& plan) {
  Lessons lessons;
  std::set<std::string> given;
  for (const std::string& file : files) {
    const std::vector<std::uint8_t> bytes = read_record_bytes(file);
    if (!given.emplace(bytes.begin(), bytes.end()).second) {
      ++lessons.repeated;
      continue;
    }
    const record::Record record = sound_record(bytes, file);
    GameLessons game;
    for (const Choice& choice : choices_of(record, teacher, file)) {
      if (auto example = experiments::evaluation_example(choice.view, choice.taken, record.setup.ruleset, plan)) {
        game.push_back(std::move(*example));
      }
    }
    if (!game.empty()) lessons.games.push_back(std::move(game));
  }
  return lessons;
}

}  // namespace rensa::cli
