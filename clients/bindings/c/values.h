#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/rensa/rensa.h"
#include "engine/duel/event.h"
#include "engine/duel/input.h"
#include "engine/duel/outcome.h"
#include "engine/duel/view.h"
#include "engine/notation/shared_position.h"
#include "engine/rules/chain.h"
#include "engine/rules/field.h"
#include "engine/rules/pair_queue.h"
#include "engine/rules/parsed.h"
#include "engine/rules/ruleset.h"

namespace rensa::bindings {

// The values of rensa.h from and to those of the engine. Values that come in are checked: a wrong one refuses the call.

rensa_field field_of(const rules::Field& field);
rensa_pair pair_of(rules::Pair pair);
rensa_chain chain_of(const rules::ChainResult& chain);
rensa_event event_of(const duel::Event& event, int clock);
rensa_outcome outcome_of(const duel::Outcome& outcome);
// Without an outcome, all values are 0, but the winner is RENSA_NO_SEAT.
rensa_outcome outcome_of(const std::optional<duel::Outcome>& outcome);
rensa_input input_of(const duel::Input& input);
rensa_side side_of(const duel::SideView& side);
rensa_view view_of(const duel::View& view);
rensa_side_facts facts_of(const duel::SideView& side);
// The URLs of a position, and of a field and the pairs that come, on a site: RENSA_SITE_...
rules::Parsed<std::string> url_of(const notation::SharedPosition& position, std::uint32_t site);
rules::Parsed<std::string> url_of(const rules::Field& field, std::span<const rules::Pair> pairs, std::uint32_t site);
rensa_ruleset_values values_of(const rules::Ruleset& ruleset);

// The whole own side of a seat, with its motion.
duel::SideView own_side_of(const duel::Game& game, duel::Seat seat);
// The placements that the pair of a seat can reach; none if no decision is due.
std::uint32_t placements_of(const duel::View& view);

rules::Field read_field(Arguments& given, const rensa_field* field, std::string_view name);
rules::Field read_resting_field(Arguments& given, const rensa_field* field, std::string_view name);
// Both cells have colours.
rules::Pair read_pair(Arguments& given, const rensa_pair& pair, std::string_view name);
std::vector<rules::Pair> read_pairs(Arguments& given, const rensa_pair* pairs, std::uint32_t count);
rules::PairQueue read_queue(Arguments& given, const rensa_queue* queue);
// `element`: the place of the input in the argument, from 0; -1: the argument is no array.
duel::Input read_input(Arguments& given, const rensa_input& input, std::string_view name, int element);
duel::SideView read_side(Arguments& given, const rensa_side& side, std::string_view name);
duel::View read_view(Arguments& given, const rensa_view* view);

// Precondition: the room was checked.
void write_events(const duel::Events& from, int clock, rensa_event* events, std::uint32_t* count);

}  // namespace rensa::bindings
