// The players of a tournament. Each opens to the acts that are about it.

import { el } from "../base/dom.js";
import { t } from "../text/organise_texts.js";
import { disqualifyAct, returnAct, withdrawAct } from "./acts.js";
import { KeyedList } from "./keyed_list.js";
import { actButton, card, chip, named } from "./parts.js";

/** @import {ReportedAct} from "./acts.js" */
/** @import {Player, RunState} from "./tournament.js" */

/** @typedef {{player: Player, state: RunState}} Shown   state: of the tournament */

export class PlayersPart {
  /** @param {string} id   of the tournament @param {(act: ReportedAct) => void} carryOut */
  constructor(id, carryOut) {
    this.list_ = new KeyedList({
      root: el("ul", { class: "organise_rows" }),
      keyOf: (/** @type {Shown} */ { player }) => player.name,
      make: ({ player, state }) => playerRow(player, actsOf(player, state, id), carryOut),
    });
    this.root = card("players_title", t("organise.players"), this.list_.root);
  }

  /** @param {Player[]} players @param {RunState} state */
  show(players, state) {
    this.list_.show(players.map((player) => ({ player, state })));
  }
}

/** @typedef {{word: string, text: string, act: ReportedAct}} PlayerAct */

/** Returns what can be done about a player. @param {Player} player @param {RunState} state   of the tournament
 * @param {string} id @returns {PlayerAct[]} */
export function actsOf(player, state, id) {
  /** @type {PlayerAct[]} */
  const acts = [];
  if (state === "failed" || player.state === "disqualified") return acts;
  const isOut = player.state === "withdrawn" || player.state === "benched";
  if (state !== "over" && isOut) acts.push({ word: "return", text: t("organise.return"), act: returnAct(player, id) });
  if (state !== "over" && !isOut) {
    acts.push({ word: "withdraw", text: t("organise.withdraw"), act: withdrawAct(player, id) });
  }
  acts.push({ word: "disqualify", text: t("organise.disqualify"), act: disqualifyAct(player, id) });
  return acts;
}

/** @param {Player} player @param {PlayerAct[]} acts @param {(act: ReportedAct) => void} carryOut */
function playerRow(player, acts, carryOut) {
  const { name, state, why, points, games } = player;
  const hint = state === "unapproved" ? t("organise.unapproved_hint") : why;
  const about = [t("organise.points", { points, n: games }), ...(hint === "" ? [] : [hint])].join(" · ");
  const head = [named(name), chip(state, t(`organise.player_${state}`)), el("span", { class: "dim", text: about })];
  if (acts.length === 0) return el("li", { class: "organise_row organise_line" }, ...head);
  const buttons = acts.map(({ word, text, act }) => actButton({ act: word, text, about: name,
    class: act.isDangerous ? "organise_danger" : "" }, () => carryOut(act)));
  return el("li", { class: "organise_row" },
    el("details", {}, el("summary", { class: "organise_line", data: { act: "open" } }, ...head),
      el("div", { class: "organise_buttons" }, ...buttons)));
}
