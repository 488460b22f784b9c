// Plays the sounds of a practice game, and announces its events.

import { soundOfMove } from "../sound/sound.js";
import { t } from "../text/translation.js";

/** @import {Announcer} from "../base/announcer.js" */
/** @import {GameEvent, SideFacts} from "../rules/engine.js" */
/** @import {Sound} from "../sound/sound.js" */

/** @param {Announcer} announcer @param {GameEvent[]} happened */
export function announce(announcer, happened) {
  for (const { kind, number } of happened) {
    if (kind === "link_started") announcer.say("chain", t("live.own_chain", { n: number }));
    if (kind === "all_clear") announcer.say("clear", t("live.own_clear"));
    if (kind === "died") announcer.say("end", t("practice.over"));
  }
}

/** Plays the sounds of the events, and that of a move or turn between the two states.
 * @param {Sound} sound @param {GameEvent[]} happened @param {SideFacts} before @param {SideFacts} after */
export function playSounds(sound, happened, before, after) {
  for (const { kind, number } of happened) {
    if (kind === "link_started") sound.play("link", number);
    if (kind === "all_clear") sound.play("all_clear", 0);
    if (kind === "locked") sound.play("lock", 0);
    if (kind === "died") sound.play("lose", 0);
  }
  const moved = soundOfMove(before, after);
  if (moved) sound.play(moved, 0);
}
