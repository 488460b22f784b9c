// Makes the parts of the organiser's page, with invented players.

import { el } from "../base/dom.js";
import { actButton, card, chip, named } from "../organise/parts.js";
import { t } from "../text/organise_texts.js";

const kStates = /** @type {const} */ (["ready", "playing", "absent", "unapproved", "benched", "withdrawn", "disqualified"]);
const kNames = ["gaze", "champion", "Ada", "Bruno", "りんご", "そら", "zed"];

export function organisingParts() {
  const nothing = () => undefined;
  const rows = kStates.map((state, i) => el("li", { class: "organise_row" }, el("details", {},
    el("summary", { class: "organise_line" }, named(kNames[i]), chip(state, t(`organise.player_${state}`))),
    el("div", { class: "organise_buttons" },
      actButton({ act: "approve", text: t("organise.approve"), about: kNames[i], class: "primary" }, nothing),
      actButton({ act: "disqualify", text: t("organise.disqualify"), about: kNames[i], class: "organise_danger" },
        nothing)))));
  rows[0].querySelector("details")?.setAttribute("open", "");
  return [
    el("p", { class: "organise_done", text: t("organise.approve_done", { name: "Ada" }) }),
    el("p", { class: "organise_error", text: t("error.no_server") }),
    card("look_players_title", t("organise.players"), el("ul", { class: "organise_rows" }, ...rows)),
  ];
}
