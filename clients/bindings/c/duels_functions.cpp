#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"

// Many duels at once.

namespace rensa::bindings {

namespace {

constexpr std::uint32_t kMostDuels = 65536;

duel::GameSetup setup_of(const rules::Ruleset& ruleset, std::uint64_t seed) {
  return {.ruleset = ruleset, .seed = seed, .queue = {}};
}

bool is_any_decision_due(const duel::Game& game) {
  return game.is_decision_due(duel::Seat::one) || game.is_decision_due(duel::Seat::two);
}

// Plays one frame or turn with the inputs, and then goes on until a seat has to decide.
void play(duel::Game& game, const duel::Inputs& inputs) {
  game.step(inputs);
  while (!game.outcome() && !is_any_decision_due(game)) game.advance();
}

template <typename T>
T* entry(T* values, std::size_t index, std::size_t size) {
  return values == nullptr ? nullptr : values + index * size;
}

void write_cells(const rules::Field& field, std::uint8_t* cells) {
  if (cells == nullptr) return;
  const rensa_field from = field_of(field);
  std::copy(std::begin(from.cells), std::end(from.cells), cells);
}

void write_seat(const duel::View& view, std::size_t index, const rensa_duels_buffers& to) {
  write_cells(view.own.field, entry(to.cells, index, RENSA_CELLS));
  write_cells(view.opponent.field, entry(to.opponent_cells, index, RENSA_CELLS));
  if (std::uint8_t* pairs = entry(to.pairs, index, 2 * RENSA_MAX_PAIRS)) {
    std::fill_n(pairs, 2 * RENSA_MAX_PAIRS, std::uint8_t{0});
    for (const rules::Pair pair : duel::known_pairs(view.own)) {
      *pairs++ = static_cast<std::uint8_t>(pair.axis);
      *pairs++ = static_cast<std::uint8_t>(pair.child);
    }
  }
  if (to.placements != nullptr) to.placements[index] = placements_of(view);
  if (to.is_decision_due != nullptr) to.is_decision_due[index] = view.decision_due ? 1 : 0;
  if (to.scores != nullptr) to.scores[index] = view.own.score;
  if (to.waiting != nullptr) to.waiting[index] = view.own.waiting.total();
}

void write_game(const duel::Game& game, std::size_t index, const rensa_duels_buffers& to) {
  for (const duel::Seat seat : duel::kSeats) {
    write_seat(duel::view_for_seat(game, seat), RENSA_SEATS * index + duel::index_of(seat), to);
  }
  if (to.clocks != nullptr) to.clocks[index] = game.clock();
  if (to.has_ended != nullptr) to.has_ended[index] = game.outcome() ? 1 : 0;
  if (to.winners != nullptr) to.winners[index] = static_cast<std::int8_t>(outcome_of(game.outcome()).winner);
}

// An array that is not wanted is null.
template <typename T>
void check_wanted(Arguments& given, T* values, std::string_view name) {
  if (values != nullptr) given.pointer(values, name);
}

// An array with a value for each seat of each duel.
template <typename T>
std::span<const T> read_one_a_seat(Arguments& given, const DuelsObject* duels, const T* values, std::uint32_t count,
                                   std::string_view name) {
  if (duels != nullptr) {
    const auto needed = static_cast<std::int64_t>(RENSA_SEATS * duels->games.size());
    given.number(count, needed, needed, "count");
  }
  return given.array(values, count, name);
}

void check_buffers(Arguments& given, const rensa_duels_buffers* buffers, const DuelsObject* duels) {
  if (!given.pointer(buffers, "buffers") || duels == nullptr) return;
  if (!given.number(buffers->struct_size, sizeof(rensa_duels_buffers), sizeof(rensa_duels_buffers), "struct_size"))
    return;
  check_wanted(given, buffers->placements, "placements");
  check_wanted(given, buffers->scores, "scores");
  check_wanted(given, buffers->waiting, "waiting");
  check_wanted(given, buffers->clocks, "clocks");
  if (buffers->count < duels->games.size()) given.refuse(RENSA_ERROR_BUFFER, "count", "is below the number of duels");
}

}  // namespace

}  // namespace rensa::bindings

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_duels_create(rensa_engine* engine, rensa_handle ruleset, const uint64_t* seeds, uint32_t count,
                                rensa_handle* duels) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* rules = given.object<RulesetObject>(ruleset, "ruleset");
    given.number(count, 1, kMostDuels, "count");
    const auto given_seeds = given.array(seeds, count, "seeds");
    given.pointer(duels, "duels");
    if (!given.is_ok()) return given.status();
    auto object = std::make_unique<DuelsObject>(rules->ruleset);
    object->games.reserve(count);
    for (const std::uint64_t seed : given_seeds) object->games.emplace_back(setup_of(rules->ruleset, seed));
    return given.add(std::move(object), duels);
  });
}

rensa_status rensa_duels_reset(rensa_engine* engine, rensa_handle duels, uint32_t index, uint64_t seed) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<DuelsObject>(duels, "duels");
    if (to != nullptr) given.number(index, 0, static_cast<std::int64_t>(to->games.size()) - 1, "index");
    if (given.is_ok()) to->games[index] = duel::Game(setup_of(to->ruleset, seed));
    return given.status();
  });
}

rensa_status rensa_duels_step(rensa_engine* engine, rensa_handle duels, const rensa_input* inputs,
                              uint32_t count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<DuelsObject>(duels, "duels");
    const auto from = read_one_a_seat(given, to, inputs, count, "inputs");
    if (!given.is_ok()) return given.status();
    const auto input_at = [&](std::size_t i) { return read_input(given, from[i], "inputs", static_cast<int>(i)); };
    for (std::size_t i = 0; i < from.size(); ++i) input_at(i);
    if (!given.is_ok()) return given.status();
    for (std::size_t i = 0; i < to->games.size(); ++i) to->games[i].step({input_at(2 * i), input_at(2 * i + 1)});
    return RENSA_OK;
  });
}

rensa_status rensa_duels_play(rensa_engine* engine, rensa_handle duels, const uint8_t* placements,
                              uint32_t count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<DuelsObject>(duels, "duels");
    const auto from = read_one_a_seat(given, to, placements, count, "placements");
    if (!given.is_ok()) return given.status();
    for (const std::uint8_t index : from) {
      if (index != RENSA_NO_PLACEMENT) given.placement(index, "placements");
    }
    if (!given.is_ok()) return given.status();
    for (std::size_t i = 0; i < to->games.size(); ++i) {
      duel::Inputs inputs;
      for (const duel::Seat seat : duel::kSeats) {
        const std::uint8_t index = from[RENSA_SEATS * i + duel::index_of(seat)];
        if (index == RENSA_NO_PLACEMENT || !to->games[i].is_decision_due(seat)) continue;
        inputs[duel::index_of(seat)] = duel::Input::place(rules::kPlacements[index]);
      }
      play(to->games[i], inputs);
    }
    return RENSA_OK;
  });
}

rensa_status rensa_duels_get(rensa_engine* engine, rensa_handle duels, const rensa_duels_buffers* buffers) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<DuelsObject>(duels, "duels");
    check_buffers(given, buffers, from);
    if (!given.is_ok()) return given.status();
    for (std::size_t i = 0; i < from->games.size(); ++i) write_game(from->games[i], i, *buffers);
    return RENSA_OK;
  });
}

rensa_status rensa_duels_view(rensa_engine* engine, rensa_handle duels, uint32_t index, int32_t seat,
                              rensa_view* view) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<DuelsObject>(duels, "duels");
    if (from != nullptr) given.number(index, 0, static_cast<std::int64_t>(from->games.size()) - 1, "index");
    const duel::Seat own = given.seat(seat);
    if (given.pointer(view, "view") && given.is_ok()) *view = view_of(duel::view_for_seat(from->games[index], own));
    return given.status();
  });
}
