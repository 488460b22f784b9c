// Makes the parts of the pages for watching and of tournaments, with invented players.

import { el } from "../base/dom.js";
import { emblemSvg } from "../draw/emblem.js";
import { t } from "../text/translation.js";
import { Between } from "../tv/between.js";
import { Table } from "../tv/table.js";
import { WallCard } from "../tv/wall.js";
import { ChanceBar } from "../watch/chance_bar.js";

/** @import {Look} from "../draw/look.js" */

const kField = `${"0".repeat(60)}400050440055445066556677`;
const kTournament = {
  id: "look", name: "Autumn Cup", matches: [], legs: [], starts: null,
  leaders: [{ player: "champion", points: 9.5 }, { player: "gaze", points: 8 }, { player: "りんご", points: 2 }],
};
/** The rounds of a bracket: the players, their points, and the index of the winner; -1: it is being played. */
const kRounds = [
  [
    { players: ["champion", "greedy"], points: [2, 0], winner: 0 },
    { players: ["gaze", "joseki"], points: [1, 2], winner: 1 },
  ],
  [{ players: ["champion", "joseki"], points: [1, 1], winner: -1 }],
];

/** @param {Look} look */
export function watchingParts(look) {
  const card = new WallCard("1", ["champion", "gaze"]);
  const side = { field: kField, pairs: "445566", phase: "PHASE_CONTROL" };
  card.match.receive({ matchStart: { match: "1", players: ["champion", "gaze"] } });
  card.match.receive({ update: { match: "1", game: 2, view: { clock: 1, own: side, opponent: side } } });
  new ResizeObserver(() => requestAnimationFrame(() => card.draw(look))).observe(card.root);
  const between = el("section", { class: "tv_between" });
  const title = t("tv.won_game", { name: "gaze", n: 2 });
  new Between(between).show({ winner: "gaze", title, next: t("watch.game", { n: 3 }) });
  const table = el("section");
  new Table(table).show(kTournament);
  const comments = ["champion", "gaze"].map((name) => el("p", { text: `${t("watch.message", { name })}: …` }));
  const played = el("ol", { class: "watch_played", tabindex: "0", "aria-label": t("league.games") },
    el("li", {}, emblemSvg("gaze"), el("span", { text: title }), el("a", { href: "/league", text: t("play.replay") })));
  const chances = [null, 500, 714, 0].map((chance) => {
    const bar = new ChanceBar();
    bar.show(chance, ["champion", "gaze"]);
    return bar.root;
  });
  return [el("div", { class: "wall" }, card.root), between, table, ...chances,
    el("div", { class: "watch_comments" }, ...comments), played];
}

/** The leader, a card of the story, the card of a tournament and a bracket, as the server makes them. */
export function tournamentParts() {
  const name = el("bdi", { text: "champion" });
  const leader = el("p", { class: "leader" }, el("a", { href: "/league" }, emblemSvg("champion"), name));
  const rounds = kRounds.map((matches, i) => el("li", {}, el("h3", { text: String(i + 1) }),
    el("ol", {}, ...matches.map(matchBox))));
  const players = ["gaze", "champion"].map((player) =>
    el("a", { href: "/league" }, emblemSvg(player), el("bdi", { text: player })));
  const story = el("ul", { class: "story" }, el("li", {}, el("h3", { text: t("look.watching") }),
    el("p", { class: "story_fact", text: t("watch.chain", { name: "gaze", n: 9 }) }),
    el("p", { class: "story_players" }, players[0], el("span", { text: "–" }), players[1]),
    el("a", { class: "button", href: "/league", text: t("play.replay") })));
  const form = ["W", "W", "L", "D", "W"].map((letter) =>
    el("span", { class: letter === "W" ? "form_won" : "form_lost", text: letter }));
  const card = el("ul", { class: "league_cards" }, el("li", { class: "is_small" },
    el("div", { class: "cup_head" }, el("h3", {}, el("a", { href: "/league", text: kTournament.name }))),
    el("ol", { class: "league_players" }, el("li", {},
      el("a", { href: "/league" }, emblemSvg("gaze"), el("bdi", { text: "gaze" })),
      el("span", { class: "form", role: "img", "aria-label": "W W L D W" }, ...form)))));
  const bracket = el("div", { class: "bracket_scroll", tabindex: "0", role: "region", "aria-label": t("look.watching") },
    el("ol", { class: "bracket" }, ...rounds));
  return [leader, story, card, bracket];
}

/** @param {{players: string[], points: number[], winner: number}} match @param {number} i */
function matchBox({ players, points, winner }, i) {
  const lines = players.map((name, seat) =>
    el("li", { class: winner < 0 ? "" : seat === winner ? "won" : "lost" },
      el("a", { href: "/league" }, emblemSvg(name), el("bdi", { text: name })),
      el("span", { class: "points", text: String(points[seat]) })));
  return el("li", { class: "match" }, el("span", { class: "match_name", text: String(i + 1) }), el("ul", {}, ...lines));
}
