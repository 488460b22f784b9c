#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clients/bindings/c/arguments.h"
#include "engine/duel/view.h"
#include "engine/players/registry.h"

// Built-in players. This is the only file of the folder that knows them.

namespace rensa::bindings {

namespace {

struct PlayerObject : ObjectOf<RENSA_KIND_PLAYER> {
  PlayerObject(const players::PlayerKind& kind, const rules::Ruleset& from, std::uint64_t seed, int nodes)
      : ruleset(from), player(kind.make({.ruleset = ruleset, .seed = seed, .options = {.nodes = nodes}})) {}

  const rules::Ruleset ruleset;  // of the player
  std::unique_ptr<players::Player> player;
};

// The view of a decision of a seat.
duel::View decision_view(Arguments& given, const PlayerObject* player, rensa_handle game, std::int32_t seat) {
  const duel::Game* from = given.game(game);
  const duel::Seat own = given.seat(seat);
  if (!given.is_ok()) return {};
  if (rules::digest(from->ruleset()) != rules::digest(player->ruleset)) {
    given.refuse(RENSA_ERROR_VALUE, "game", "has another ruleset than the player");
  }
  if (!from->is_decision_due(own)) given.refuse(RENSA_ERROR_STATE, "game", "the seat does not have to decide");
  return duel::view_for_seat(*from, own);
}

const players::PlayerKind* read_kind(Arguments& given, std::string_view name) {
  const players::PlayerKind* kind = players::find_player(name);
  if (kind == nullptr && given.is_ok()) {
    given.refuse(RENSA_ERROR_VALUE, "name", "no player has this name; there are " + players::names_of_players());
  }
  return kind;
}

}  // namespace

}  // namespace rensa::bindings

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_player_count(rensa_engine* engine, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    if (given.pointer(count, "count")) *count = static_cast<std::uint32_t>(players::player_kinds().size());
    return given.status();
  });
}

rensa_status rensa_player_name(rensa_engine* engine, uint32_t index, char* text, uint32_t capacity,
                               uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    given.number(index, 0, static_cast<std::int64_t>(players::player_kinds().size()) - 1, "index");
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    return given.write_text(players::player_kinds()[index].name, text, capacity, length);
  });
}

rensa_status rensa_player_create(rensa_engine* engine, rensa_handle ruleset, const char* name, uint32_t length,
                                 int32_t nodes, uint64_t seed, rensa_handle* player) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* rules = given.object<RulesetObject>(ruleset);
    const players::PlayerKind* kind = read_kind(given, given.text(name, length, "name"));
    if (kind != nullptr) given.number(nodes, 0, kind->supports.nodes ? players::kMaxNodes : 0, "nodes");
    given.pointer(player, "player");
    if (!given.is_ok()) return given.status();
    return given.add(std::make_unique<PlayerObject>(*kind, rules->ruleset, seed, nodes), player);
  });
}

rensa_status rensa_player_choose(rensa_engine* engine, rensa_handle player, rensa_handle game, int32_t seat,
                                 uint32_t* placement) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* from = given.object<PlayerObject>(player);
    const duel::View view = decision_view(given, from, game, seat);
    given.pointer(placement, "placement");
    if (given.is_ok()) *placement = static_cast<std::uint32_t>(rules::index_of(from->player->choose(view)));
    return given.status();
  });
}

rensa_status rensa_player_candidates(rensa_engine* engine, rensa_handle player, rensa_handle game, int32_t seat,
                                     rensa_candidate* candidates, uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* from = given.object<PlayerObject>(player);
    const duel::View view = decision_view(given, from, game, seat);
    given.pointer(candidates, "candidates");
    given.pointer(count, "count");
    if (given.is_ok() && capacity < RENSA_PLACEMENTS) {
      given.refuse(RENSA_ERROR_BUFFER, "capacity", "has to be at least " + std::to_string(RENSA_PLACEMENTS));
    }
    if (!given.is_ok()) return given.status();
    std::vector<rensa_candidate> ranked;
    for (const players::Candidate& candidate : from->player->candidates(view)) {
      ranked.push_back({.worth = candidate.worth.value_or(0),
                        .has_worth = candidate.worth ? 1 : 0,
                        .placement = static_cast<std::int32_t>(rules::index_of(candidate.placement))});
    }
    return given.write_list(std::span<const rensa_candidate>(ranked), candidates, capacity, count);
  });
}
