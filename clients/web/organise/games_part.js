// The games of a tournament: those that are played now, and those that have ended, which can be annulled.

import { el } from "../base/dom.js";
import { causeText } from "../text/server_codes.js";
import { t } from "../text/organise_texts.js";
import { annulAct } from "./acts.js";
import { KeyedList } from "./keyed_list.js";
import { actButton, card } from "./parts.js";

/** @import {Account, Answer} from "./account.js" */
/** @import {ReportedAct} from "./acts.js" */
/** @import {FinishedGame, Report, RunningGame} from "./tournament.js" */

/** The list begins with so many games, and gets so many more at a time; the server gives 200 at most. */
const kGamesAtATime = 20;
const kMaxGames = 200;

/** @typedef {{running?: RunningGame, finished?: FinishedGame, isOpen: boolean}} ShownGame
 *   isOpen: the tournament is not over, so that a game can be played again */

export class GamesPart {
  /** @param {Account} account @param {string} id @param {(act: ReportedAct) => void} carryOut */
  constructor(account, id, carryOut) {
    this.account_ = account;
    this.id_ = id;
    this.limit_ = kGamesAtATime;
    /** @type {FinishedGame[]} */
    this.finished_ = [];
    /** @type {?Report} */
    this.report_ = null;
    this.empty_ = el("p", { class: "dim", text: t("organise.no_games") });
    this.list_ = new KeyedList({
      root: el("ul", { class: "organise_rows" }),
      keyOf: (/** @type {ShownGame} */ { running, finished }) => running ? `r${running.game}` : `f${finished?.game}`,
      make: ({ running, finished, isOpen }) => running ? runningRow(running)
        : finishedRow(/** @type {FinishedGame} */ (finished), isOpen, id, carryOut),
    });
    this.more_ = actButton({ act: "more", text: t("organise.more") }, () => void this.showMore_());
    this.root = card("games_title", t("organise.games_title"), this.empty_, this.list_.root, this.more_);
  }

  /** Loads the finished games, which show() shows. @returns {Promise<Answer>} */
  async load() {
    const answer = await this.account_.ask({
      path: `tournaments/${encodeURIComponent(this.id_)}/games`, query: { limit: String(this.limit_) },
    });
    if (answer.status === 200) {
      this.finished_ = answer.data.games;
      this.more_.hidden = answer.data.before === 0 || this.limit_ >= kMaxGames;
    }
    return answer;
  }

  /** @param {Report} report */
  show(report) {
    this.report_ = report;
    const isOpen = report.state !== "over" && report.state !== "failed";
    const running = report.running_games.map((one) => ({ running: one, isOpen }));
    const finished = this.finished_.map((one) => ({ finished: one, isOpen }));
    this.empty_.hidden = running.length + finished.length > 0;
    this.list_.show([...running, ...finished]);
  }

  async showMore_() {
    this.limit_ = Math.min(kMaxGames, this.limit_ + 2 * kGamesAtATime);
    await this.load();
    if (this.report_) this.show(this.report_);
  }
}

/** @param {[string, string]} players */
const pairText = ([first, second]) => el("span", { class: "organise_pair" },
  el("bdi", { text: first }), " – ", el("bdi", { text: second }));

/** @param {RunningGame} game */
function runningRow({ game, match, players }) {
  return el("li", { class: "organise_row organise_line" }, el("code", { text: game }), pairText(players),
    el("a", { class: "organise_watch", href: `/watch/${match}`, text: t("organise.watch") }));
}

/** @param {FinishedGame} finished @param {boolean} isOpen @param {string} id @param {(act: ReportedAct) => void} carryOut */
function finishedRow(finished, isOpen, id, carryOut) {
  const { game, players, winner, cause } = finished;
  const loser = winner === null ? "" : players[winner === players[0] ? 1 : 0];
  const result = winner === null ? t("organise.drawn") : t("organise.won", { name: winner });
  const record = `/api/v1/tournaments/${encodeURIComponent(id)}/records/${game}`;
  return el("li", { class: "organise_row" },
    el("details", {},
      el("summary", { class: "organise_line", data: { act: "open" } }, el("code", { text: game }), pairText(players),
        el("span", { class: "dim", text: `${result} · ${causeText(cause, loser)}` })),
      el("div", { class: "organise_buttons" },
        el("a", { class: "button", href: `/replay/?record=${encodeURIComponent(record)}`, text: t("organise.replay") }),
        isOpen && actButton({ act: "annul", text: t("organise.annul"), about: game, class: "organise_danger" },
          () => carryOut(annulAct(finished, id))))));
}
