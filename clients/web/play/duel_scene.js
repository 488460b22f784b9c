import { sceneOf } from "../rules/side_scene.js";

// Makes the scene of a duel from the known facts of both sides.

/** @import {DuelScene} from "../draw/scene.js" */
/** @import {SideFacts} from "../rules/engine.js" */
/** @import {MatchState} from "./match_state.js" */
/** @import {MatchEvents} from "./match_events.js" */

/**
 * @param {MatchState} state
 * @param {SideFacts} own as it is foreseen
 * @param {{facts: SideFacts, progress: number}} other as it was heard
 * @param {MatchEvents} matchEvents
 * @returns {DuelScene}
 */
export function duelScene(state, own, other, matchEvents) {
  const { names, score, frame } = state;
  return {
    own: sceneOf(own, {
      name: names.own, wins: score.own, landing: true, allClear: matchEvents.isClear("own", frame),
    }),
    other: sceneOf(other.facts, {
      name: names.other,
      wins: score.other,
      landing: false,
      allClear: matchEvents.isClear("other", frame),
      progress: other.progress,
    }),
    attack: matchEvents.attackAt(frame),
  };
}
