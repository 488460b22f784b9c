#include "tests/engine/duel/naive_feats.h"

#include <algorithm>

#include "engine/rules/drop.h"
#include "engine/rules/link.h"
#include "engine/rules/score.h"
#include "engine/rules/shared.h"

namespace rensa::duel::test {

namespace {

std::int64_t garbage_in(const rules::Field& field) { return field.board(rules::Cell::garbage).count(); }

struct Moves {
  Inputs inputs{};
  Routes routes;
};

Moves moves_at(const Record& record, int clock) {
  Moves moves;
  for (const RecordedInput& entry : record.inputs) {
    if (entry.clock != clock) continue;
    moves.inputs[index_of(entry.seat)] = entry.input;
    if (entry.route.frames() > 0) moves.routes[index_of(entry.seat)] = entry.route;
  }
  return moves;
}

class NaiveLane {
 public:
  void step(const Lane& before, const Lane& after, const rules::Ruleset& ruleset, int frame) {
    count_hands(before, after, frame);
    count_links(before, after, ruleset, frame);
    count_garbage(before, after, ruleset);
    naive.feats.score = after.score();
    naive.waiting = after.waiting().total();
  }
  NaiveFeats naive;

 private:
  static bool takes_garbage(const Lane& lane) {
    return lane.phase() == Phase::garbage_falling || lane.phase() == Phase::settling;
  }

  void count_hands(const Lane& before, const Lane& after, int frame) {
    if (before.phase() != Phase::control) return;
    ++control_;
    if (after.phase() == Phase::control) return;
    ++naive.feats.hands;
    naive.feats.clock = frame;
    naive.feats.control += control_;
    control_ = 0;
  }

  void count_links(const Lane& before, const Lane& after, const rules::Ruleset& ruleset, int frame) {
    if (before.phase() == Phase::vanishing && after.phase() != Phase::vanishing) {
      rules::Field field = before.field();
      rules::erase_groups(field);
      if (field.all_clear()) ++naive.feats.all_clears;
    }
    if (after.link() <= before.link()) return;
    ++naive.feats.links;
    if (after.link() == 1) ++naive.feats.chains;
    naive.feats.longest_chain = std::max<std::int64_t>(naive.feats.longest_chain, after.link());
    const std::int64_t attack = (after.score() - converted_) / rules::garbage_rate_at(ruleset, frame);
    converted_ += attack * rules::garbage_rate_at(ruleset, frame);
    const std::int64_t cancelled = std::min<std::int64_t>(attack, before.waiting().total());
    naive.feats.garbage_cancelled += cancelled;
    naive.feats.garbage_sent += attack - cancelled;
  }

  void count_garbage(const Lane& before, const Lane& after, const rules::Ruleset& ruleset) {
    if (takes_garbage(after) && !takes_garbage(before)) {
      naive.in_the_air = std::min(before.waiting().fixed, ruleset.max_garbage_drop);
    }
    if (!takes_garbage(after) && !takes_garbage(before)) return;
    entered_ += garbage_in(after.field()) - garbage_in(field_before(before));
    if (takes_garbage(after)) return;
    naive.feats.garbage_fell += entered_;
    naive.found_no_room += naive.in_the_air - entered_;
    naive.in_the_air = 0;
    entered_ = 0;
  }

  // Garbage may enter in the frame in which a link takes other garbage away.
  static rules::Field field_before(const Lane& before) {
    rules::Field field = before.field();
    if (before.phase() == Phase::vanishing) rules::erase_groups(field);
    return field;
  }

  std::int64_t control_ = 0;
  std::int64_t converted_ = 0;
  std::int64_t entered_ = 0;
};

std::array<NaiveFeats, 2> count_frames(const Record& record) {
  Duel duel(record.setup);
  std::array<NaiveLane, 2> lanes;
  while (duel.frame() < record.outcome.frame) {
    const Moves moves = moves_at(record, duel.frame() + 1);
    const Duel before = duel;
    duel.replay(moves.inputs, moves.routes);
    for (const Seat seat : kSeats) {
      lanes[index_of(seat)].step(before.lane(seat), duel.lane(seat), duel.ruleset(), duel.frame());
    }
  }
  return {lanes[0].naive, lanes[1].naive};
}

struct NaiveTurn {
  rules::Field field;  // before garbage comes in
  std::int64_t attack = 0;
  std::int64_t offset = 0;
};

// From the literature, 3N(N-1) + sum of i(c_i - 4), or by points.
NaiveTurn play_turn(const TurnDuel::Side& side, const rules::PlacedPair& move, const rules::Ruleset& ruleset,
                    Feats& feats) {
  NaiveTurn turn{.field = side.field};
  rules::drop_pair(turn.field, move.pair, move.placement);
  std::int64_t links = 0;
  std::int64_t points = 0;
  std::int64_t cells = 0;
  for (rules::Link link = rules::erase_groups(turn.field); link.erased > 0; link = rules::erase_groups(turn.field)) {
    rules::settle(turn.field);
    ++links;
    points += rules::link_score(link, static_cast<int>(links));
    cells += links * (link.erased - 4);
  }
  const bool by_points = ruleset.attack == rules::AttackFormula::score;
  turn.attack = 3 * links * (links - 1) + cells;
  if (by_points) turn.attack = links == 0 ? 0 : (side.score + points - side.converted) / ruleset.garbage_rate;
  turn.offset = std::min<std::int64_t>(turn.attack, side.waiting.total());
  feats.links += links;
  feats.chains += links > 0 ? 1 : 0;
  feats.longest_chain = std::max(feats.longest_chain, links);
  feats.all_clears += turn.field.all_clear() ? 1 : 0;
  return turn;
}

std::array<NaiveFeats, 2> count_turns(const Record& record) {
  TurnDuel duel(record.setup);
  std::array<NaiveFeats, 2> naive;
  while (duel.turn() < record.outcome.frame) {
    const Moves moves = moves_at(record, duel.turn() + 1);
    const TurnDuel before = duel;
    duel.step(moves.inputs);
    std::array<NaiveTurn, 2> turns;
    for (const Seat seat : kSeats) {
      const std::size_t i = index_of(seat);
      const rules::PlacedPair move{before.queues().at(seat, duel.turn()), moves.inputs[i].placement};
      turns[i] = play_turn(before.side(seat), move, duel.ruleset(), naive[i].feats);
    }
    const std::int64_t met = std::min(turns[0].attack - turns[0].offset, turns[1].attack - turns[1].offset);
    for (const Seat seat : kSeats) {
      const std::size_t i = index_of(seat);
      NaiveFeats& now = naive[i];
      now.feats.hands = now.feats.clock = now.feats.control = duel.turn();
      now.feats.score = duel.side(seat).score;
      now.met += met;
      now.feats.garbage_cancelled += turns[i].offset + met;
      now.feats.garbage_sent += turns[i].attack - turns[i].offset - met;
      const std::int64_t falls =
          std::min<std::int64_t>(before.side(seat).waiting.fixed - turns[i].offset, duel.ruleset().max_garbage_drop);
      const std::int64_t fell = garbage_in(duel.side(seat).field) - garbage_in(turns[i].field);
      now.feats.garbage_fell += fell;
      now.found_no_room += falls - fell;
      now.waiting = duel.side(seat).waiting.total();
    }
  }
  return naive;
}

}  // namespace

std::array<NaiveFeats, 2> naive_feats_of(const Record& record) {
  return record.setup.ruleset.pacing == rules::Pacing::frames ? count_frames(record) : count_turns(record);
}

}  // namespace rensa::duel::test
