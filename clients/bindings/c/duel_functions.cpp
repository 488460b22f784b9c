#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "engine/record/game_history.h"
#include "engine/record/record.h"
#include "engine/rules/chain.h"
#include "engine/rules/link.h"

// Duels, and the functions for a game, which is a duel or a replay.

namespace rensa::bindings {

namespace {

constexpr int kMostHands = 1'000'000'000;

// In a game of turns keys have no effect and are not recorded.
duel::Inputs inputs_for(const duel::Game& game, duel::Inputs inputs) {
  if (game.frame_game() != nullptr) return inputs;
  for (duel::Input& input : inputs) {
    if (input.kind == duel::Input::Kind::keys) input = {};
  }
  return inputs;
}

duel::Events step(DuelObject& duel, const duel::Inputs& inputs) {
  if (duel.game.outcome()) return {};
  if (duel.writer) {
    duel.writer->reserve_step();
    duel.writer->before_step(duel.game, inputs);
  }
  const duel::Events events = duel.game.step(inputs);
  if (duel.writer) duel.writer->after_step(duel.game, events);
  return events;
}

// A recorded game must not pass a checkpoint without being looked at.
duel::Events advance(DuelObject& duel, int last) {
  if (duel.game.frame_game() == nullptr) return {};
  if (duel.writer) duel.writer->reserve_step();
  while (!duel.game.outcome() && duel.game.clock() < last) {
    const int until = duel.writer ? std::min(last, duel.writer->next_required_clock()) : last;
    const duel::Events events = duel.game.advance(until);
    if (duel.writer) duel.writer->after_step(duel.game, events);
    if (!events.empty()) return events;
  }
  return {};
}

// The outcome of a game that was ended by its players or by the caller.
duel::Outcome read_outcome(Arguments& given, const rensa_outcome* outcome, const duel::Game& game) {
  if (game.outcome()) {
    if (outcome != nullptr) given.refuse(RENSA_ERROR_ARGUMENT, "outcome", "the game has ended by the rules");
    return *game.outcome();
  }
  duel::Outcome to;
  if (!given.pointer(outcome, "outcome")) return to;
  given.number(outcome->winner, RENSA_NO_SEAT, RENSA_SEATS - 1, "winner");
  given.number(outcome->cause, static_cast<int>(duel::Cause::limit) + 1, duel::kCauseCount - 1, "cause");
  given.number(outcome->clock, game.clock(), game.clock(), "clock");
  if (!given.is_ok()) return to;
  if (outcome->winner >= 0) to.winner = static_cast<duel::Seat>(outcome->winner);
  to.cause = static_cast<duel::Cause>(outcome->cause);
  to.frame = outcome->clock;
  if (to.cause == duel::Cause::voided && to.winner) {
    given.refuse(RENSA_ERROR_VALUE, "outcome", "a game that ends so has no winner");
  }
  return to;
}

// The position of the seat's next decision, after the end of its chain: the field and all later pairs.
rules::Parsed<std::string> position_url_of(const duel::Game& game, duel::Seat seat) {
  const duel::SideView side = own_side_of(game, seat);
  rules::Field field = side.field;
  rules::settle(field);
  if (field.is_at_rest()) rules::simulate_chain(field);
  std::vector<rules::Pair> pairs;
  const int first = std::max(1, side.hand + (duel::is_pair_in_field(side.phase) ? 1 : 0));
  for (int hand = first; hand < first + rules::PairQueue::kLength; ++hand) {
    pairs.push_back(game.pair_at(seat, hand));
  }
  return url_of(field, pairs, RENSA_SITE_PUYOP);
}

std::string read_name(Arguments& given, const char* name, std::uint32_t length, std::string_view argument) {
  const std::string_view text = given.text(name, length, argument);
  if (given.is_ok() && !record::is_valid_name(text)) {
    given.refuse(RENSA_ERROR_TEXT, argument, "a name has at most 64 bytes and no control characters");
  }
  return std::string(text);
}

}  // namespace

}  // namespace rensa::bindings

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_duel_create(rensa_engine* engine, rensa_handle ruleset, uint64_t seed, const rensa_queue* queue,
                               rensa_handle* duel) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* rules = given.object<RulesetObject>(ruleset, "ruleset");
    duel::GameSetup setup;
    if (queue != nullptr) setup.queue = read_queue(given, queue);
    given.pointer(duel, "duel");
    if (!given.is_ok()) return given.status();
    setup.ruleset = rules->ruleset;
    setup.seed = seed;
    return given.add(std::make_unique<DuelObject>(setup), duel);
  });
}

rensa_status rensa_duel_copy(rensa_engine* engine, rensa_handle duel, rensa_handle* copy) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<DuelObject>(duel, "duel");
    given.pointer(copy, "copy");
    return given.is_ok() ? given.add(std::make_unique<DuelObject>(*from), copy) : given.status();
  });
}

rensa_status rensa_duel_record(rensa_engine* engine, rensa_handle duel, const char* name_one, uint32_t length_one,
                               const char* name_two, uint32_t length_two) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<DuelObject>(duel, "duel");
    std::array<std::string, 2> names = {read_name(given, name_one, length_one, "name_one"),
                                        read_name(given, name_two, length_two, "name_two")};
    if (!given.is_ok()) return given.status();
    if (to->game.clock() > 0) return given.refuse(RENSA_ERROR_STATE, "duel", "the duel has begun");
    if (to->writer) return given.refuse(RENSA_ERROR_STATE, "duel", "the duel is recorded already");
    to->writer.emplace(to->setup, names);
    return RENSA_OK;
  });
}

rensa_status rensa_duel_step(rensa_engine* engine, rensa_handle duel, const rensa_input inputs[RENSA_SEATS],
                             rensa_event* events, uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<DuelObject>(duel, "duel");
    duel::Inputs read;
    if (given.pointer(inputs, "inputs")) {
      for (int seat = 0; seat < RENSA_SEATS; ++seat) {
        read[static_cast<std::size_t>(seat)] = read_input(given, inputs[seat], "inputs", seat);
      }
    }
    given.event_room(events, capacity, count);
    if (!given.is_ok()) return given.status();
    const duel::Events happened = step(*to, inputs_for(to->game, read));
    write_events(happened, to->game.clock(), events, count);
    return RENSA_OK;
  });
}

rensa_status rensa_duel_advance(rensa_engine* engine, rensa_handle duel, int32_t last_clock, rensa_event* events,
                                uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<DuelObject>(duel, "duel");
    if (to != nullptr) given.number(last_clock, to->game.clock(), duel::kNoFrameLimit, "last_clock");
    given.event_room(events, capacity, count);
    if (!given.is_ok()) return given.status();
    const duel::Events happened = advance(*to, last_clock);
    write_events(happened, to->game.clock(), events, count);
    return RENSA_OK;
  });
}

rensa_status rensa_duel_finish(rensa_engine* engine, rensa_handle duel, const rensa_outcome* outcome,
                               rensa_handle* record) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* from = given.object<DuelObject>(duel, "duel");
    given.pointer(record, "record");
    if (!given.is_ok()) return given.status();
    if (!from->writer) return given.refuse(RENSA_ERROR_STATE, "duel", "the duel is not recorded");
    const duel::Outcome end = read_outcome(given, outcome, from->game);
    if (!given.is_ok()) return given.status();
    auto finished = std::make_unique<RecordObject>(from->writer->finish(from->game, end));
    const rensa_status status = given.add(std::move(finished), record);
    if (status == RENSA_OK) from->writer.reset();
    return status;
  });
}

rensa_status rensa_game_get(rensa_engine* engine, rensa_handle game, rensa_game_state* state) noexcept {
  return run(engine, [&](Arguments& given) {
    const duel::Game* from = given.game(game);
    given.pointer(state, "state");
    if (!given.is_ok()) return given.status();
    rensa_game_state to{};
    to.hash = from->hash();
    to.pacing = static_cast<std::int32_t>(from->ruleset().pacing);
    to.clock = from->clock();
    for (const duel::Seat seat : duel::kSeats) {
      const std::size_t index = duel::index_of(seat);
      to.score[index] = from->score(seat);
      to.is_decision_due[index] = from->is_decision_due(seat) ? 1 : 0;
      to.hand[index] = from->hand(seat);
    }
    to.quiet_frames = from->outcome() ? 0 : from->frames_without_event();
    to.has_ended = from->outcome() ? 1 : 0;
    to.outcome = outcome_of(from->outcome());
    *state = to;
    return RENSA_OK;
  });
}

rensa_status rensa_game_view(rensa_engine* engine, rensa_handle game, int32_t seat, rensa_view* view) noexcept {
  return run(engine, [&](Arguments& given) {
    const duel::Game* from = given.game(game);
    const duel::Seat own = given.seat(seat);
    if (given.pointer(view, "view") && given.is_ok()) *view = view_of(duel::view_for_seat(*from, own));
    return given.status();
  });
}

rensa_status rensa_game_side(rensa_engine* engine, rensa_handle game, int32_t seat, rensa_side* side) noexcept {
  return run(engine, [&](Arguments& given) {
    const duel::Game* from = given.game(game);
    const duel::Seat own = given.seat(seat);
    if (given.pointer(side, "side") && given.is_ok()) *side = side_of(own_side_of(*from, own));
    return given.status();
  });
}

rensa_status rensa_game_placements(rensa_engine* engine, rensa_handle game, int32_t seat,
                                   uint32_t* placements) noexcept {
  return run(engine, [&](Arguments& given) {
    const duel::Game* from = given.game(game);
    const duel::Seat own = given.seat(seat);
    given.pointer(placements, "placements");
    if (given.is_ok()) *placements = placements_of(duel::view_for_seat(*from, own));
    return given.status();
  });
}

rensa_status rensa_game_pair(rensa_engine* engine, rensa_handle game, int32_t seat, int32_t hand,
                             rensa_pair* pair) noexcept {
  return run(engine, [&](Arguments& given) {
    const duel::Game* from = given.game(game);
    const duel::Seat own = given.seat(seat);
    given.number(hand, 1, kMostHands, "hand");
    if (given.pointer(pair, "pair") && given.is_ok()) *pair = pair_of(from->pair_at(own, hand));
    return given.status();
  });
}

rensa_status rensa_game_threat(rensa_engine* engine, rensa_handle game, int32_t seat, rensa_chain* chain) noexcept {
  return run(engine, [&](Arguments& given) {
    const duel::Game* from = given.game(game);
    const duel::Seat own = given.seat(seat);
    if (!given.pointer(chain, "chain") || !given.is_ok()) return given.status();
    const duel::SideView side = own_side_of(*from, own);
    const auto known = duel::known_pairs(side);
    const rules::ChainResult largest =
        side.field.is_at_rest()
            ? record::largest_available_chain(side.field, known.first(std::min<std::size_t>(2, known.size())))
            : rules::ChainResult{};
    *chain = chain_of(largest);
    return RENSA_OK;
  });
}

rensa_status rensa_game_url(rensa_engine* engine, rensa_handle game, int32_t seat, char* text, uint32_t capacity,
                            uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const duel::Game* from = given.game(game);
    const duel::Seat own = given.seat(seat);
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    const auto url = position_url_of(*from, own);
    if (!url) return given.refuse(RENSA_ERROR_VALUE, "game", url.error().message);
    return given.write_text(*url, text, capacity, length);
  });
}

rensa_status rensa_view_placements(rensa_engine* engine, const rensa_view* view, uint32_t* placements) noexcept {
  return run(engine, [&](Arguments& given) {
    const duel::View read = read_view(given, view);
    given.pointer(placements, "placements");
    if (given.is_ok()) *placements = placements_of(read);
    return given.status();
  });
}

rensa_status rensa_side_facts_of(rensa_engine* engine, const rensa_side* side, rensa_side_facts* facts) noexcept {
  return run(engine, [&](Arguments& given) {
    const duel::SideView read = given.pointer(side, "side") ? read_side(given, *side, "side") : duel::SideView{};
    given.pointer(facts, "facts");
    if (given.is_ok()) *facts = facts_of(read);
    return given.status();
  });
}
