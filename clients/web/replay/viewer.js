// The viewer of a replay: its parts on the page, and the controls that move it.
// The links that a replay offers for a seat: its current field, its whole game, and a game to play on.

import { copyLink } from "../base/copy_link.js";
import { el, requireElement, setText } from "../base/dom.js";
import { DuelView } from "../draw/duel_view.js";
import { causeText } from "../text/server_codes.js";
import { formatNumber, t } from "../text/translation.js";
import { AdviceCard } from "./advice.js";
import { clockAfter, frameOfHash, kSpeeds, Playback, replayActionOf } from "./navigation.js";
import { ScrubBar, threatAt } from "./scrub_bar.js";

/** @import {Page} from "../base/start_page.js" */
/** @import {DuelScene} from "../draw/scene.js" */
/** @import {Shown} from "./advice.js" */
/** @import {ReplayAction} from "./navigation.js" */
/** @import {Threats} from "./possible_chains.js" */
/** @import {Source} from "./record_source.js" */
/** @import {Film} from "./recorded_game.js" */

const kFramesPerSecond = 60;
const kTurnsPerSecond = 1;
/** Browsers refuse to have their address changed all the time. */
const kAddressEveryMs = 500;

export class Viewer {
  /** @param {Film} film @param {Source} source @param {Page} page */
  constructor(film, source, page) {
    this.film_ = film;
    this.page_ = page;
    this.playback_ = new Playback(film.last, film.countsTurns ? kTurnsPerSecond : kFramesPerSecond);
    this.view_ = new DuelView();
    this.view_.root.classList.add("is_watched");
    this.bar_ = new ScrubBar(film.last, film.matchEvents, (clock) => this.seek_(clock));
    /** @type {?Threats} */
    this.threats_ = null;
    /** @type {?[SharedGame, SharedGame]} */
    this.games_ = null;
    /** @type {?AdviceCard} */
    this.advice_ = null;
    /** @type {?Shown} */
    this.advised_ = null;
    this.isDue_ = false;
    this.addressAt_ = 0;
    this.state_ = requireElement("#state", HTMLElement);
    this.toggle_ = requireElement("#toggle", HTMLButtonElement);
    this.attach_(source);
    this.seek_(frameOfHash(window.location.hash, film.last) ?? 0);
  }

  /** @param {Threats} threats */
  showThreats(threats) {
    this.threats_ = threats;
    this.bar_.showThreats(threats.found, threats.until);
    this.drawSoon_();
  }

  /** @param {Source} source */
  attach_(source) {
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
    new ResizeObserver(() => this.drawSoon_()).observe(this.view_.root);
    this.advice_ = new AdviceCard(source.path, this.film_.names, {
      clock: () => this.playback_.clock,
      show: (shown) => this.showAdvice_(shown),
      lead: () => this.leadToFields_(),
    });
    requireElement("#advice", HTMLElement).append(this.advice_.root);
    if (source.share === "") return;
    void loadSharedGames(source.share).then((games) => {
      this.games_ = games;
      this.writeSeats_();
    });
  }

  attachControls_() {
    const speed = requireElement("#speed", HTMLSelectElement);
    for (const one of kSpeeds) speed.append(el("option", { value: one, selected: one === 1 }, `${one} ×`));
    speed.addEventListener("change", () => (this.playback_.speed = Number(speed.value)));
    requireElement("#controls", HTMLElement).addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      const action = /** @type {ReplayAction | undefined} */ (button?.dataset.action);
      if (action) this.act_(action);
    });
    document.addEventListener("keydown", (event) => {
      if (event.target instanceof Element && event.target.closest("input, select, dialog")) return;
      if (event.key === " " && event.target instanceof Element && event.target.closest("button, a")) return;
      const action = replayActionOf(event);
      if (!action) return;
      event.preventDefault();
      this.act_(action);
    });
    // The event's address, not the page's: a frame drawn in between may have written its own over it.
    window.addEventListener("hashchange", ({ newURL }) => {
      const clock = frameOfHash(new URL(newURL).hash, this.film_.last);
      if (clock !== null) this.seek_(clock);
    });
  }

  /** @param {ReplayAction} action */
  act_(action) {
    if (action !== "toggle") return this.seek_(clockAfter(action, this.playback_.clock, this.film_));
    if (this.playback_.isPlaying) this.playback_.pause();
    else this.playback_.play(performance.now());
    this.drawSoon_();
  }

  /** Where the pair came that it is about. @param {?Shown} shown */
  showAdvice_(shown) {
    this.advised_ = shown;
    if (shown) this.seek_(shown.advice.clock);
  }

  /** On a phone the list of places is a screen further down. */
  leadToFields_() {
    this.view_.root.scrollIntoView({ block: "nearest", behavior: this.page_.look().reducesMotion ? "auto" : "smooth" });
  }

  /** Stays where it is put. @param {number} clock */
  seek_(clock) {
    this.playback_.pause();
    this.playback_.seek(clock);
    this.drawSoon_();
  }

  drawSoon_() {
    if (this.isDue_) return;
    this.isDue_ = true;
    requestAnimationFrame((now) => {
      this.isDue_ = false;
      this.playback_.advance(now);
      this.draw_(now);
      if (this.playback_.isPlaying) this.drawSoon_();
    });
  }

  /** @param {number} now */
  draw_(now) {
    const { clock, isPlaying } = this.playback_;
    this.film_.windTo(clock);
    this.drawScene_(this.film_.scene());
    const place = requireElement("#frame", HTMLElement);
    place.dataset.clock = String(clock);
    setText(place, this.placeText_());
    this.bar_.show(clock, this.placeText_());
    setText(this.toggle_, isPlaying ? t("replay.pause") : t("replay.play"));
    this.writeHash_();
    this.writeThreats_();
    if (isPlaying && now - this.addressAt_ < kAddressEveryMs) return;
    this.addressAt_ = now;
    const hash = clock === 0 ? "" : `#frame=${clock}`;
    if (window.location.hash !== hash) {
      window.history.replaceState(null, "", `${window.location.pathname}${window.location.search}${hash}`);
    }
  }

  /** @param {DuelScene} scene */
  drawScene_(scene) {
    const look = this.page_.look();
    if (this.advised_?.advice.clock !== this.playback_.clock) return this.view_.draw(scene, look);
    const { advice, place } = this.advised_;
    const side = advice.seat === 0 ? scene.own : scene.other;
    if (side) side.landing = this.film_.landing(advice.seat, place);
    this.view_.draw(scene, { ...look, landing: true });
  }

  placeText_() {
    const place = { n: this.playback_.clock, total: this.film_.last };
    return this.film_.countsTurns ? t("replay.turn", place) : t("replay.frame", place);
  }

  writeHash_() {
    const { hash, verdict } = this.film_.hash();
    const text = requireElement("#hash_verdict", HTMLElement);
    text.dataset.verdict = verdict;
    setText(text, t(`replay.hash_${verdict}`));
    setText(requireElement("#hash", HTMLElement), hash);
  }

  writeThreats_() {
    const { clock } = this.playback_;
    const { names } = this.film_;
    const found = this.threats_?.found ?? [[], []];
    this.threatTexts_?.forEach((text, seat) => {
      const threat = threatAt(found[seat], clock);
      setText(text, threat && threat.links > 0 ? t("replay.could_fire", { name: names[seat], ...threat }) : "");
    });
  }

  /** All that does not change with the clock, in the language of the moment. */
  writeTexts_() {
    const { winner, names, cause, last, countsTurns } = this.film_;
    const why = causeText(cause, names[1 - winner] ?? "");
    const result = winner < 0 ? t("replay.nobody_won", { why }) : t("replay.won", { name: names[winner], why });
    const length = countsTurns ? "" : ` · ${minutes(last / kFramesPerSecond)}`;
    setText(requireElement("#result", HTMLElement), `${names[0]} – ${names[1]} · ${result}${length}`);
    this.bar_.slider.setAttribute("aria-label", t("replay.position"));
    for (const button of document.querySelectorAll("#controls [aria-label]")) {
      button.setAttribute("title", button.getAttribute("aria-label") ?? "");
    }
    this.threatTexts_ = [0, 1].map((seat) => el("span", { class: `replay_threat curve_seat_${seat}` }));
    this.view_.middle.querySelectorAll(".replay_threat").forEach((old) => old.remove());
    this.view_.middle.append(...this.threatTexts_);
    this.writeSeats_();
    this.advice_?.write();
    this.drawSoon_();
  }

  writeSeats_() {
    const place = { field: requireElement("#link", HTMLInputElement), result: requireElement("#copied", HTMLElement) };
    const take = (/** @type {?string} */ url) => void copyLink(url, place);
    requireElement("#seats", HTMLElement).replaceChildren(
      ...[0, 1].map((seat) => seatCard(this.film_, seat, this.games_?.[seat] ?? null, take)),
    );
  }
}

/** @param {number} seconds */
function minutes(seconds) {
  const whole = Math.round(seconds);
  return `${formatNumber(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, "0")}`;
}

/** As the server tells it. @typedef {{puyop: ?string, ips: ?string, why_not: ?string}} SharedGame */

/** @type {("puyop"|"ips")[]} */
const kFormats = ["puyop", "ips"];

/**
 * @param {Film} film @param {number} seat
 * @param {?SharedGame} game   null: the server has no links of it
 * @param {(url: ?string) => void} take   the person wants this link; null: there is none
 */
export function seatCard(film, seat, game, take) {
  /** @param {"puyop"|"ips"} format */
  const copyField = (format) =>
    el("button", { type: "button", on: { click: () => take(film.fieldUrl(seat, format)) } },
      t(`replay.copy_${format}`));
  /** @param {"puyop"|"ips"} format @param {SharedGame} shared */
  const copyGame = (format, shared) => {
    const url = shared[format];
    return url && el("button", { type: "button", on: { click: () => take(url) } }, t(`replay.game_${format}`));
  };
  const goOn = () => {
    const url = film.positionUrl(seat);
    if (url) window.location.assign(`/practice?url=${encodeURIComponent(url)}`);
    else take(null);
  };
  return el(
    "section",
    { class: "card replay_seat", data: { seat: String(seat) } },
    el("h3", { text: film.names[seat] }),
    el("div", { class: "row" }, ...kFormats.map(copyField),
      el("button", { type: "button", text: t("replay.play_from_here"), on: { click: goOn } })),
    el("h4", { text: t("replay.whole_game") }),
    game
      ? el("div", { class: "row" }, ...kFormats.map((format) => copyGame(format, game)))
      : el("p", { class: "dim", text: t("common.none") }),
    game?.why_not ? el("p", { class: "dim", text: t("link.none_of_game") }) : null,
  );
}

/**
 * @param {string} path   of the server's answer
 * @returns {Promise<?[SharedGame, SharedGame]>}
 */
export async function loadSharedGames(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? (await answer.json()).seats : null;
  } catch {
    return null;
  }
}
