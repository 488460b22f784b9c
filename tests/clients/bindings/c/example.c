#include <rensa/rensa.h>
#include <stdio.h>
#include <stdlib.h>

static rensa_engine* engine;

/* Ends the program if a call has failed. */
static void check(rensa_status status) {
  if (status == RENSA_OK) return;
  fprintf(stderr, "%s\n", rensa_error_text(engine));
  exit(1);
}

int main(void) {
  rensa_handle ruleset, duel, player[2];
  rensa_game_state state;
  rensa_view view;
  uint32_t count, seat, placement;

  check(rensa_engine_create(&engine));
  check(rensa_ruleset_published(engine, "tsu-1", RENSA_TERMINATED, &ruleset));
  check(rensa_player_create(engine, ruleset, "greedy", RENSA_TERMINATED, 0, 1, &player[0]));
  check(rensa_player_create(engine, ruleset, "random", RENSA_TERMINATED, 0, 2, &player[1]));
  check(rensa_duel_create(engine, ruleset, 2025, NULL, &duel));

  for (check(rensa_game_get(engine, duel, &state)); !state.has_ended; check(rensa_game_get(engine, duel, &state))) {
    rensa_input inputs[RENSA_SEATS] = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    if (!state.is_decision_due[0] && !state.is_decision_due[1]) { /* nothing to decide: on to the next event */
      check(rensa_duel_advance(engine, duel, INT32_MAX, NULL, 0, &count));
      continue;
    }
    for (seat = 0; seat < RENSA_SEATS; ++seat) {
      if (!state.is_decision_due[seat]) continue;
      check(rensa_player_choose(engine, player[seat], duel, (int32_t)seat, &placement));
      inputs[seat].kind = RENSA_INPUT_PLACEMENT;
      inputs[seat].placement = (uint8_t)placement;
    }
    check(rensa_duel_step(engine, duel, inputs, NULL, 0, &count));
  }

  check(rensa_game_view(engine, duel, 0, &view));
  printf("seat %d wins in frame %d; the greedy player has %ld points\n", (int)state.outcome.winner,
         (int)state.outcome.clock, (long)view.own.score);
  rensa_engine_free(engine); /* and all that belongs to it */
  return 0;
}
