// The list of the tournaments that an account organises, and of the accounts that wait for approval.

import { el } from "../base/dom.js";
import { t } from "../text/organise_texts.js";
import { KeyedList } from "./keyed_list.js";
import { chip, timeText } from "./parts.js";
import { inOrder, stateText } from "./tournament.js";
import { WaitingAccounts } from "./waiting_accounts.js";

/** @import {Account, Answer, Description} from "./account.js" */
/** @import {ReportedAct} from "./acts.js" */
/** @import {Registration, Summary} from "./tournament.js" */

/** @param {string} id */
export const addressOf = (id) => `/organise?tournament=${encodeURIComponent(id)}`;

export class TournamentList {
  /** @param {Account} account @param {Description} description @param {(act: ReportedAct) => void} carryOut */
  constructor(account, description, carryOut) {
    this.account_ = account;
    this.accounts_ = new WaitingAccounts(carryOut);
    this.list_ = new KeyedList({
      root: el("ul", { class: "organise_cards" }), keyOf: (/** @type {Summary} */ { id }) => id, make: summaryCard,
    });
    this.empty_ = el("p", { class: "dim", text: t("organise.none"), hidden: true });
    const ids = description.role === "administrator" ? t("organise.all_ids")
      : t("organise.own_ids", { ids: description.tournaments.join(", ") });
    this.elements = [
      el("h1", { text: t("organise.title") }),
      el("p", { class: "dim", text: ids }),
      el("p", {}, el("a", { class: "button primary large", href: "/organise?new=1", text: t("organise.new") })),
      this.accounts_.root, this.empty_, this.list_.root,
    ];
  }

  /** Shows what the server has now. @returns {Promise<?Answer>} an answer without it; null: there is none */
  async refresh() {
    const [own, all, waiting] = await Promise.all(["account", "tournaments", "registrations"]
      .map((path) => this.account_.ask({ path })));
    const failed = [own, all, waiting].find(({ status }) => status !== 200);
    if (failed) return failed;
    const managed = new Set(/** @type {Description} */ (own.data).manages);
    const tournaments = /** @type {Summary[]} */ (all.data.tournaments).filter(({ id }) => managed.has(id));
    this.accounts_.show(/** @type {Registration[]} */ (waiting.data.registrations));
    this.empty_.hidden = tournaments.length > 0;
    this.list_.show(inOrder(tournaments));
    return null;
  }
}

/** @param {Summary} summary */
function summaryCard(summary) {
  const { id, name, players, state, games, most_games: most, running, awaited, starts } = summary;
  const problem = summary.why_failed ?? summary.storage_error;
  const played = most === null ? t("organise.games", { n: games }) : t("organise.games_of", { n: games, most });
  const facts = [t("organise.players_count", { n: players }), played];
  if (running > 0) facts.push(t("organise.running_count", { n: running }));
  if (state === "waiting" && starts !== null) facts.push(t("organise.starts", { time: timeText(starts) }));
  if (awaited.length > 0 && state !== "over") facts.push(t("organise.awaited", { names: awaited.join(", ") }));
  return el("li", { class: "card organise_card" },
    el("h2", {}, el("a", { href: addressOf(id) }, el("bdi", { text: name }))),
    el("p", { class: "organise_line" }, chip(state, t(stateText(summary))), el("code", { text: id })),
    el("p", { text: facts.join(" · ") }),
    problem !== null && el("p", { class: "danger", text: problem }));
}
