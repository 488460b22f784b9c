// One tournament: its state, its players, its games, and the audit log about it, with all that its organiser can do.

import { el, setText } from "../base/dom.js";
import { t } from "../text/organise_texts.js";
import { deleteAct, endAct, messageAct, pauseAct, resumeAct, startAct, stopAct } from "./acts.js";
import { AuditPart } from "./audit_part.js";
import { GamesPart } from "./games_part.js";
import { actButton, chip, timeText } from "./parts.js";
import { PlayersPart } from "./players_part.js";
import { isNotStarted, playersOf, stateText } from "./tournament.js";

/** @import {Account, Answer} from "./account.js" */
/** @import {ReportedAct} from "./acts.js" */
/** @import {Registration, Report} from "./tournament.js" */

export class TournamentView {
  /** @param {Account} account @param {string} id @param {(act: ReportedAct) => void} carryOut */
  constructor(account, id, carryOut) {
    this.account_ = account;
    this.id_ = id;
    this.carryOut_ = carryOut;
    this.title_ = el("bdi");
    this.state_ = el("p", { class: "organise_line" });
    this.facts_ = el("p");
    this.problem_ = el("p", { class: "danger" });
    this.buttons_ = el("div", { class: "organise_buttons" });
    this.players_ = new PlayersPart(id, carryOut);
    this.games_ = new GamesPart(account, id, carryOut);
    this.audit_ = new AuditPart(account, id);
    this.shown_ = "";
    this.elements = [
      el("p", {}, el("a", { href: "/organise", text: t("organise.all") })),
      el("h1", {}, this.title_),
      el("section", { class: "card organise_card organise_state", "aria-label": t("organise.state") },
        this.state_, this.facts_, this.problem_, this.buttons_),
      this.players_.root, this.games_.root, this.audit_.root,
    ];
  }

  /** Shows what the server has now. @returns {Promise<?Answer>} an answer without it; null: there is none */
  async refresh() {
    const path = `tournaments/${encodeURIComponent(this.id_)}`;
    const [report, waiting, ...others] = await Promise.all([
      this.account_.ask({ path }), this.account_.ask({ path: "registrations" }), this.games_.load(), this.audit_.load(),
    ]);
    const failed = [report, waiting, ...others].find(({ status }) => status !== 200);
    if (failed) return failed;
    this.show_(/** @type {Report} */ (report.data), waiting.data.registrations);
    return null;
  }

  /** @param {Report} report @param {Registration[]} registrations */
  show_(report, registrations) {
    setText(this.title_, report.name);
    document.title = `${report.name} · ${t("organise.title")}`;
    this.showState_(report);
    this.players_.show(playersOf(report, registrations), report.state);
    this.games_.show(report);
    this.audit_.show();
  }

  /** @param {Report} report */
  showState_(report) {
    const { state, games_played: games, most_games: most, running, starts } = report;
    const { awaited_returns: awaited } = report;
    const text = t(awaited.length > 0 ? "organise.state_awaits_return" : stateText({ state, games, running }));
    const facts = [most === null ? t("organise.games", { n: games }) : t("organise.games_of", { n: games, most })];
    if (running > 0) facts.push(t("organise.running_count", { n: running }));
    if (starts !== null) facts.push(t("organise.starts", { time: timeText(starts) }));
    if (awaited.length > 0) facts.push(t("organise.awaits_return", { names: awaited.join(", ") }));
    setText(this.facts_, facts.join(" · "));
    setText(this.problem_, report.why_failed ?? report.storage_error ?? "");
    this.problem_.hidden = this.problem_.textContent === "";
    // The acts of a state are made anew only if they are others, so that the focus stays. They say how many games run.
    const shown = JSON.stringify([state, text, running, games === 0, awaited, report.name]);
    if (shown === this.shown_) return;
    this.shown_ = shown;
    const league = `/league/${encodeURIComponent(this.id_)}?lang=${document.documentElement.lang}`;
    this.state_.replaceChildren(chip(state, text), el("code", { text: this.id_ }),
      el("a", { href: league, text: t("organise.league") }));
    const focused = this.buttons_.contains(document.activeElement);
    this.buttons_.replaceChildren(...this.orders_(report));
    if (focused) this.buttons_.querySelector("button")?.focus();
  }

  /** @param {Report} report @returns {HTMLElement[]} */
  orders_(report) {
    const { state, games_played: games, running } = report;
    const press = (/** @type {(report: Report, id: string) => ReportedAct} */ act) => () => this.carryOut_(act(report, this.id_));
    const remove = actButton({ act: "delete", text: t("organise.delete"), class: "organise_danger" }, press(deleteAct));
    const removal = games === 0 && running === 0 && state !== "failed" ? [remove] : [];
    if (state === "over" || state === "failed") return removal;
    const start = actButton({ act: "start", text: t("organise.start"), class: "primary large" }, press(startAct));
    const resume = actButton({ act: "resume", text: t("organise.resume"), class: "primary" }, press(resumeAct));
    const pause = actButton({ act: "pause", text: t("organise.pause"), class: "primary" }, press(pauseAct));
    const stop = actButton({ act: "stop", text: t("organise.stop") }, press(stopAct));
    const message = actButton({ act: "message", text: t("organise.message") }, press(messageAct));
    const end = actButton({ act: "end", text: t("organise.end"), class: "organise_danger" }, press(endAct));
    if (report.awaited_returns.length > 0) return [message, end, ...removal];
    if (isNotStarted({ state, games, running })) return [start, message, ...removal];
    if (state === "paused") return running > 0 ? [resume, stop, message] : [resume, message];
    return [pause, stop, message, ...removal];
  }
}
