// Shows a running match in full and live: its fields, next pairs, names and wins. Without a match, both fields are
// empty.

import { DuelView } from "../draw/duel_view.js";
import { DuelScenes } from "../play/duel_scene.js";
import { GameTotals } from "../play/game_totals.js";
import { MatchEvents, playingTimeText } from "../play/match_events.js";
import { boardFactsOf, WatchedMatch } from "./watched_match.js";

/** @import {Look} from "../draw/look.js" */
/** @import {DuelScene, SideScene} from "../draw/scene.js" */
/** @import {ServerMessage} from "../net/wire.js" */
/** @import {Announcement} from "../play/match_events.js" */
/** @import {Scoreboard} from "../play/scoreboard.js" */
/** @import {ReadyChains, ReadyStrip} from "./ready_strip.js" */
/** @import {Engine} from "../rules/engine.js" */
/** @import {Leg, MatchHistory} from "./watched_match.js" */

export class LiveDuel {
  /**
   * @param {HTMLElement} place @param {() => Look} look
   * @param {() => void} onDraw   called before each drawing
   * @param {(announcement: Announcement, match: WatchedMatch) => void} [onAnnouncement]   of an event of the match
   */
  constructor(place, look, onDraw, onAnnouncement = () => undefined) {
    this.look_ = look;
    this.onDraw_ = onDraw;
    this.onAnnouncement_ = onAnnouncement;
    this.view_ = new DuelView();
    this.view_.root.classList.add("is_watched");
    place.append(this.view_.root);
    /** @type {?DuelScenes} */
    this.scenes_ = null;
    /** The shown match; null: none. @type {?WatchedMatch} */
    this.match = null;
    this.matchEvents_ = new MatchEvents();
    this.totals_ = new GameTotals();
    /** @type {?Scoreboard} */
    this.scoreboard_ = null;
    /** @type {?{chains: ReadyChains, strip: ReadyStrip}} */
    this.ready_ = null;
    this.isDrawScheduled_ = false;
    this.view_.onResize(() => this.drawSoon());
  }

  /** The number of the shown match; "": none. */
  get number() {
    return this.match?.match ?? "";
  }

  /** Lets the fields show all that the rules know. @param {Engine} engine */
  useEngine(engine) {
    this.scenes_ = new DuelScenes(engine);
    this.drawSoon();
  }

  /** The column between the fields. */
  get middle() {
    return this.view_.middle;
  }

  /** Shows what happens on a scoreboard, too. @param {Scoreboard} scoreboard */
  useScoreboard(scoreboard) {
    this.scoreboard_ = scoreboard;
  }

  /** Shows who could fire what, too. @param {{chains: ReadyChains, strip: ReadyStrip}} ready */
  useReadyStrip(ready) {
    this.ready_ = ready;
    this.middle.append(ready.strip.root);
  }

  /** Shows another match. @param {string} number   "": none */
  show(number) {
    if (number === this.number) return;
    this.match = number === "" ? null : new WatchedMatch(number);
    this.beginGame_();
    this.drawSoon();
  }

  beginGame_() {
    this.matchEvents_.reset();
    this.totals_.reset();
    this.ready_?.chains.reset();
  }

  /** @param {ServerMessage} message */
  receive(message) {
    if (!this.match || !isAbout(message, this.match.match)) return;
    const { game } = this.match;
    const events = this.match.receive(message);
    // After a lost connection the same game goes on, of which the page has not seen all.
    if (this.match.game !== game || message.matchStart) this.beginGame_();
    if (message.update) this.totals_.addEvents(events, "SEAT_ONE", this.match.frame);
    if (message.update) this.ready_?.chains.add(this.match.frame, this.match.sides, events);
    const { announcements } = this.matchEvents_.addEvents(events, "SEAT_ONE", this.match.frame);
    for (const announcement of announcements) this.onAnnouncement_(announcement, this.match);
    this.drawSoon();
  }

  /** Adds the games that ended before this page came. @param {string} number   of their match
   * @param {MatchHistory} history */
  addHistory(number, history) {
    if (number !== this.number) return;
    this.match?.receive(history);
    this.drawSoon();
  }

  /** Tells to which pair of a knock-out a match belongs. @param {string} number @param {Leg} leg */
  setLeg(number, leg) {
    if (number !== this.number) return;
    this.match?.setLeg(leg);
    this.drawSoon();
  }

  drawSoon() {
    if (this.isDrawScheduled_) return;
    this.isDrawScheduled_ = true;
    requestAnimationFrame(() => {
      this.isDrawScheduled_ = false;
      this.onDraw_();
      const scene = this.match && this.scenes_?.sceneOfMatch(this.match, this.matchEvents_);
      this.view_.draw(scene ?? kEmptyDuel, this.look_());
      if (!this.match) return;
      const counted = this.totals_.at(scene?.isOver ? Infinity : this.match.frame, this.match);
      this.scoreboard_?.show(boardFactsOf(this.match), counted);
      this.scoreboard_?.showTime(playingTimeText(this.match.frame));
      this.ready_?.strip.show(this.ready_.chains, this.match.frame, this.match.players);
    });
  }
}

/** Returns true if any part of a message is about a match. @param {ServerMessage} message @param {string} match */
export function isAbout(message, match) {
  const isPart = (/** @type {unknown} */ part) =>
    part !== null && typeof part === "object" && "match" in part && part.match === match;
  return Object.values(message).some(isPart);
}

/** @type {SideScene} */
const kEmptySide = {
  cells: new Uint8Array(84), phase: "control", progress: 0, vanishing: new Uint8Array(84), current: null, falling: null,
  landing: [], next: [], pending: 0, fixed: 0, score: 0, link: 0, linkScore: null, allClear: false, name: "", wins: 0,
};
/** @type {DuelScene} */
const kEmptyDuel = { own: kEmptySide, other: kEmptySide, attacks: [] };
