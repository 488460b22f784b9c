import { sceneOf } from "../rules/side_scene.js";

// The scene of a duel from what is known of both sides.

/** @import {DuelScene} from "../draw/scene.js" */
/** @import {SideFacts} from "../rules/engine.js" */
/** @import {MatchState} from "./match_state.js" */
/** @import {Happenings} from "./happenings.js" */

/**
 * @param {MatchState} state
 * @param {SideFacts} own as it is foreseen
 * @param {{facts: SideFacts, progress: number}} other as it was heard
 * @param {Happenings} happenings
 * @returns {DuelScene}
 */
export function duelScene(state, own, other, happenings) {
  const { names, score, frame } = state;
  return {
    own: sceneOf(own, {
      name: names.own, wins: score.own, landing: true, allClear: happenings.isClear("own", frame),
    }),
    other: sceneOf(other.facts, {
      name: names.other,
      wins: score.other,
      landing: false,
      allClear: happenings.isClear("other", frame),
      progress: other.progress,
    }),
    attack: happenings.attackAt(frame),
  };
}
