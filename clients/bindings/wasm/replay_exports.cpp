#include <algorithm>
#include <memory>
#include <string>

#include "clients/bindings/wasm/engine_buffer.h"
#include "clients/bindings/wasm/page_values.h"
#include "engine/duel/outcome.h"
#include "engine/notation/shared_position.h"
#include "engine/record/available_chain.h"
#include "engine/record/codec.h"
#include "engine/record/replay.h"
#include "engine/record/verify.h"
#include "engine/rules/chain.h"
#include "engine/rules/link.h"

namespace rensa::wasm {

// A finished game that a page winds to and fro. One at a time; what is not said to open one needs one that is open.

namespace {

struct ThreatWords {
  std::int32_t links = 0;
  std::int32_t points = 0;
};

std::unique_ptr<record::ReplayCursor>& reel() {
  static std::unique_ptr<record::ReplayCursor> open;
  return open;
}

duel::Seat seat_of(int seat) { return seat == 0 ? duel::Seat::one : duel::Seat::two; }

// Every seat sees its own side whole; how it moves is known besides, as nothing is to be guessed any more.
duel::SideView whole_side(int seat) {
  const duel::Game& game = reel()->game();
  duel::SideView side = duel::view_for_seat(game, seat_of(seat)).own;
  if (const duel::FrameGame* frames = game.frame_game()) side.motion = frames->side(seat_of(seat)).motion();
  return side;
}

// Whose cells lie in the field already: the next one is to be placed.
bool is_placed(duel::Phase phase) {
  switch (phase) {
    case duel::Phase::opening:
    case duel::Phase::preparation:
    case duel::Phase::control:
    case duel::Phase::dead:
      return false;
    case duel::Phase::falling:
    case duel::Phase::grounding:
    case duel::Phase::vanishing:
    case duel::Phase::collapsing:
    case duel::Phase::garbage_falling:
    case duel::Phase::settling:
      return true;
  }
  return false;
}

// What the seat is to decide about, now or when its chain has ended: the field, and all pairs from there on, which are
// known as the game is over. Garbage that falls until then is not in it.
rules::Parsed<std::string> position_url(int seat) {
  const duel::SideView side = whole_side(seat);
  rules::Field field = side.field;
  rules::settle(field);
  if (field.is_at_rest()) rules::simulate_chain(field);
  const auto shared = notation::shared_field(field);
  if (!shared) return shared.error();
  notation::SharedPosition position{.field = *shared, .moves = {}, .goal = {}};
  const int first = std::max(1, side.hand + (is_placed(side.phase) ? 1 : 0));
  for (int hand = first; hand < first + rules::PairQueue::kLength; ++hand) {
    position.moves.emplace_back(notation::UpcomingPair{reel()->game().pair_at(seat_of(seat), hand)});
  }
  return notation::puyop_url(position);
}

bool opened(record::Record record) {
  const record::Verdict verdict = record::verify(record);
  if (!verdict.ok()) {
    put_on_desk(verdict.what);
    return false;
  }
  reel() = std::make_unique<record::ReplayCursor>(std::move(record));
  return true;
}

}  // namespace

// 1, or 0 and what is wrong with the record on the desk.
RENSA_EXPORT(reel_open) int reel_open() {
  record::Decoded decoded = record::decode(desk());
  if (decoded.error) {
    put_on_desk("byte " + std::to_string(decoded.error->position) + ": " + decoded.error->what);
    return 0;
  }
  return opened(*std::move(decoded.record)) ? 1 : 0;
}

RENSA_EXPORT(reel_last) int reel_last() { return reel()->last_clock(); }
RENSA_EXPORT(reel_clock) int reel_clock() { return reel()->game().clock(); }
RENSA_EXPORT(reel_counts_turns) int reel_counts_turns() { return reel()->game().frame_game() == nullptr ? 1 : 0; }
RENSA_EXPORT(reel_wind_to) void reel_wind_to(int clock) { reel()->seek(clock); }
RENSA_EXPORT(reel_hash) std::uint64_t reel_hash() { return reel()->game().hash(); }

// As it stands; valid until the next call.
RENSA_EXPORT(reel_side) const SideWords* reel_side(int seat) {
  static SideWords words;
  words = words_of(whole_side(seat));
  return &words;
}

RENSA_EXPORT(reel_happenings) int reel_happenings() { return static_cast<int>(reel()->events().size()); }

RENSA_EXPORT(reel_happening) const EventWords* reel_happening(int index) {
  static EventWords words;
  const record::ReplayCursor::TimedEvent& happening = reel()->events()[static_cast<std::size_t>(index)];
  words = words_of(happening.event, happening.clock);
  return &words;
}

// What the seat could fire as the reel stands, with the pairs of this hand and the next.
RENSA_EXPORT(reel_threat) const ThreatWords* reel_threat(int seat) {
  static ThreatWords words;
  const duel::SideView side = whole_side(seat);
  const auto known = duel::known_pairs(side);
  const rules::ChainResult chain =
      side.field.is_at_rest() ? record::largest_available_chain(side.field, known.first(std::min<std::size_t>(2, known.size())))
                              : rules::ChainResult{};
  words = {.links = chain.links, .points = chain.score};
  return &words;
}

// A puyop URL of what the seat is to play on with: 1 and the URL on the desk, or 0: there is none.
RENSA_EXPORT(reel_position_url) int reel_position_url(int seat) {
  const auto url = position_url(seat);
  if (url) put_on_desk(*url);
  return url ? 1 : 0;
}

RENSA_EXPORT(reel_checkpoints) int reel_checkpoints() { return static_cast<int>(reel()->record().checkpoints.size()); }

RENSA_EXPORT(reel_checkpoint_clock) int reel_checkpoint_clock(int index) {
  return record::checkpoint_clock(reel()->game().ruleset().pacing, static_cast<std::size_t>(index), reel()->last_clock());
}

RENSA_EXPORT(reel_checkpoint_hash) std::uint64_t reel_checkpoint_hash(int index) {
  return reel()->record().checkpoints[static_cast<std::size_t>(index)];
}

// These put a text on the desk and return its length.
RENSA_EXPORT(reel_name) int reel_name(int seat) {
  return put_on_desk(reel()->record().players[duel::index_of(seat_of(seat))]);
}
RENSA_EXPORT(reel_ruleset) int reel_ruleset() { return put_on_desk(reel()->record().setup.ruleset.id); }
RENSA_EXPORT(reel_cause) int reel_cause() { return put_on_desk(duel::name_of(reel()->record().outcome.cause)); }

// 0 or 1; -1: nobody.
RENSA_EXPORT(reel_winner) int reel_winner() {
  const auto& winner = reel()->record().outcome.winner;
  return winner ? static_cast<int>(duel::index_of(*winner)) : -1;
}

}  // namespace rensa::wasm
