// Shows some of the matches that are being played. Each has a card that links to the page for watching it. Those in real
// time come first, and show their fields, scores and clocks live.

import { el, setText } from "../base/dom.js";
import { drawBoard, kBoardColumns, kBoardRows } from "../draw/board.js";
import { emblemSvg } from "../draw/emblem.js";
import { sideOf } from "../net/wire.js";
import { durationText } from "../replay/duration_text.js";
import { pairOfNames } from "../text/names.js";
import { formatNumber, t } from "../text/translation.js";

/** @import {Look} from "../draw/look.js" */
/** @import {SideScene} from "../draw/scene.js" */
/** @import {LobbyMatch, ServerMessage, Side, Update} from "../net/wire.js" */

export class MatchList {
  /**
   * @param {{list: HTMLElement, emptyText: HTMLElement}} place
   * @param {(message: object) => void} send   to the server
   * @param {() => Look} look
   */
  constructor(place, send, look) {
    this.place_ = place;
    this.send_ = send;
    this.look_ = look;
    /** @type {Map<string, MatchCard>} */
    this.cards_ = new Map();
    /** @type {LobbyMatch[]} */
    this.matches_ = [];
    /** The numbers of the matches that the server sends to this page. @type {Set<string>} */
    this.watched = new Set();
    /** The match that is shown in full, beside this list; "": none. */
    this.featured_ = "";
    /** The updates that the next picture of the page shows, by match. @type {Map<string, Update>} */
    this.updates_ = new Map();
  }

  /** Call this for a new connection: the server does not know yet which matches the page watches. */
  forgetWatched() {
    this.watched.clear();
  }

  /** Stops watching all matches, because the page is hidden. */
  stopWatching() {
    this.watchOnly_([]);
  }

  /** @param {ServerMessage} message @param {LobbyMatch[]} running   the matches that the spectators see
   * @param {string} featured   the match that is shown in full; "": none */
  receive({ lobby, update }, running, featured) {
    if (lobby) this.showMatches_(running, featured);
    if (update && this.watched.has(update.match)) this.drawSoon_(update);
  }

  /** Draws a card in the next picture of the page. @param {Update} update */
  drawSoon_(update) {
    const card = this.cards_.get(update.match);
    if (!card) return;
    const isFeatured = update.match === this.featured_;
    if (isFeatured && !isFeaturedCardDue(card.drawn, update.game ?? 0, performance.now())) return;
    this.updates_.set(update.match, update);
    if (this.updates_.size === 1) requestAnimationFrame(() => this.drawUpdates_());
  }

  drawUpdates_() {
    for (const update of this.updates_.values()) this.cards_.get(update.match)?.draw(update, this.look_());
    this.updates_.clear();
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    for (const match of this.matches_) this.cards_.get(match.match)?.writeTexts(match);
  }

  /** @param {LobbyMatch[]} matches @param {string} featured */
  showMatches_(matches, featured) {
    matches = shownMatches(matches);
    this.matches_ = matches;
    for (const [match, card] of this.cards_) {
      if (matches.some((one) => one.match === match)) continue;
      card.root.remove();
      this.cards_.delete(match);
    }
    for (const match of matches) {
      if (this.cards_.has(match.match)) continue;
      const card = new MatchCard(match);
      this.cards_.set(match.match, card);
      this.place_.list.append(card.root);
    }
    this.place_.emptyText.hidden = matches.length > 0;
    this.writeTexts();
    // The match that is shown in full is watched anew, with all its frames.
    if (featured !== this.featured_) this.watchOnly_([...this.watched].filter((match) => match !== featured));
    this.featured_ = featured;
    const live = liveMatches(matches);
    const wanted = featured === "" || live.includes(featured) ? live : [featured, ...live.slice(1)];
    this.watchOnly_(document.hidden ? [] : wanted);
  }

  /** @param {string[]} wanted */
  watchOnly_(wanted) {
    const { watch, unwatch } = subscriptionChanges(this.watched, wanted);
    for (const match of unwatch) this.send_({ unwatch: { match } });
    for (const match of watch) {
      const subscription = match === this.featured_ ? "SUBSCRIPTION_FRAMES" : "SUBSCRIPTION_EVENTS";
      this.send_({ watch: { match, subscription } });
    }
    this.watched = new Set(wanted);
  }
}

/** The size of a cell, in pixels of the page. */
const kCellPixels = 15;
const kFramesPerSecond = 60;

export class MatchCard {
  /** @param {LobbyMatch} match */
  constructor(match) {
    /** The game and the time of the last drawing, in milliseconds. */
    this.drawn = { game: -1, at: -Infinity };
    this.boards_ = [0, 1].map(() => el("canvas", { class: "room_board", "aria-hidden": "true" }));
    this.faces_ = el("span", { class: "faces" }, ...(match.players ?? []).map((name) => emblemSvg(name)));
    this.names_ = el("span", { class: "room_names" });
    this.scores_ = [0, 1].map(() => el("span"));
    this.game_ = el("span");
    this.clock_ = el("span");
    this.fields_ = el("span", { class: "room_fields", hidden: true }, ...this.boards_);
    this.root = el("a", { class: "card room", href: `/watch/${match.match}` }, this.fields_,
      el("span", { class: "room_scores" }, this.scores_[0], this.faces_, this.scores_[1]), this.names_,
      el("span", { class: "dim room_told" }, this.game_, this.clock_));
  }

  /** @param {LobbyMatch} match */
  writeTexts(match) {
    setText(this.names_, pairOfNames(match.players ?? []));
    setText(this.game_, t("watch.game", { n: match.game ?? 1 }));
  }

  /** @param {Update} update @param {Look} look */
  draw({ game = 0, view = {} }, look) {
    this.drawn = { game, at: performance.now() };
    const sides = [sideOf(view.own ?? {}), sideOf(view.opponent ?? {})];
    this.fields_.hidden = false;
    sides.forEach(({ score }, seat) => setText(this.scores_[seat], formatNumber(score)));
    setText(this.clock_, durationText((view.clock ?? 0) / kFramesPerSecond));
    const cell = Math.round(kCellPixels * (window.devicePixelRatio || 1));
    this.boards_.forEach((board, seat) => {
      const [width, height] = [Math.ceil(cell * kBoardColumns), Math.ceil(cell * kBoardRows)];
      if (board.width !== width) Object.assign(board, { width, height });
      const ctx = board.getContext("2d");
      if (ctx) drawBoard(ctx, fieldSceneOf(sides[seat]), look, seat === 0 ? "own" : "other");
    });
  }
}

/** Makes a scene with only the parts of a side that show at this size. @param {Side} side @returns {SideScene} */
export function fieldSceneOf({ cells, phase }) {
  return {
    cells, phase, progress: 0, vanishing: new Uint8Array(cells.length), current: null, falling: null, landing: [],
    next: [], pending: 0, fixed: 0, score: 0, link: 0, linkScore: null, allClear: false, name: "", wins: 0,
  };
}

/** The featured match sends all its frames, but its card is drawn only so often, in milliseconds. */
const kFeaturedCardEveryMs = 1000;

/**
 * Returns true if the card of the featured match is to be drawn again: another game has begun, or the last drawing is
 * old.
 * @param {{game: number, at: number}} drawn @param {number} game @param {number} now ms
 */
export function isFeaturedCardDue(drawn, game, now) {
  return game !== drawn.game || now - drawn.at >= kFeaturedCardEveryMs;
}

export const kMaxLiveMatches = 4;

/** Returns the matches that have a card; TV shows all of them. @param {LobbyMatch[]} matches */
export function shownMatches(matches) {
  const live = liveMatches(matches);
  const others = matches.filter(({ match }) => !live.includes(match));
  return [...matches.filter(({ match }) => live.includes(match)), ...others].slice(0, kMaxLiveMatches);
}

/**
 * Returns the matches that are shown live. All are in real time, because other matches end within seconds and send too
 * many updates.
 * @param {LobbyMatch[]} matches
 * @returns {string[]} their numbers
 */
export function liveMatches(matches) {
  const inRealTime = matches.filter(({ terms }) => terms?.clock === "CLOCK_REAL");
  return inRealTime.slice(0, kMaxLiveMatches).map(({ match }) => match);
}

/**
 * Returns the matches to watch and to stop watching, so that the page watches exactly `wanted`.
 * @param {ReadonlySet<string>} watched @param {string[]} wanted
 * @returns {{watch: string[], unwatch: string[]}}
 */
export function subscriptionChanges(watched, wanted) {
  return {
    watch: wanted.filter((match) => !watched.has(match)),
    unwatch: [...watched].filter((match) => !wanted.includes(match)),
  };
}
