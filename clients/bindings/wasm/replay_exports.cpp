#include <algorithm>
#include <memory>
#include <string>

#include "clients/bindings/wasm/engine_buffer.h"
#include "clients/bindings/wasm/page_values.h"
#include "engine/duel/outcome.h"
#include "engine/notation/shared_position.h"
#include "engine/record/codec.h"
#include "engine/record/game_history.h"
#include "engine/record/replay.h"
#include "engine/record/verify.h"
#include "engine/rules/chain.h"
#include "engine/rules/link.h"

namespace rensa::wasm {

// The exports for one finished game that a page replays. All except replay_open() need an open game.

namespace {

struct PageChain {
  std::int32_t links = 0;
  std::int32_t points = 0;
};

std::unique_ptr<record::ReplayCursor>& open_replay() {
  static std::unique_ptr<record::ReplayCursor> open;
  return open;
}

duel::Seat seat_of(int seat) { return seat == 0 ? duel::Seat::one : duel::Seat::two; }

// The full view of a side, with its motion: a finished game has no secrets.
duel::SideView full_view(int seat) {
  const duel::Game& game = open_replay()->game();
  duel::SideView side = duel::view_for_seat(game, seat_of(seat)).own;
  if (const duel::FrameGame* frames = game.frame_game()) side.motion = frames->side(seat_of(seat)).motion();
  return side;
}

// The position of the seat's next decision, after the end of its chain: the field and all later pairs, which are known
// because the game is over. Garbage that falls before that decision is left out.
rules::Parsed<std::string> position_url(int seat) {
  const duel::SideView side = full_view(seat);
  rules::Field field = side.field;
  rules::settle(field);
  if (field.is_at_rest()) rules::simulate_chain(field);
  const auto shared = notation::shared_field(field);
  if (!shared) return shared.error();
  notation::SharedPosition position{.field = *shared, .moves = {}, .goal = {}};
  const int first = std::max(1, side.hand + (duel::is_pair_in_field(side.phase) ? 1 : 0));
  for (int hand = first; hand < first + rules::PairQueue::kLength; ++hand) {
    position.moves.emplace_back(notation::UpcomingPair{open_replay()->game().pair_at(seat_of(seat), hand)});
  }
  return notation::puyop_url(position);
}

bool open_if_valid(record::Record record) {
  const record::Verdict verdict = record::verify(record);
  if (!verdict.ok()) {
    write_buffer(verdict.message);
    return false;
  }
  open_replay() = std::make_unique<record::ReplayCursor>(std::move(record));
  return true;
}

}  // namespace

// Opens the record in the buffer. If it is not valid, returns 0 and writes the error to the buffer.
RENSA_EXPORT(replay_open) int replay_open() {
  record::DecodeResult decoded = record::decode(buffer_bytes());
  if (decoded.error) {
    write_buffer("byte " + std::to_string(decoded.error->position) + ": " + decoded.error->message);
    return 0;
  }
  return open_if_valid(*std::move(decoded.record)) ? 1 : 0;
}

RENSA_EXPORT(replay_last_clock) int replay_last_clock() { return open_replay()->last_clock(); }
RENSA_EXPORT(replay_clock) int replay_clock() { return open_replay()->game().clock(); }
RENSA_EXPORT(replay_counts_turns) int replay_counts_turns() {
  return open_replay()->game().frame_game() == nullptr ? 1 : 0;
}
RENSA_EXPORT(replay_seek) void replay_seek(int clock) { open_replay()->seek(clock); }
RENSA_EXPORT(replay_hash) std::uint64_t replay_hash() { return open_replay()->game().hash(); }

// The result is valid until the next call; so are those below.
RENSA_EXPORT(replay_side) const PageSide* replay_side(int seat) {
  static PageSide page;
  page = page_side_of(full_view(seat));
  return &page;
}

RENSA_EXPORT(replay_event_count) int replay_event_count() { return static_cast<int>(open_replay()->events().size()); }

RENSA_EXPORT(replay_event) const PageEvent* replay_event(int index) {
  static PageEvent page;
  const record::ReplayCursor::TimedEvent& event = open_replay()->events()[static_cast<std::size_t>(index)];
  page = page_event_of(event.event, event.clock);
  return &page;
}

// The largest chain that the seat can fire now with the current pair and the next one.
RENSA_EXPORT(replay_available_chain) const PageChain* replay_available_chain(int seat) {
  static PageChain page;
  const duel::SideView side = full_view(seat);
  const auto known = duel::known_pairs(side);
  const rules::ChainResult chain =
      side.field.is_at_rest()
          ? record::largest_available_chain(side.field, known.first(std::min<std::size_t>(2, known.size())))
          : rules::ChainResult{};
  page = {.links = chain.links, .points = chain.score};
  return &page;
}

// Writes a puyop URL of the position of the seat's next decision to the buffer. Returns 0 if there is none.
RENSA_EXPORT(replay_position_url) int replay_position_url(int seat) {
  const auto url = position_url(seat);
  if (url) write_buffer(*url);
  return url ? 1 : 0;
}

RENSA_EXPORT(replay_checkpoint_count) int replay_checkpoint_count() {
  return static_cast<int>(open_replay()->record().checkpoints.size());
}

RENSA_EXPORT(replay_checkpoint_clock) int replay_checkpoint_clock(int index) {
  return record::checkpoint_clock(open_replay()->game().ruleset().pacing, static_cast<std::size_t>(index),
                                  open_replay()->last_clock());
}

RENSA_EXPORT(replay_checkpoint_hash) std::uint64_t replay_checkpoint_hash(int index) {
  return open_replay()->record().checkpoints[static_cast<std::size_t>(index)];
}

// These write a text to the buffer and return its length.
RENSA_EXPORT(replay_player_name) int replay_player_name(int seat) {
  return write_buffer(open_replay()->record().players[duel::index_of(seat_of(seat))]);
}
RENSA_EXPORT(replay_ruleset) int replay_ruleset() { return write_buffer(open_replay()->record().setup.ruleset.id); }
RENSA_EXPORT(replay_cause) int replay_cause() {
  return write_buffer(duel::name_of(open_replay()->record().outcome.cause));
}

// The seat, 0 or 1; -1 if the game has no winner.
RENSA_EXPORT(replay_winner) int replay_winner() {
  const auto& winner = open_replay()->record().outcome.winner;
  return winner ? static_cast<int>(duel::index_of(*winner)) : -1;
}

}  // namespace rensa::wasm
