#include "clients/bindings/c/values.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "engine/movement/movement.h"
#include "engine/movement/route.h"
#include "engine/rules/drop.h"
#include "engine/rules/link.h"
#include "engine/rules/timing.h"

namespace rensa::bindings {

static_assert(RENSA_COLUMNS == rules::kColumns && RENSA_ROWS == rules::kTrapRow);
static_assert(RENSA_CELLS == RENSA_COLUMNS * RENSA_ROWS && RENSA_PLACEMENTS == rules::kPlacementCount);
static_assert(RENSA_MAX_PAIRS >= rules::kMaxVisiblePairs && RENSA_QUEUE_LENGTH == rules::PairQueue::kLength);
static_assert(RENSA_MAX_EVENTS == duel::Events::kCapacity && RENSA_SEATS == static_cast<int>(duel::kSeats.size()));

namespace {

// Limits of numbers that come in. No game reaches them, and sums of them do not overflow.
constexpr std::int64_t kMostPoints = std::int64_t{1} << 50;
constexpr int kMostClock = 1'000'000'000;
constexpr int kLongestWait = 255;
constexpr int kHighestFallingRow = 15;
constexpr int kLongestLock = 15;
constexpr int kLongestQuickTurn = 20;
constexpr int kLongestFall = 16;
constexpr int kMostTouches = 7;

constexpr std::size_t cell_index(int x, int y) { return static_cast<std::size_t>((y - 1) * rules::kColumns + x - 1); }

rules::Cell read_cell(std::uint8_t code) { return static_cast<rules::Cell>(code); }

int index_of(const std::optional<duel::Seat>& seat) {
  return seat ? static_cast<int>(duel::index_of(*seat)) : RENSA_NO_SEAT;
}

// The wait at the beginning of the phase.
int full_wait(duel::Phase phase, const duel::Motion& motion) {
  const auto slow_row = [&] {
    return motion.rows == 0 ? 1 : rules::slow_fall_frames(motion.rows) - rules::slow_fall_frames(motion.rows - 1);
  };
  switch (phase) {
    case duel::Phase::opening:
      return rules::kOpeningFrames + 1;
    case duel::Phase::preparation:
      return rules::kPreparationFrames;
    case duel::Phase::falling:
    case duel::Phase::garbage_falling:
      return slow_row();
    case duel::Phase::grounding:
      return rules::kGroundingFrames;
    case duel::Phase::vanishing:
      return rules::kVanishFrames;
    case duel::Phase::collapsing:
      return rules::fast_fall_frames(1);
    case duel::Phase::settling:
      return rules::garbage_settling_frames(motion.dropping);
    case duel::Phase::control:
    case duel::Phase::dead:
      return 1;
  }
  return 1;
}

bool is_in_free_cells(const movement::FallingPair& pair, const rules::Field& field) {
  const movement::ObstacleMap obstacles(field);
  return pair.y <= rules::kTrapRow && !obstacles.is_blocked(pair.x, pair.y) &&
         !obstacles.is_blocked(pair.child_x(), std::min(pair.child_y(), rules::kTrapRow));
}

void add_falling_pair(const movement::FallingPair& pair, rensa_side& side) {
  side.has_falling_pair = 1;
  side.x = pair.x;
  side.y = pair.y;
  side.r = static_cast<std::int32_t>(pair.r);
  side.turn_lock = pair.turn_lock;
  side.arrow_lock = pair.arrow_lock;
  side.quick_turn_window = pair.quick_turn_window;
  side.fall_counter = pair.fall_counter;
  side.touches = pair.touches;
  side.touching = pair.touching ? 1 : 0;
}

void add_motion(const duel::Motion& motion, rensa_side& side) {
  side.has_motion = 1;
  side.wait = motion.wait;
  side.rows = motion.rows;
  for (std::size_t i = 0; i < rules::kColumns; ++i) side.entering[i] = motion.entering[i + 1];
  side.dropping = motion.dropping;
  side.held = static_cast<std::int32_t>(motion.held);
  side.reveal = motion.reveal;
  side.driven = motion.driven ? 1 : 0;
  side.unsent = motion.unsent;
}

movement::FallingPair read_falling_pair(Arguments& given, const rensa_side& side) {
  bool is_ok = given.number(side.x, 1, rules::kColumns, "x");
  is_ok = given.number(side.y, 1, kHighestFallingRow, "y") && is_ok;
  is_ok = given.number(side.r, 0, 3, "r") && is_ok;
  is_ok = given.number(side.turn_lock, 0, kLongestLock, "turn_lock") && is_ok;
  is_ok = given.number(side.arrow_lock, 0, kLongestLock, "arrow_lock") && is_ok;
  is_ok = given.number(side.quick_turn_window, 0, kLongestQuickTurn, "quick_turn_window") && is_ok;
  is_ok = given.number(side.fall_counter, 0, kLongestFall, "fall_counter") && is_ok;
  is_ok = given.number(side.touches, 0, kMostTouches, "touches") && is_ok;
  is_ok = given.boolean(side.touching, "touching") && is_ok;
  movement::FallingPair pair;
  if (!is_ok) return pair;
  pair.x = static_cast<std::int8_t>(side.x);
  pair.y = static_cast<std::int8_t>(side.y);
  pair.r = static_cast<rules::Rotation>(side.r);
  pair.turn_lock = static_cast<std::uint8_t>(side.turn_lock & kLongestLock);
  pair.arrow_lock = static_cast<std::uint8_t>(side.arrow_lock & kLongestLock);
  pair.quick_turn_window = static_cast<std::uint8_t>(side.quick_turn_window);
  pair.fall_counter = static_cast<std::uint8_t>(side.fall_counter);
  pair.touches = static_cast<std::uint8_t>(side.touches);
  pair.touching = side.touching == 1;
  return pair;
}

duel::Motion read_motion(Arguments& given, const rensa_side& side) {
  bool is_ok = given.number(side.wait, 0, kLongestWait, "wait");
  is_ok = given.number(side.rows, 0, rules::kHiddenRow, "rows") && is_ok;
  for (const std::int32_t count : side.entering) is_ok = given.number(count, 0, 255, "entering") && is_ok;
  is_ok = given.number(side.dropping, 0, duel::kMaxWaitingGarbage, "dropping") && is_ok;
  is_ok = given.number(side.held, 0, movement::kAllKeys, "held") && is_ok;
  is_ok = given.number(side.reveal, 0, kLongestWait, "reveal") && is_ok;
  is_ok = given.boolean(side.driven, "driven") && is_ok;
  is_ok = given.number(side.unsent, 0, kMostPoints, "unsent") && is_ok;
  duel::Motion motion;
  if (!is_ok) return motion;
  motion.wait = side.wait;
  motion.rows = side.rows;
  for (std::size_t i = 0; i < rules::kColumns; ++i) {
    motion.entering[i + 1] = static_cast<std::uint8_t>(side.entering[i]);
  }
  motion.dropping = side.dropping;
  motion.held = static_cast<movement::Keys>(side.held);
  motion.reveal = side.reveal;
  motion.driven = side.driven == 1;
  motion.unsent = side.unsent;
  return motion;
}

// Pairs from `pair_count` on are not known: both of their cells are empty. So is the current pair before the first
// hand.
void read_shown_pairs(Arguments& given, const rensa_side& side, duel::SideView& to) {
  for (std::size_t i = 0; i < RENSA_MAX_PAIRS; ++i) {
    const rensa_pair& pair = side.pairs[i];
    const bool is_empty = pair.axis == RENSA_CELL_EMPTY && pair.child == RENSA_CELL_EMPTY;
    if (i >= static_cast<std::size_t>(side.pair_count)) {
      if (!is_empty) given.refuse(RENSA_ERROR_VALUE, "pairs", "a pair from pair_count on is not empty");
    } else if (!(is_empty && i == 0 && side.hand == 0)) {
      to.pairs[i] = read_pair(given, pair, "pairs");
    }
  }
}

// Members that say nothing have to be 0, so that a program notices when it has forgotten has_falling_pair or
// has_motion.
void check_zero(Arguments& given, std::initializer_list<std::int64_t> values, std::string_view name,
                std::string_view reason) {
  const bool is_zero = std::all_of(values.begin(), values.end(), [](std::int64_t value) { return value == 0; });
  if (!is_zero) given.refuse(RENSA_ERROR_VALUE, name, reason);
}

void check_no_falling_pair(Arguments& given, const rensa_side& side) {
  check_zero(given,
             {side.x, side.y, side.r, side.turn_lock, side.arrow_lock, side.quick_turn_window, side.fall_counter,
              side.touches, side.touching},
             "has_falling_pair", "is 0, but a member of the falling pair is not");
}

void check_no_motion(Arguments& given, const rensa_side& side) {
  check_zero(given,
             {side.wait, side.rows, side.entering[0], side.entering[1], side.entering[2], side.entering[3],
              side.entering[4], side.entering[5], side.dropping, side.held, side.reveal, side.driven, side.unsent},
             "has_motion", "is 0, but a member of the motion is not");
}

void check_no_outcome(Arguments& given, const rensa_outcome& outcome) {
  const bool is_none = outcome.winner == RENSA_NO_SEAT && outcome.cause == 0 && outcome.clock == 0;
  const bool is_zero = outcome.winner == 0 && outcome.cause == 0 && outcome.clock == 0;
  if (!is_none && !is_zero) given.refuse(RENSA_ERROR_VALUE, "outcome", "is not 0, but has_ended is");
}

}  // namespace

rensa_field field_of(const rules::Field& field) {
  rensa_field to;
  const auto& planes = field.planes().bits;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const std::array<unsigned, 3> columns = {planes[0].column(x), planes[1].column(x), planes[2].column(x)};
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      to.cells[cell_index(x, y)] = static_cast<std::uint8_t>((columns[0] >> y & 1U) | (columns[1] >> y & 1U) << 1U |
                                                             (columns[2] >> y & 1U) << 2U);
    }
    to.cells[cell_index(x, rules::kTrapRow)] = static_cast<std::uint8_t>(field.at(x, rules::kTrapRow));
  }
  return to;
}

rensa_pair pair_of(rules::Pair pair) {
  return {static_cast<std::uint8_t>(pair.axis), static_cast<std::uint8_t>(pair.child)};
}

rensa_chain chain_of(const rules::ChainResult& chain) {
  return {chain.links, chain.score, chain.frames, chain.quick ? 1 : 0};
}

rensa_event event_of(const duel::Event& event, int clock) {
  return {.clock = clock,
          .kind = static_cast<std::int32_t>(event.kind),
          .seat = static_cast<std::int32_t>(duel::index_of(event.seat)),
          .number = event.number,
          .amount = event.amount,
          .cancelled = event.cancelled,
          .points = event.points,
          .x = event.x,
          .y = event.y,
          .r = static_cast<std::int32_t>(event.r),
          .refusal = static_cast<std::int32_t>(event.refusal)};
}

rensa_outcome outcome_of(const duel::Outcome& outcome) {
  return {index_of(outcome.winner), static_cast<std::int32_t>(outcome.cause), outcome.frame};
}

rensa_outcome outcome_of(const std::optional<duel::Outcome>& outcome) {
  return outcome ? outcome_of(*outcome) : rensa_outcome{RENSA_NO_SEAT, 0, 0};
}

rensa_input input_of(const duel::Input& input) {
  rensa_input to{};
  to.kind = static_cast<std::uint8_t>(input.kind);
  if (input.kind == duel::Input::Kind::keys) to.keys = static_cast<std::uint8_t>(input.keys);
  if (input.kind == duel::Input::Kind::placement) {
    to.placement = static_cast<std::uint8_t>(rules::index_of(input.placement));
  }
  return to;
}

rensa_side side_of(const duel::SideView& side) {
  rensa_side to{};
  to.score = side.score;
  to.field = field_of(side.field);
  for (std::size_t i = 0; i < side.pairs.size(); ++i) to.pairs[i] = pair_of(side.pairs[i]);
  to.pair_count = side.pairs_shown;
  to.phase = static_cast<std::int32_t>(side.phase);
  to.hand = side.hand;
  to.link = side.link;
  to.pending = side.waiting.pending;
  to.fixed = side.waiting.fixed;
  if (side.falling) add_falling_pair(*side.falling, to);
  if (side.motion) add_motion(*side.motion, to);
  return to;
}

rensa_view view_of(const duel::View& view) {
  return {.seat = static_cast<std::int32_t>(duel::index_of(view.seat)),
          .pacing = static_cast<std::int32_t>(view.pacing),
          .clock = view.clock,
          .is_decision_due = view.decision_due ? 1 : 0,
          .has_ended = view.outcome ? 1 : 0,
          .outcome = outcome_of(view.outcome),
          .own = side_of(view.own),
          .opponent = side_of(view.opponent)};
}

rensa_side_facts facts_of(const duel::SideView& side) {
  rensa_side_facts facts{};
  if (side.motion) facts.full_wait = full_wait(side.phase, *side.motion);
  if (side.falling && side.field.is_at_rest() && is_in_free_cells(*side.falling, side.field)) {
    const movement::DropPreview down = movement::preview_drop(side.field, *side.falling);
    facts.axis_landing_row = down.axis_y;
    facts.child_landing_row = down.child_y;
  }
  if (side.phase != duel::Phase::vanishing) return facts;
  // The groups stay in the field until the phase ends.
  rules::Field after = side.field;
  const rules::Link link = rules::erase_groups(after);
  if (link.erased == 0) return facts;
  facts.link_cells = link.erased;
  facts.link_points = rules::link_score(link, side.link);
  facts.link_factor = facts.link_points / (10 * link.erased);
  for (int y = 1; y <= rules::kTrapRow; ++y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      facts.vanishing[cell_index(x, y)] = side.field.at(x, y) == after.at(x, y) ? 0 : 1;
    }
  }
  return facts;
}

rules::Parsed<std::string> url_of(const notation::SharedPosition& position, std::uint32_t site) {
  return site == RENSA_SITE_PUYOP ? notation::puyop_url(position) : notation::ips_url(position);
}

rules::Parsed<std::string> url_of(const rules::Field& field, std::span<const rules::Pair> pairs, std::uint32_t site) {
  const auto shared = notation::shared_field(field);
  if (!shared) return shared.error();
  notation::SharedPosition position{.field = *shared, .moves = {}, .goal = {}};
  for (const rules::Pair pair : pairs) position.moves.emplace_back(notation::UpcomingPair{pair});
  return url_of(position, site);
}

rensa_ruleset_values values_of(const rules::Ruleset& ruleset) {
  return {.digest = rules::digest(ruleset),
          .pacing = static_cast<std::int32_t>(ruleset.pacing),
          .colours = ruleset.colours,
          .visible_pairs = ruleset.visible_pairs,
          .queue = static_cast<std::int32_t>(ruleset.queue),
          .choke = static_cast<std::int32_t>(ruleset.choke),
          .attack = static_cast<std::int32_t>(ruleset.attack),
          .garbage_rate = ruleset.garbage_rate,
          .max_garbage_drop = ruleset.max_garbage_drop,
          .all_clear_points = ruleset.all_clear_points,
          .margin_start_frames = ruleset.margin_start_frames,
          .margin_step_frames = ruleset.margin_step_frames,
          .frame_limit = ruleset.frame_limit,
          .turn_limit = ruleset.turn_limit,
          .turn_milliseconds = ruleset.turn_milliseconds};
}

duel::SideView own_side_of(const duel::Game& game, duel::Seat seat) {
  duel::SideView side = duel::view_for_seat(game, seat).own;
  if (const duel::FrameGame* frames = game.frame_game()) side.motion = frames->side(seat).motion();
  return side;
}

std::uint32_t placements_of(const duel::View& view) { return view.decision_due ? duel::possible_placements(view) : 0; }

rules::Field read_field(Arguments& given, const rensa_field* field, std::string_view name) {
  rules::Field to;
  if (!given.pointer(field, name)) return to;
  for (std::size_t i = 0; i < RENSA_CELLS; ++i) {
    if (rules::is_cell(field->cells[i])) continue;
    if (given.is_ok()) {
      given.refuse(RENSA_ERROR_VALUE, name,
                   "the cell at column " + std::to_string(i % RENSA_COLUMNS + 1) + ", row " +
                       std::to_string(i / RENSA_COLUMNS + 1) + " is " + std::to_string(field->cells[i]) +
                       ", which no cell is");
    }
    return to;
  }
  for (int x = 1; x <= rules::kColumns; ++x) {
    std::array<unsigned, 3> columns{};
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      const unsigned code = field->cells[cell_index(x, y)];
      for (unsigned i = 0; i < 3; ++i) columns[i] |= (code >> i & 1U) << static_cast<unsigned>(y);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      rules::Board& plane = to.planes().bits[i];
      plane = plane | rules::Board::rows_of_column(x, static_cast<std::uint16_t>(columns[i]));
    }
    to.put(x, rules::kTrapRow, read_cell(field->cells[cell_index(x, rules::kTrapRow)]));
  }
  return to;
}

rules::Field read_resting_field(Arguments& given, const rensa_field* field, std::string_view name) {
  const rules::Field to = read_field(given, field, name);
  if (given.is_ok() && !to.is_at_rest()) given.refuse(RENSA_ERROR_VALUE, name, "cells hang in the air");
  return to;
}

rules::Pair read_pair(Arguments& given, const rensa_pair& pair, std::string_view name) {
  if (rules::is_cell(pair.axis) && rules::is_cell(pair.child)) {
    const rules::Pair to{read_cell(pair.axis), read_cell(pair.child)};
    if (to.has_colours()) return to;
  }
  given.refuse(RENSA_ERROR_VALUE, name, "a cell of a pair is not of a colour");
  return {};
}

std::vector<rules::Pair> read_pairs(Arguments& given, const rensa_pair* pairs, std::uint32_t count) {
  std::vector<rules::Pair> to;
  for (const rensa_pair& pair : given.array(pairs, count, "pairs")) {
    to.push_back(read_pair(given, pair, "pairs"));
    if (!given.is_ok()) return {};
  }
  return to;
}

rules::PairQueue read_queue(Arguments& given, const rensa_queue* queue) {
  std::array<rules::Pair, RENSA_QUEUE_LENGTH> pairs;
  if (given.pointer(queue, "queue")) {
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = read_pair(given, queue->pairs[i], "queue");
  }
  return rules::PairQueue::from_pairs(pairs);
}

duel::Input read_input(Arguments& given, const rensa_input& input, std::string_view name, int element) {
  const auto kind = static_cast<duel::Input::Kind>(input.kind);
  const auto member = [&](std::int64_t value, std::int64_t most, std::string_view of) {
    return given.member(value, 0, most, name, element, of);
  };
  if (!member(input.kind, RENSA_INPUT_KEYS, "kind")) return {};
  const bool has_keys = kind == duel::Input::Kind::keys;
  const bool has_placement = kind == duel::Input::Kind::placement;
  if (!member(input.keys, has_keys ? movement::kAllKeys : 0, "keys")) return {};
  if (!member(input.placement, has_placement ? RENSA_PLACEMENTS - 1 : 0, "placement")) return {};
  if (!member(input.reserved, 0, "reserved")) return {};
  if (has_keys) return duel::Input::hold(static_cast<movement::Keys>(input.keys));
  return has_placement ? duel::Input::place(rules::kPlacements[input.placement]) : duel::Input{};
}

duel::SideView read_side(Arguments& given, const rensa_side& side, std::string_view name) {
  duel::SideView to;
  to.field = read_field(given, &side.field, name);
  bool is_ok = given.number(side.pair_count, 0, rules::kMaxVisiblePairs, "pair_count");
  is_ok = given.number(side.phase, 0, RENSA_PHASE_DEAD, "phase") && is_ok;
  is_ok = given.number(side.hand, 0, kMostClock, "hand") && is_ok;
  is_ok = given.number(side.link, 0, kMostClock, "link") && is_ok;
  is_ok = given.number(side.pending, 0, duel::kMaxWaitingGarbage, "pending") && is_ok;
  is_ok = given.number(side.fixed, 0, duel::kMaxWaitingGarbage, "fixed") && is_ok;
  is_ok = given.number(side.score, 0, kMostPoints, "score") && is_ok;
  is_ok = given.boolean(side.has_falling_pair, "has_falling_pair") && is_ok;
  is_ok = given.boolean(side.has_motion, "has_motion") && is_ok;
  if (!is_ok) return to;
  to.phase = static_cast<duel::Phase>(side.phase);
  to.hand = side.hand;
  to.link = side.link;
  to.score = side.score;
  to.waiting = {.pending = side.pending, .fixed = side.fixed};
  to.pairs_shown = side.pair_count;
  read_shown_pairs(given, side, to);
  if (side.has_falling_pair == 1) {
    to.falling = read_falling_pair(given, side);
    if (to.phase != duel::Phase::control) {
      given.refuse(RENSA_ERROR_VALUE, "has_falling_pair", "is 1, but in this phase no pair is under control");
    }
  } else {
    check_no_falling_pair(given, side);
  }
  if (side.has_motion == 1) {
    to.motion = read_motion(given, side);
  } else {
    check_no_motion(given, side);
  }
  return to;
}

duel::View read_view(Arguments& given, const rensa_view* view) {
  duel::View to;
  if (!given.pointer(view, "view")) return to;
  to.seat = given.seat(view->seat);
  given.number(view->pacing, 0, RENSA_PACING_TURNS, "pacing");
  given.number(view->clock, 0, kMostClock, "clock");
  given.boolean(view->is_decision_due, "is_decision_due");
  given.boolean(view->has_ended, "has_ended");
  to.own = read_side(given, view->own, "own");
  to.opponent = read_side(given, view->opponent, "opponent");
  if (!given.is_ok()) return to;
  to.pacing = static_cast<rules::Pacing>(view->pacing);
  to.clock = view->clock;
  to.decision_due = view->is_decision_due == 1;
  if (view->has_ended == 1) {
    given.number(view->outcome.winner, RENSA_NO_SEAT, RENSA_SEATS - 1, "winner");
    given.number(view->outcome.cause, 0, duel::kCauseCount - 1, "cause");
    given.number(view->outcome.clock, 0, kMostClock, "clock");
    if (!given.is_ok()) return to;
    duel::Outcome outcome{.winner = {}, .cause = static_cast<duel::Cause>(view->outcome.cause), .frame = 0};
    outcome.frame = view->outcome.clock;
    if (view->outcome.winner >= 0) outcome.winner = static_cast<duel::Seat>(view->outcome.winner);
    to.outcome = outcome;
  }
  if (view->has_ended == 0) check_no_outcome(given, view->outcome);
  if (!to.decision_due) return to;
  if (to.outcome) given.refuse(RENSA_ERROR_VALUE, "view", "a decision is due, but the game has ended");
  if (!to.own.field.is_at_rest())
    given.refuse(RENSA_ERROR_VALUE, "view", "a decision is due, but cells hang in the air");
  if (to.pacing == rules::Pacing::turns) return to;
  if (!to.own.falling || !is_in_free_cells(*to.own.falling, to.own.field)) {
    given.refuse(RENSA_ERROR_VALUE, "view", "a decision is due, but no pair falls in free cells");
  }
  return to;
}

void write_events(const duel::Events& from, int clock, rensa_event* events, std::uint32_t* count) {
  *count = static_cast<std::uint32_t>(from.size());
  if (events == nullptr) return;
  for (const duel::Event& event : from) *events++ = event_of(event, clock);
}

}  // namespace rensa::bindings
