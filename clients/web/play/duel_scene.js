// Makes the scene of a duel from the facts that are known about both sides.

import { sceneOf } from "../draw/scene.js";

/** @import {DuelScene} from "../draw/scene.js" */
/** @import {Side} from "../net/wire.js" */
/** @import {Engine, SideFacts} from "../rules/engine.js" */
/** @import {MatchEvents} from "./match_events.js" */
/** @import {WatchedMatch} from "../watch/watched_match.js" */
/** @import {MatchState} from "./match_state.js" */

/**
 * @param {MatchState} state
 * @param {SideFacts} own   the own side as predicted
 * @param {{facts: SideFacts, progress: number}} other   the opponent's side as the server sent it last
 * @param {MatchEvents} matchEvents
 * @returns {DuelScene}
 */
export function duelScene(state, own, other, matchEvents) {
  const { names, score, frame, stage } = state;
  // Attacks are events of the server's frames, and so is the garbage that they change.
  const { pending, fixed } = state.own ?? own;
  return {
    own: sceneOf({ ...own, pending, fixed }, {
      name: names.own, wins: score.own, landing: true, allClear: matchEvents.showsAllClear("own", frame),
    }),
    other: sceneOf(other.facts, {
      name: names.other,
      wins: score.other,
      landing: false,
      allClear: matchEvents.showsAllClear("other", frame),
      progress: other.progress,
    }),
    attacks: matchEvents.attacksAt(frame),
    isOver: stage === "between" || stage === "over",
  };
}

/** The lengths of phases, in frames; garbage takes 8 to 32 to settle.
 * @type {Partial<Record<import("../draw/scene.js").Phase, number>>} */
const kFramesOfPhases = { vanishing: 50, grounding: 20, settling: 24, preparation: 12 };

/**
 * Estimates how far a side is in its phase. The server does not send this for opponents, but some phases have a fixed
 * length.
 */
export class PhaseProgress {
  constructor() {
    this.phaseKey = "";
    this.startFrame = 0;
  }

  /** @param {number} frame @param {Side} side @returns {number} 0..1 of its phase */
  progress(frame, side) {
    const key = `${side.phase} ${side.hand} ${side.link}`;
    if (key !== this.phaseKey) {
      this.phaseKey = key;
      this.startFrame = frame;
    }
    const frames = kFramesOfPhases[side.phase];
    return frames ? Math.min(1, (frame - this.startFrame) / frames) : 0;
  }
}

/** Makes the scenes of a watched duel. */
export class DuelScenes {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.progresses_ = [new PhaseProgress(), new PhaseProgress()];
  }

  /** @param {WatchedMatch} match @param {MatchEvents} matchEvents @returns {?DuelScene} null: no view has come yet */
  sceneOfMatch(match, matchEvents) {
    const [own, other] = match.sides;
    if (!own || !other) return null;
    /** @param {import("../net/wire.js").Side} side @param {0|1} seat @param {"own"|"other"} who */
    const scene = (side, seat, who) =>
      sceneOf(this.engine_.factsOf(side), {
        name: match.players[seat],
        wins: match.wins[seat],
        allClear: matchEvents.showsAllClear(who, match.frame),
        landing: true,
        progress: this.progresses_[seat].progress(match.frame, side),
      });
    return {
      own: scene(own, 0, "own"), other: scene(other, 1, "other"), attacks: matchEvents.attacksAt(match.frame, match),
      isOver: match.stage !== "playing",
    };
  }
}
