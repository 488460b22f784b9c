#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
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
  PlayerObject(const players::PlayerKind& of, const rules::Ruleset& from, std::uint64_t seed, int nodes)
      : ruleset(from), kind(of), player(of.make({.ruleset = ruleset, .seed = seed, .options = {.nodes = nodes}})) {}

  const rules::Ruleset ruleset;  // of the player
  const players::PlayerKind& kind;
  std::unique_ptr<players::Player> player;
};

// Calls think(player). If the player lacks memory in the middle of a search, a copy from before takes its place.
template <typename Think>
auto think_or_restore(PlayerObject& object, Think think) {
  struct Backup {
    PlayerObject& object;
    std::unique_ptr<players::Player> before = object.kind.copy(*object.player);
    bool is_needed = true;
    ~Backup() {
      if (is_needed) object.player = std::move(before);
    }
  } backup{object};
  auto result = think(*object.player);
  backup.is_needed = false;
  return result;
}

// A number of the caller that another thread may set.
class CallersFlag final : public limits::StopFlag {
 public:
  explicit CallersFlag(const std::int32_t* number) : number_(number) {}
  bool is_set() const override { return number_ != nullptr && __atomic_load_n(number_, __ATOMIC_RELAXED) != 0; }

 private:
  const std::int32_t* number_;
};

// Returns the position that a seat of a game sees.
players::Position position_of_seat(Arguments& given, const PlayerObject* player, rensa_handle game, std::int32_t seat) {
  const duel::Game* from = given.game(game);
  const duel::Seat own = given.seat(seat);
  if (!given.is_ok()) return {};
  if (rules::digest(from->ruleset()) != rules::digest(player->ruleset)) {
    given.refuse(RENSA_ERROR_VALUE, "game", "has another ruleset than the player");
  }
  return players::position_of(duel::view_for_seat(*from, own), player->ruleset);
}

// Returns the position of a seat that has to decide.
players::Position decision_position(Arguments& given, const PlayerObject* player, rensa_handle game,
                                    std::int32_t seat) {
  players::Position position = position_of_seat(given, player, game, seat);
  if (given.is_ok() && !position.decision_due) {
    given.refuse(RENSA_ERROR_STATE, "game", "the seat does not have to decide");
  }
  return position;
}

void check_limits(Arguments& given, std::int64_t nodes, const std::int32_t* stop) {
  given.number(nodes, 0, std::numeric_limits<std::int64_t>::max(), "nodes");
  if (stop != nullptr) given.pointer(stop, "stop");
}

rensa_candidate candidate_of(const players::Candidate& candidate) {
  return {.worth = candidate.worth.value_or(0),
          .has_worth = candidate.worth ? 1 : 0,
          .placement = static_cast<std::int32_t>(rules::index_of(candidate.placement))};
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
    const auto* rules = given.object<RulesetObject>(ruleset, "ruleset");
    const players::PlayerKind* kind = read_kind(given, given.text(name, length, "name"));
    if (kind != nullptr) given.number(nodes, 0, kind->supports.nodes ? players::kMaxNodes : 0, "nodes");
    given.pointer(player, "player");
    if (!given.is_ok()) return given.status();
    return given.add(std::make_unique<PlayerObject>(*kind, rules->ruleset, seed, nodes), player);
  });
}

rensa_status rensa_player_choose(rensa_engine* engine, rensa_handle player, rensa_handle game, int32_t seat,
                                 uint32_t* placement) noexcept {
  return rensa_player_choose_within(engine, player, game, seat, INT64_MAX, nullptr, placement);
}

rensa_status rensa_player_choose_within(rensa_engine* engine, rensa_handle player, rensa_handle game, int32_t seat,
                                        int64_t nodes, const int32_t* stop, uint32_t* placement) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* from = given.object<PlayerObject>(player, "player");
    const players::Position position = decision_position(given, from, game, seat);
    check_limits(given, nodes, stop);
    given.pointer(placement, "placement");
    if (!given.is_ok()) return given.status();
    const CallersFlag flag(stop);
    const rules::Placement chosen = think_or_restore(
        *from, [&](players::Player& thinking) { return thinking.choose(position, {.nodes = nodes, .stop = &flag}); });
    *placement = static_cast<std::uint32_t>(rules::index_of(chosen));
    return given.status();
  });
}

rensa_status rensa_player_ponder(rensa_engine* engine, rensa_handle player, rensa_handle game, int32_t seat,
                                 int64_t nodes, const int32_t* stop, int32_t* is_complete) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* from = given.object<PlayerObject>(player, "player");
    const players::Position position = position_of_seat(given, from, game, seat);
    check_limits(given, nodes, stop);
    given.pointer(is_complete, "is_complete");
    if (!given.is_ok()) return given.status();
    const CallersFlag flag(stop);
    const auto expected = position.decision_due ? std::optional(position) : players::next_decision(position);
    const bool is_done = !expected || think_or_restore(*from, [&](players::Player& thinking) {
      return thinking.ponder(*expected, {.nodes = nodes, .stop = &flag});
    });
    *is_complete = is_done ? 1 : 0;
    return given.status();
  });
}

rensa_status rensa_player_candidates(rensa_engine* engine, rensa_handle player, rensa_handle game, int32_t seat,
                                     rensa_candidate* candidates, uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* from = given.object<PlayerObject>(player, "player");
    const players::Position position = decision_position(given, from, game, seat);
    given.pointer(candidates, "candidates");
    given.pointer(count, "count");
    if (given.is_ok() && capacity < RENSA_PLACEMENTS) {
      given.refuse(RENSA_ERROR_BUFFER, "capacity", "has to be at least " + std::to_string(RENSA_PLACEMENTS));
    }
    if (!given.is_ok()) return given.status();
    const auto found =
        think_or_restore(*from, [&](players::Player& thinking) { return thinking.candidates(position, {}); });
    return given.write_list(found, candidate_of, candidates, capacity, count);
  });
}
