/* Calls every function of rensa.h, as a program in C sees it. It ends with 1 at the first thing that does not hold. */

#include <rensa/rensa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int holds, const char* what, int line, const rensa_engine* engine) {
  if (holds) return;
  fprintf(stderr, "every_function.c:%d: does not hold: %s (%s)\n", line, what, rensa_error_text(engine));
  exit(1);
}
#define CHECK(holds) check((holds), #holds, __LINE__, engine)
#define CALL(call) CHECK((call) == RENSA_OK)

static rensa_engine* engine;

static const char kStairs[] =
    "R.....\n"
    "RB....\n"
    "RBY...\n"
    "BYRRRR\n";
static const char kProblem[] = "http://ips.karou.jp/simu/pn.html?_o1q1__u03";
static const char kTurnRules[] = "{\"id\": \"five-turns\", \"base\": \"jaist-1\", \"turn_limit\": 5}";

static rensa_handle published(const char* id) {
  rensa_handle ruleset = 0;
  CALL(rensa_ruleset_published(engine, id, RENSA_TERMINATED, &ruleset));
  return ruleset;
}

static void use_engine_and_objects(void) {
  char text[256];
  uint32_t length = 0;
  uint32_t count = 0;
  int32_t kind = 0;
  rensa_handle ruleset;
  rensa_engine* second = NULL;

  CHECK(rensa_version() == RENSA_API_VERSION);
  CALL(rensa_engine_create(&second));
  rensa_engine_free(second);
  rensa_engine_free(NULL);
  CHECK(strlen(rensa_error_text(engine)) == 0);

  ruleset = published("tsu-1");
  CALL(rensa_kind(engine, ruleset, &kind));
  CHECK(kind == RENSA_KIND_RULESET);
  CALL(rensa_count(engine, &count));
  CHECK(count == 1);
  CALL(rensa_free(engine, ruleset));
  CHECK(rensa_free(engine, ruleset) == RENSA_ERROR_HANDLE);
  CHECK(strlen(rensa_error_text(engine)) > 0);
  CALL(rensa_count(engine, &count));
  CHECK(count == 0);

  CHECK(rensa_struct_size(RENSA_STRUCT_VIEW) == sizeof(rensa_view));
  CHECK(rensa_struct_size(1000) == 0);
  CALL(rensa_name_count(engine, RENSA_NAMES_CAUSES, &count));
  CHECK(count >= 9);
  CALL(rensa_name(engine, RENSA_NAMES_CAUSES, 0, text, sizeof text, &length));
  CHECK(strcmp(text, "choked") == 0 && length == strlen(text));
}

static void use_rulesets(void) {
  char text[4096];
  uint32_t length = 0;
  rensa_handle ruleset = 0;
  rensa_handle copy = 0;
  rensa_ruleset_values values;
  rensa_ruleset_values same;

  CALL(rensa_ruleset_from_json(engine, kTurnRules, RENSA_TERMINATED, &ruleset));
  CALL(rensa_ruleset_get(engine, ruleset, &values));
  CHECK(values.pacing == RENSA_PACING_TURNS && values.turn_limit == 5);
  CALL(rensa_ruleset_id(engine, ruleset, text, sizeof text, &length));
  CHECK(strcmp(text, "five-turns") == 0);
  CALL(rensa_ruleset_to_json(engine, ruleset, text, sizeof text, &length));
  CALL(rensa_ruleset_from_json(engine, text, length, &copy));
  CALL(rensa_ruleset_get(engine, copy, &same));
  CHECK(same.digest == values.digest);
  CALL(rensa_free(engine, ruleset));
  CALL(rensa_free(engine, copy));
}

static void use_queues(void) {
  char text[512];
  uint32_t length = 0;
  rensa_queue queue;
  rensa_queue again;

  CALL(rensa_queue_from_seed(engine, 7, 4, &queue));
  CALL(rensa_queue_to_text(engine, &queue, text, sizeof text, &length));
  CALL(rensa_queue_from_text(engine, text, length, &again));
  CHECK(memcmp(&queue, &again, sizeof queue) == 0);
  CALL(rensa_queue_official(engine, 65536, 4, &queue));
  CHECK(queue.pairs[0].axis != RENSA_CELL_EMPTY);
}

static void use_fields(void) {
  char text[1024];
  uint32_t length = 0;
  uint32_t count = 0;
  uint32_t placements = 0;
  int32_t rows = 0;
  rensa_field field;
  rensa_field again;
  rensa_field after;
  rensa_chain chain;
  rensa_chain chains[2];
  rensa_pair pairs[128];
  const rensa_pair pair = {RENSA_CELL_RED, RENSA_CELL_RED};
  rensa_possible_chain possible[128];
  rensa_field both[2];
  rensa_handle list = 0;

  CALL(rensa_field_from_text(engine, kStairs, RENSA_TERMINATED, RENSA_TEXT_PICTURE, &field));
  CALL(rensa_field_to_text(engine, &field, RENSA_TEXT_PICTURE, text, sizeof text, &length));
  CHECK(strcmp(text, kStairs) == 0);
  CALL(rensa_field_to_text(engine, &field, RENSA_TEXT_DIGITS, text, sizeof text, &length));
  CHECK(length == RENSA_CELLS);
  CALL(rensa_field_from_text(engine, text, length, RENSA_TEXT_DIGITS, &again));
  CHECK(memcmp(&field, &again, sizeof field) == 0);

  CALL(rensa_field_to_url(engine, &field, &pair, 1, RENSA_SITE_PUYOP, text, sizeof text, &length));
  CALL(rensa_field_from_url(engine, text, length, &again, pairs, 128, &count));
  CHECK(memcmp(&field, &again, sizeof field) == 0 && count == 1 && pairs[0].axis == RENSA_CELL_RED);

  CALL(rensa_field_simulate(engine, &field, &after, &chain));
  CHECK(chain.links == 1 && chain.score == 40);
  CALL(rensa_field_place(engine, &after, &pair, 5, &again, &chain));
  CHECK(chain.links == 0);
  memset(again.cells, RENSA_CELL_GARBAGE, 13 * RENSA_COLUMNS);
  memset(again.cells + 13 * RENSA_COLUMNS, RENSA_CELL_EMPTY, RENSA_COLUMNS);
  CALL(rensa_field_place(engine, &again, &pair, 5, &again, &chain)); /* one cell in row 14, and one above it */
  CHECK(again.cells[RENSA_CELLS - 1] == RENSA_CELL_RED && chain.links == 0);
  CHECK(rensa_field_place(engine, &again, &pair, 5, &again, &chain) == RENSA_ERROR_VALUE);
  CALL(rensa_field_placements(engine, &after, &placements));
  CHECK(placements == (1u << RENSA_PLACEMENTS) - 1);
  CALL(rensa_field_threat(engine, &after, &pair, 1, &chain));
  CALL(rensa_field_possible_chains(engine, &after, 2, 0, possible, 128, &count));
  CHECK(count > 0 && possible[0].score >= possible[count - 1].score);

  memset(&field, 0, sizeof field);
  field.cells[RENSA_COLUMNS] = RENSA_CELL_GREEN; /* column 1, row 2 */
  CALL(rensa_field_settle(engine, &field, &field, &rows));
  CHECK(rows == 1 && field.cells[0] == RENSA_CELL_GREEN);

  CALL(rensa_field_from_text(engine, kStairs, RENSA_TERMINATED, RENSA_TEXT_PICTURE, &both[0]));
  both[1] = field;
  CALL(rensa_fields_create(engine, both, 2, &list));
  CALL(rensa_fields_simulate(engine, list, list, chains, 2));
  CHECK(chains[0].links == 1 && chains[1].links == 0);
  CALL(rensa_fields_get(engine, list, both, 2, &count));
  CHECK(count == 2 && memcmp(&both[0], &after, sizeof after) == 0);
  CALL(rensa_free(engine, list));
}

/* Lets two players play a whole duel, which is recorded. */
static rensa_handle play_duel(void) {
  const rensa_handle ruleset = published("tsu-1");
  rensa_handle duel = 0;
  rensa_handle copy = 0;
  rensa_handle players[RENSA_SEATS + 2] = {0, 0, 0, 0};
  rensa_handle record = 0;
  rensa_event events[RENSA_MAX_EVENTS];
  rensa_game_state state;
  rensa_view view;
  rensa_side side;
  rensa_side_facts facts;
  int32_t chance = 0;
  rensa_candidate candidates[RENSA_PLACEMENTS];
  rensa_chain chain;
  rensa_pair pair;
  char text[1024];
  uint32_t length = 0;
  uint32_t count = 0;
  uint32_t placements = 0;
  uint32_t same = 0;
  uint32_t choice = 0;
  int32_t is_complete = 0;
  int32_t stop = 0;
  int seat;

  CALL(rensa_player_count(engine, &count));
  CHECK(count >= 3);
  CALL(rensa_player_name(engine, 0, text, sizeof text, &length));
  CALL(rensa_player_create(engine, ruleset, text, length, 0, 1, &players[0]));
  CALL(rensa_player_create(engine, ruleset, "greedy", RENSA_TERMINATED, 0, 2, &players[1]));
  CALL(rensa_player_create(engine, ruleset, text, length, 0, 1, &players[2]));
  CALL(rensa_player_create(engine, ruleset, text, length, 0, 1, &players[3]));
  CALL(rensa_duel_create(engine, ruleset, 3, NULL, &duel));
  CALL(rensa_duel_record(engine, duel, "one", 3, "two", 3));
  CALL(rensa_duel_copy(engine, duel, &copy));
  CALL(rensa_duel_advance(engine, copy, 1000, events, RENSA_MAX_EVENTS, &count));
  CHECK(count > 0 && events[0].clock > 0);

  for (;;) {
    rensa_input inputs[RENSA_SEATS];
    int is_due = 0;
    memset(inputs, 0, sizeof inputs);
    CALL(rensa_game_get(engine, duel, &state));
    if (state.has_ended) break;
    for (seat = 0; seat < RENSA_SEATS; ++seat) {
      if (!state.is_decision_due[seat]) continue;
      if (seat == 0) {
        /* Pondering and wide limits change no choice. */
        CALL(rensa_player_ponder(engine, players[seat], duel, seat, 100, &stop, &is_complete));
        CALL(rensa_player_choose(engine, players[seat], duel, seat, &choice));
        CALL(rensa_player_choose_within(engine, players[2], duel, seat, INT64_MAX, &stop, &same));
        CHECK(choice == same);
        stop = 1;
        CALL(rensa_player_choose_within(engine, players[3], duel, seat, INT64_MAX, &stop, &same));
        CALL(rensa_game_placements(engine, duel, seat, &placements));
        CHECK((placements >> same & 1) == 1);
        stop = 0;
      } else {
        CALL(rensa_player_candidates(engine, players[seat], duel, seat, candidates, RENSA_PLACEMENTS, &count));
        choice = (uint32_t)candidates[0].placement;
      }
      CALL(rensa_game_placements(engine, duel, seat, &placements));
      CALL(rensa_game_view(engine, duel, seat, &view));
      CALL(rensa_view_placements(engine, &view, &same));
      CHECK((placements >> choice & 1) == 1 && placements == same);
      inputs[seat].kind = RENSA_INPUT_PLACEMENT;
      inputs[seat].placement = (uint8_t)choice;
      is_due = 1;
    }
    CALL(rensa_game_side(engine, duel, 0, &side));
    CALL(rensa_side_facts_of(engine, &side, &facts));
    CALL(rensa_chance_to_win(engine, ruleset, 0, &side, &side, &chance));
    CHECK(chance == 500);
    if (is_due) {
      CALL(rensa_duel_step(engine, duel, inputs, events, RENSA_MAX_EVENTS, &count));
    } else {
      CALL(rensa_duel_advance(engine, duel, INT32_MAX, NULL, 0, &count));
    }
  }
  CALL(rensa_game_pair(engine, duel, 1, 1, &pair));
  CHECK(pair.axis != RENSA_CELL_EMPTY);
  CALL(rensa_game_threat(engine, duel, 0, &chain));
  rensa_game_url(engine, duel, 1, text, sizeof text, &length);

  CALL(rensa_duel_finish(engine, duel, NULL, &record));
  CALL(rensa_free(engine, duel));
  CALL(rensa_free(engine, copy));
  CALL(rensa_free(engine, players[0]));
  CALL(rensa_free(engine, players[1]));
  CALL(rensa_free(engine, players[2]));
  CALL(rensa_free(engine, players[3]));
  CALL(rensa_free(engine, ruleset));
  return record;
}

static void use_record(rensa_handle record) {
  uint8_t* bytes;
  char* json;
  char text[1024];
  uint32_t length = 0;
  uint32_t count = 0;
  rensa_handle again = 0;
  rensa_handle ruleset = 0;
  rensa_handle replay = 0;
  rensa_record_info info;
  rensa_game_state state;
  rensa_checkpoint checkpoint;
  rensa_recorded_input* inputs;
  rensa_checkpoint* checkpoints;
  rensa_hand* hands;
  rensa_decision* decisions;
  rensa_event* events;
  rensa_statistics statistics[RENSA_SEATS];

  CALL(rensa_record_to_bytes(engine, record, NULL, 0, &length));
  bytes = malloc(length);
  CALL(rensa_record_to_bytes(engine, record, bytes, length, &length));
  CALL(rensa_record_from_bytes(engine, bytes, length, &again));
  bytes[length / 2] ^= 1;
  CHECK(rensa_record_from_bytes(engine, bytes, length, &again) == RENSA_ERROR_TEXT);
  free(bytes);
  CALL(rensa_free(engine, again));

  CALL(rensa_record_to_json(engine, record, NULL, 0, &length));
  json = malloc(length + 1);
  CALL(rensa_record_to_json(engine, record, json, length + 1, &length));
  CALL(rensa_record_from_json(engine, json, RENSA_TERMINATED, &again));
  free(json);
  CALL(rensa_free(engine, again));

  CALL(rensa_record_get(engine, record, &info));
  CALL(rensa_record_ruleset(engine, record, &ruleset));
  CALL(rensa_ruleset_id(engine, ruleset, text, sizeof text, &length));
  CHECK(strcmp(text, "tsu-1") == 0);
  CALL(rensa_free(engine, ruleset));
  CALL(rensa_record_interruptions(engine, record, NULL, 0, &count));
  CHECK(count == 0);
  CALL(rensa_record_player(engine, record, 1, text, sizeof text, &length));
  CHECK(strcmp(text, "two") == 0);

  inputs = calloc(info.input_count, sizeof *inputs);
  CALL(rensa_record_inputs(engine, record, inputs, info.input_count, &count));
  CHECK(count == info.input_count && inputs[0].input.kind == RENSA_INPUT_PLACEMENT);
  free(inputs);
  checkpoints = calloc(info.checkpoint_count, sizeof *checkpoints);
  CALL(rensa_record_checkpoints(engine, record, checkpoints, info.checkpoint_count, &count));
  checkpoint = checkpoints[count - 1];
  CHECK(checkpoint.clock == info.outcome.clock);
  free(checkpoints);
  CALL(rensa_record_hands(engine, record, NULL, 0, &count));
  hands = calloc(count, sizeof *hands);
  CALL(rensa_record_hands(engine, record, hands, count, &count));
  CHECK(count > 2 && hands[0].number == 1);
  free(hands);
  CALL(rensa_record_decisions(engine, record, 0, NULL, 0, &count));
  decisions = calloc(count, sizeof *decisions);
  CALL(rensa_record_decisions(engine, record, 0, decisions, count, &count));
  CHECK(decisions[0].view.own.hand == 1 && decisions[0].placement < RENSA_PLACEMENTS);
  CALL(rensa_record_statistics(engine, record, statistics));
  CHECK(statistics[0].counts[0] > 0 && statistics[0].counts[0] <= (int64_t)count);
  free(decisions);
  rensa_record_url(engine, record, 0, RENSA_SITE_IPS, text, sizeof text, &length);

  CALL(rensa_replay_open(engine, record, &replay));
  CALL(rensa_replay_seek(engine, replay, info.outcome.clock));
  CALL(rensa_game_get(engine, replay, &state));
  CHECK(state.hash == checkpoint.hash && state.has_ended);
  CALL(rensa_replay_events(engine, replay, NULL, 0, &count));
  events = calloc(count, sizeof *events);
  CALL(rensa_replay_events(engine, replay, events, count, &count));
  CHECK(events[count - 1].kind == RENSA_EVENT_GAME_OVER);
  free(events);
  CALL(rensa_free(engine, replay));
  CALL(rensa_free(engine, record));
}

static void use_many_duels(void) {
  enum { kDuels = 8 };
  const rensa_handle ruleset = published("jaist-1");
  rensa_handle duels = 0;
  uint64_t seeds[kDuels];
  uint8_t placements[kDuels * RENSA_SEATS];
  rensa_input inputs[kDuels * RENSA_SEATS];
  uint8_t cells[kDuels * RENSA_SEATS * RENSA_CELLS];
  int32_t clocks[kDuels];
  rensa_duels_buffers buffers;
  rensa_view view;
  int i;

  for (i = 0; i < kDuels; ++i) seeds[i] = (uint64_t)i;
  memset(placements, 0, sizeof placements);
  memset(inputs, 0, sizeof inputs);
  memset(&buffers, 0, sizeof buffers);
  CALL(rensa_duels_create(engine, ruleset, seeds, kDuels, &duels));
  CALL(rensa_duels_play(engine, duels, placements, kDuels * RENSA_SEATS));
  CALL(rensa_duels_step(engine, duels, inputs, kDuels * RENSA_SEATS));
  CALL(rensa_duels_reset(engine, duels, 3, 3));
  buffers.struct_size = sizeof buffers;
  buffers.count = kDuels;
  buffers.cells = cells;
  buffers.clocks = clocks;
  CALL(rensa_duels_get(engine, duels, &buffers));
  CHECK(clocks[0] == 2 && clocks[3] == 0 && cells[0] != RENSA_CELL_EMPTY);
  CALL(rensa_duels_view(engine, duels, 0, 1, &view));
  CHECK(view.seat == 1 && view.clock == 2);
  CALL(rensa_free(engine, duels));
  CALL(rensa_free(engine, ruleset));
}

static void use_practice_and_prediction(void) {
  const rensa_handle ruleset = published("tsu-1");
  const rensa_pair first = {RENSA_CELL_GREEN, RENSA_CELL_RED};
  rensa_input input;
  rensa_field field;
  rensa_side side;
  rensa_side predicted;
  rensa_handle practice = 0;
  rensa_handle prediction = 0;
  uint32_t count = 0;
  int i;

  memset(&field, 0, sizeof field);
  memset(&input, 0, sizeof input);
  CALL(rensa_practice_create(engine, 1, 4, &field, &first, 1, &practice));
  for (i = 0; i < 100; ++i) CALL(rensa_practice_step(engine, practice, &input, NULL, 0, &count));
  CALL(rensa_practice_side(engine, practice, &side));
  CHECK(side.hand == 1 && side.pairs[0].axis == RENSA_CELL_GREEN && side.has_falling_pair);
  CHECK(rensa_practice_undo(engine, practice) == RENSA_ERROR_STATE);

  CALL(rensa_prediction_create(engine, ruleset, &prediction));
  CALL(rensa_prediction_start(engine, prediction, &side, 100));
  CALL(rensa_prediction_step(engine, prediction, &input, NULL, 0, &count));
  CALL(rensa_prediction_side(engine, prediction, &predicted));
  CALL(rensa_practice_step(engine, practice, &input, NULL, 0, &count));
  CALL(rensa_practice_side(engine, practice, &side));
  CHECK(memcmp(&side.field, &predicted.field, sizeof side.field) == 0 && side.fall_counter == predicted.fall_counter);
  while (side.hand < 2) {
    CALL(rensa_practice_step(engine, practice, &input, NULL, 0, &count));
    CALL(rensa_practice_side(engine, practice, &side));
  }
  CALL(rensa_practice_undo(engine, practice));
  CALL(rensa_free(engine, practice));
  CALL(rensa_free(engine, prediction));
  CALL(rensa_free(engine, ruleset));
}

static void use_training(void) {
  char text[256];
  uint32_t length = 0;
  uint32_t count = 0;
  uint32_t placement = 0;
  int32_t flaw = -1;
  rensa_handle training = 0;
  rensa_pair pairs[16];
  rensa_goal goal;
  rensa_training_state state;
  rensa_side side;

  CALL(rensa_training_flaw(engine, "nonsense~", RENSA_TERMINATED, &flaw));
  CHECK(flaw != RENSA_FLAW_NONE);
  CALL(rensa_training_flaw(engine, kProblem, RENSA_TERMINATED, &flaw));
  CHECK(flaw == RENSA_FLAW_NONE);
  CALL(rensa_training_create(engine, kProblem, RENSA_TERMINATED, &training));
  CALL(rensa_training_goal(engine, training, &goal));
  CHECK(goal.count > 0);
  CALL(rensa_training_pairs(engine, training, pairs, 16, &count));
  CHECK(count > 0 && pairs[0].axis != RENSA_CELL_EMPTY);
  CALL(rensa_training_url(engine, training, text, sizeof text, &length));
  CHECK(length > 0);

  do {
    CALL(rensa_training_step(engine, training, NULL, 0, &count));
    CALL(rensa_training_get(engine, training, &state));
  } while (!state.is_waiting);
  while ((state.placements >> placement & 1) == 0) ++placement;
  CALL(rensa_training_side(engine, training, placement, &side));
  CHECK(side.has_falling_pair);
  CALL(rensa_training_drop(engine, training, placement));
  CHECK(rensa_training_steer(engine, training, placement) == RENSA_ERROR_STATE);
  CALL(rensa_training_rewind(engine, training, 0));
  do {
    CALL(rensa_training_step(engine, training, NULL, 0, &count));
    CALL(rensa_training_get(engine, training, &state));
  } while (!state.is_waiting);
  CALL(rensa_training_steer(engine, training, placement));
  do {
    CALL(rensa_training_step(engine, training, NULL, 0, &count));
    CALL(rensa_training_get(engine, training, &state));
  } while (!state.is_waiting && !state.is_over);
  CHECK(state.placed_count == 1);
  CALL(rensa_free(engine, training));
}

int main(void) {
  uint32_t count = 0;
  CALL(rensa_engine_create(&engine));
  use_engine_and_objects();
  use_rulesets();
  use_queues();
  use_fields();
  use_record(play_duel());
  use_many_duels();
  use_practice_and_prediction();
  use_training();
  CALL(rensa_count(engine, &count));
  CHECK(count == 0);
  rensa_engine_free(engine);
  return 0;
}
