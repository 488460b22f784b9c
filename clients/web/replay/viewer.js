// The viewer of a replay. It draws the game, handles the controls that move through it, and shows a card for each seat
// with links to its current field and its whole game.

import { copyPageLink } from "../base/copy_link.js";
import { el, requireElement, setText } from "../base/dom.js";
import { fetchJson } from "../base/fetch_json.js";
import { DuelView } from "../draw/duel_view.js";
import { showStage } from "../draw/stage.js";
import { FilmCard } from "../film/film_card.js";
import { totalsAt } from "../play/game_totals.js";
import { Scoreboard } from "../play/scoreboard.js";
import { pairOfNames } from "../text/names.js";
import { causeText } from "../text/server_codes.js";
import { formatNumber, t } from "../text/translation.js";
import { ChanceBar } from "../watch/chance_bar.js";
import { chancePath } from "../watch/chance_line.js";
import { AdviceCard } from "./advice.js";
import { durationText } from "./duration_text.js";
import { fieldPicture } from "./field_picture.js";
import { MissedList } from "./missed_list.js";
import { clockOfMissed, clockOfMoment, isSearched, momentAddress, momentOfHash } from "./moments.js";
import { clockAfter, frameOfHash, kSpeeds, Playback, replayActionOf } from "./navigation.js";
import { possibleChainAt, ScrubBar } from "./scrub_bar.js";
import { seatCard, seatLinks } from "./sharing_card.js";
import { TurningList } from "./turning_list.js";
import { chanceAt, turningPointsOf } from "./turning_points.js";

/** @import {Page} from "../base/start_page.js" */
/** @import {DuelScene} from "../draw/scene.js" */
/** @import {ShownAdvice} from "./advice.js" */
/** @import {AnalysisReport} from "./analysis.js" */
/** @import {SearchedMoment} from "./moments.js" */
/** @import {ReplayAction} from "./navigation.js" */
/** @import {RecordSource} from "./record_source.js" */
/** @import {RecordedGame} from "./recorded_game.js" */
/** @import {SharedGame} from "./sharing_card.js" */

const kFramesPerSecond = 60;
const kTurnsPerSecond = 1;
/** The address of the page changes only so often, because browsers refuse more frequent changes. */
const kAddressChangeEveryMs = 500;

export class ReplayViewer {
  /** @param {RecordedGame} recordedGame @param {RecordSource} source @param {Page} page */
  constructor(recordedGame, source, page) {
    this.game_ = recordedGame;
    showStage(recordedGame.names[1]);
    this.record_ = source.number;
    this.page_ = page;
    this.playback_ = new Playback(recordedGame.last, recordedGame.countsTurns ? kTurnsPerSecond : kFramesPerSecond);
    this.view_ = new DuelView();
    this.view_.root.classList.add("is_watched");
    this.scoreboard_ = new Scoreboard(this.view_.middle);
    this.chanceBar_ = new ChanceBar();
    this.chanceBar_.root.hidden = !recordedGame.areChancesEstimated;
    this.view_.middle.append(this.chanceBar_.root);
    this.bar_ = new ScrubBar(recordedGame, (clock) => this.seek_(clock));
    /** @type {?AnalysisReport} */
    this.report_ = null;
    this.areChancesShown_ = false;
    /** The moment of the address that is shown as soon as the analysis has found it. @type {?SearchedMoment} */
    this.awaitedMoment_ = null;
    this.missedList_ = new MissedList(recordedGame.names, (clock) => this.placeText_(clock), {
      see: (clock) => {
        this.seek_(clock);
        this.scrollToFields_();
      },
      copyLink: (missed) => copyPageLink(momentAddress(missed, window.location)),
      picture: (seat, clock) => this.pictureOf_(seat, clock),
    });
    this.turningList_ = new TurningList(recordedGame.names, (clock) => this.placeText_(clock), (clock) => {
      this.seek_(clock);
      this.scrollToFields_();
    });
    /** @type {?[SharedGame, SharedGame]} */
    this.sharedGames_ = null;
    /** @type {?AdviceCard} */
    this.adviceCard_ = null;
    this.filmCard_ = new FilmCard(recordedGame, source.file.replace(/\.rensa$/, ""), {
      clock: () => this.playback_.clock,
      pause: () => this.seek_(this.playback_.clock),
      placeText: (clock) => this.placeText_(clock),
      look: () => page.look(),
      pictures: (clock) => [0, 1].map((seat) => this.pictureOf_(seat, clock)),
    });
    /** @type {?ShownAdvice} */
    this.shownAdvice_ = null;
    this.isDrawScheduled_ = false;
    this.addressChangedAt_ = 0;
    this.state_ = requireElement("#state", HTMLElement);
    this.toggle_ = requireElement("#toggle", HTMLButtonElement);
    this.attachToPage_(source);
    this.goToHash_(window.location.hash);
  }

  /** @param {AnalysisReport} report */
  showAnalysis(report) {
    this.report_ = report;
    this.bar_.showPossibleChains(report.possibleChains, report.knownUntil);
    this.bar_.showMissed(report.missed);
    this.showChances_(report);
    this.missedList_.show(report);
    if (report.isComplete && this.awaitedMoment_) {
      this.seek_(clockOfMissed(this.awaitedMoment_, report.missed) ?? this.playback_.clock);
    }
    this.drawSoon_();
  }

  /** @param {AnalysisReport} report */
  showChances_({ chances, areChancesKnown }) {
    if (this.areChancesShown_) return;
    const { last, matchEvents } = this.game_;
    this.bar_.showChances(chancePath(chances, chances.at(-1)?.clock ?? 0, last));
    if (!areChancesKnown) return;
    this.areChancesShown_ = true;
    this.turningList_.show(turningPointsOf(chances, matchEvents, last));
  }

  /** Says that this browser cannot analyse games. */
  showNoAnalysis() {
    this.awaitedMoment_ = null;
    this.missedList_.showFailure();
    this.turningList_.showFailure();
  }

  /** @param {RecordSource} source */
  attachToPage_(source) {
    const download = requireElement("#download", HTMLAnchorElement);
    download.href = source.path;
    download.download = source.file;
    requireElement("#stage", HTMLElement).append(this.view_.root);
    requireElement("#bar", HTMLElement).append(this.bar_.root);
    this.attachControls_();
    this.page_.settings.subscribe(() => this.writeTexts_());
    this.state_.hidden = true;
    requireElement("#replay", HTMLElement).hidden = false;
    // The canvases get a size only when they are shown, and a new size when the window changes.
    this.view_.onResize(() => this.drawSoon_());
    this.adviceCard_ = new AdviceCard(source.path, this.game_.names, {
      clock: () => this.playback_.clock,
      show: (shown) => this.showAdvice_(shown),
      scrollToFields: () => this.scrollToFields_(),
      setPossible: (isPossible) => (requireElement("#ask", HTMLElement).hidden = !isPossible),
    });
    requireElement("#copy_moment", HTMLElement).addEventListener("click", () => {
      this.writeAddress_();
      copyPageLink(window.location.href);
    });
    requireElement("#advice", HTMLElement).append(this.adviceCard_.root);
    requireElement("#missed", HTMLElement).append(this.missedList_.root);
    requireElement("#turning_points", HTMLElement).append(this.turningList_.root);
    for (const part of ["#turning", "#legend_chance"]) {
      requireElement(part, HTMLElement).hidden = !this.game_.areChancesEstimated;
    }
    requireElement("#film", HTMLElement).append(this.filmCard_.root);
    if (source.share === "") return;
    void fetchJson(source.share).then((answer) => {
      this.sharedGames_ = answer?.seats ?? null;
      this.showSharingCards_();
    });
  }

  attachControls_() {
    const speed = requireElement("#speed", HTMLSelectElement);
    for (const one of kSpeeds) speed.append(el("option", { value: one, selected: one === 1 }, `${one} ×`));
    speed.addEventListener("change", () => (this.playback_.speed = Number(speed.value)));
    requireElement("#controls", HTMLElement).addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      const action = /** @type {ReplayAction | undefined} */ (button?.dataset.action);
      if (action) this.doAction_(action);
    });
    document.addEventListener("keydown", (event) => {
      if (event.target instanceof Element && event.target.closest("input, select, dialog")) return;
      if (event.key === " " && event.target instanceof Element && event.target.closest("button, a, summary")) return;
      const action = replayActionOf(event);
      if (!action) return;
      event.preventDefault();
      this.doAction_(action);
    });
    // The page's own address may be that of a frame drawn in between, so the address of the event is used.
    window.addEventListener("hashchange", ({ newURL }) => this.goToHash_(new URL(newURL).hash));
  }

  /** Shows what the address names; nothing changes if it names nothing. @param {string} hash   of a URL */
  goToHash_(hash) {
    const moment = momentOfHash(hash);
    const { last, matchEvents, winner } = this.game_;
    if (isSearched(moment)) {
      const clock = this.report_?.isComplete ? clockOfMissed(moment, this.report_.missed) : null;
      this.seek_(clock ?? this.playback_.clock);
      this.awaitedMoment_ = this.report_?.isComplete ? null : moment;
      return;
    }
    const clock = moment ? (clockOfMoment(moment, matchEvents, winner) ?? last) : frameOfHash(hash, last);
    if (clock !== null) this.seek_(clock);
  }

  /** @param {ReplayAction} action */
  doAction_(action) {
    if (action !== "toggle") return this.seek_(clockAfter(action, this.playback_.clock, this.game_));
    if (this.playback_.isPlaying) this.playback_.pause();
    else this.playback_.play(performance.now());
    this.awaitedMoment_ = null;
    this.drawSoon_();
  }

  /** Shows an answer at the clock when its pair came; null: shows none. @param {?ShownAdvice} shown */
  showAdvice_(shown) {
    this.shownAdvice_ = shown;
    if (shown) this.seek_(shown.advice.clock);
  }

  /** Scrolls to the fields, because on a phone the list of candidates is a screen below them. */
  scrollToFields_() {
    this.view_.root.scrollIntoView({ block: "nearest", behavior: this.page_.look().reducesMotion ? "auto" : "smooth" });
  }

  /** Shows a clock, and pauses there. @param {number} clock */
  seek_(clock) {
    this.awaitedMoment_ = null;
    this.playback_.pause();
    this.playback_.seek(clock);
    this.drawSoon_();
  }

  drawSoon_() {
    if (this.isDrawScheduled_) return;
    this.isDrawScheduled_ = true;
    requestAnimationFrame((now) => {
      this.isDrawScheduled_ = false;
      this.playback_.advance(now);
      this.draw_(now);
      if (this.playback_.isPlaying) this.drawSoon_();
    });
  }

  /** @param {number} now */
  draw_(now) {
    const { clock, isPlaying } = this.playback_;
    this.game_.seek(clock);
    this.drawScene_(this.game_.scene());
    const place = requireElement("#frame", HTMLElement);
    place.dataset.clock = String(clock);
    setText(place, this.clockText_());
    this.bar_.show(clock, this.clockText_());
    // The result is told at the end of the game.
    if (clock === this.game_.last) requireElement("#result", HTMLElement).classList.add("is_over");
    setText(this.toggle_, isPlaying ? t("replay.pause") : t("replay.play"));
    this.writeHash_();
    this.showScoreboard_();
    if (this.awaitedMoment_ || (isPlaying && now - this.addressChangedAt_ < kAddressChangeEveryMs)) return;
    this.addressChangedAt_ = now;
    this.writeAddress_();
  }

  /** Gives the page the address of the clock that is shown. */
  writeAddress_() {
    const { clock } = this.playback_;
    const hash = clock === 0 ? "" : `#frame=${clock}`;
    if (window.location.hash !== hash) {
      window.history.replaceState(null, "", `${window.location.pathname}${window.location.search}${hash}`);
    }
  }

  /** Draws the fields, with the advised placement if one belongs to the clock. @param {DuelScene} scene */
  drawScene_(scene) {
    const look = this.page_.look();
    if (this.shownAdvice_?.advice.clock !== this.playback_.clock) return this.view_.draw(scene, look);
    const { advice, place } = this.shownAdvice_;
    const side = advice.seat === 0 ? scene.own : scene.other;
    if (side) side.landing = this.game_.landing(advice.seat, place);
    this.view_.draw(scene, { ...look, landing: true });
  }

  /** Makes a small picture of a field at a clock. The game stays where it is. @param {number} seat @param {number} clock */
  pictureOf_(seat, clock) {
    this.game_.seek(clock);
    const { own, other } = this.game_.scene();
    this.game_.seek(this.playback_.clock);
    return fieldPicture(seat === 0 || !other ? own : other, this.page_.look());
  }

  clockText_() {
    const place = { n: this.playback_.clock, total: this.game_.last };
    return this.game_.countsTurns ? t("replay.turn", place) : t("replay.frame", place);
  }

  /** Returns the text that tells a clock in a list. @param {number} clock */
  placeText_(clock) {
    const { countsTurns, last } = this.game_;
    return countsTurns ? t("replay.turn", { n: clock, total: last }) : durationText(clock / kFramesPerSecond);
  }

  writeHash_() {
    const { hash, verdict } = this.game_.stateHash();
    const text = requireElement("#hash_verdict", HTMLElement);
    text.dataset.verdict = verdict;
    setText(text, t(`replay.hash_${verdict}`));
    setText(requireElement("#hash", HTMLElement), hash);
  }

  showScoreboard_() {
    const { clock } = this.playback_;
    const { countsTurns, last, matchEvents } = this.game_;
    const names = { own: this.game_.names[0], other: this.game_.names[1] };
    this.scoreboard_.show({ firstTo: 0, score: { own: 0, other: 0 }, game: 1, names },
      totalsAt(matchEvents, clock === last ? Infinity : clock, { countsTurns }));
    this.scoreboard_.showTime(countsTurns ? formatNumber(clock) : durationText(clock / kFramesPerSecond));
    const [own, other] = this.report_?.possibleChains ?? [[], []];
    this.chanceBar_.show(chanceAt(this.report_?.chances ?? [], clock), this.game_.names);
    this.scoreboard_.showPossible([possibleChainAt(own, clock), possibleChainAt(other, clock)], names);
  }

  /** Writes the texts that do not depend on the clock, in the current language. */
  writeTexts_() {
    const { winner, names, cause, last, countsTurns, interruptions } = this.game_;
    const why = causeText(cause, names[1 - winner] ?? "");
    const result = winner < 0 ? t("replay.nobody_won", { why }) : t("replay.won", { name: names[winner], why });
    const length = countsTurns ? "" : ` · ${durationText(last / kFramesPerSecond)}`;
    requireElement("#result", HTMLElement).replaceChildren(
      el("span", { class: "result_names", text: `${pairOfNames(names)}${length}` }), " ",
      el("strong", { text: result }));
    const interrupted = requireElement("#interruptions", HTMLElement);
    interrupted.hidden = interruptions.length === 0;
    setText(interrupted,
      t("replay.interrupted", { places: interruptions.map((clock) => this.placeText_(clock)).join(", ") }));
    this.bar_.slider.setAttribute("aria-label", t("replay.position"));
    for (const button of document.querySelectorAll("#controls [aria-label]")) {
      button.setAttribute("title", button.getAttribute("aria-label") ?? "");
    }
    this.showSharingCards_();
    this.missedList_.writeTexts();
    this.turningList_.writeTexts();
    this.filmCard_.writeTexts();
    this.adviceCard_?.writeTexts();
    this.drawSoon_();
  }

  showSharingCards_() {
    requireElement("#seats", HTMLElement).replaceChildren(...[0, 1].map((seat) => seatCard(this.game_, seat, this.record_)));
    requireElement("#links", HTMLElement).replaceChildren(
      ...[0, 1].map((seat) => seatLinks(this.game_, seat, this.sharedGames_?.[seat] ?? null)));
  }
}
