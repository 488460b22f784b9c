// Turns the facts that a spectator knows of a game into a scene.

import { PaceOfOther } from "../play/pace_of_other.js";
import { sceneOf } from "../rules/side_scene.js";

/** @import {DuelScene} from "../draw/scene.js" */
/** @import {MatchEvents} from "../play/match_events.js" */
/** @import {Engine} from "../rules/engine.js" */
/** @import {WatchedMatch} from "./watched_match.js" */

export class Scenes {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.paces_ = [new PaceOfOther(), new PaceOfOther()];
  }

  /** @param {WatchedMatch} match @param {MatchEvents} matchEvents @returns {?DuelScene} null: nothing is known yet */
  of(match, matchEvents) {
    const [own, other] = match.sides;
    if (!own || !other) return null;
    /** @param {import("../net/wire.js").Side} side @param {0|1} seat @param {"own"|"other"} who */
    const scene = (side, seat, who) =>
      sceneOf(this.engine_.factsOf(side), {
        name: match.players[seat],
        wins: match.wins[seat],
        allClear: matchEvents.isClear(who, match.frame),
        landing: true,
        progress: this.paces_[seat].progress(match.frame, side),
      });
    return {
      own: scene(own, 0, "own"), other: scene(other, 1, "other"), attack: matchEvents.attackAt(match.frame),
    };
  }
}
