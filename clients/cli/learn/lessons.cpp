#include "clients/cli/learn/lessons.h"

#include <stdexcept>

#include "clients/cli/record/record_file.h"
#include "engine/duel/record_codec.h"
#include "engine/duel/verify.h"
#include "engine/lab/stacking_lesson.h"
#include "engine/players/seeds.h"
#include "engine/replay/decision.h"

namespace rensa::cli {

namespace {

constexpr std::array kSeats = {duel::Seat::one, duel::Seat::two};

void add(const duel::Record& record, duel::Seat seat, players::Player* asked, const search::StackingPlan& plan,
         GameLessons& lessons) {
  for (const replay::Decision& decision : replay::decisions_of(record, seat)) {
    const auto taken = asked == nullptr ? decision.taken : asked->choose(decision.view);
    if (!taken) continue;
    if (auto example = lab::stacking_example(decision.view, *taken, record.setup.ruleset, plan)) {
      lessons.push_back(std::move(*example));
    }
  }
}

}  // namespace

GameLessons lessons_of(const duel::Record& record, const DuelTeacher& teacher, const search::StackingPlan& plan) {
  GameLessons lessons;
  bool plays = false;
  for (const duel::Seat seat : kSeats) {
    if (record.players[duel::index_of(seat)] != teacher.name) continue;
    plays = true;
    add(record, seat, nullptr, plan, lessons);
  }
  if (plays) return lessons;
  if (!teacher.player) {
    throw std::runtime_error(teacher.name + " is no player of ours, and has no seat in a record of " +
                             record.players[0] + " against " + record.players[1]);
  }
  for (const duel::Seat seat : kSeats) {
    const auto index = duel::index_of(seat);
    const auto player =
        teacher.player->make(record.setup.ruleset, players::player_seed(record.setup.seed, static_cast<int>(index)));
    add(record, seat, player.get(), plan, lessons);
  }
  return lessons;
}

duel::Record sound_record(const std::string& file) {
  const std::vector<std::uint8_t> bytes = read_record_bytes(file);
  const duel::Verdict verdict = duel::verify(bytes);
  const auto decoded = duel::decode(bytes);
  if (!verdict.ok() || !decoded.record) throw std::runtime_error(file + ": " + verdict.what);
  return *decoded.record;
}

}  // namespace rensa::cli
