// Shows the best running match in full and live, behind the invitation to play. Without a match, both fields are empty.

import { requireElement, setText } from "../base/dom.js";
import { DuelView } from "../draw/duel_view.js";
import { MatchEvents } from "../play/match_events.js";
import { t } from "../text/translation.js";
import { DuelScenes } from "../watch/view.js";
import { WatchedMatch } from "../watch/watched_match.js";

/** @import {Look} from "../draw/look.js" */
/** @import {DuelScene, SideScene} from "../draw/scene.js" */
/** @import {ServerMessage} from "../net/wire.js" */
/** @import {Engine} from "../rules/engine.js" */

export class FeaturedMatch {
  /** @param {HTMLElement} place @param {() => Look} look */
  constructor(place, look) {
    this.look_ = look;
    this.view_ = new DuelView();
    this.view_.root.classList.add("is_watched");
    this.link_ = requireElement("#featured_link", HTMLAnchorElement);
    place.append(this.view_.root);
    /** @type {?DuelScenes} */
    this.scenes_ = null;
    /** @type {?WatchedMatch} */
    this.match_ = null;
    this.matchEvents_ = new MatchEvents();
    this.isDrawScheduled_ = false;
    new ResizeObserver(() => this.drawSoon_()).observe(this.view_.root);
  }

  /** The number of the shown match; "": none. */
  get number() {
    return this.match_?.match ?? "";
  }

  /** Lets the fields show all that the rules know. @param {Engine} engine */
  useEngine(engine) {
    this.scenes_ = new DuelScenes(engine);
    this.drawSoon_();
  }

  /** Shows another match. @param {string} number   "": none */
  show(number) {
    if (number === this.number) return;
    this.match_ = number === "" ? null : new WatchedMatch(number);
    this.matchEvents_.reset();
    this.writeTexts();
    this.drawSoon_();
  }

  /** @param {ServerMessage} message */
  receive(message) {
    if (!this.match_ || !isAbout(message, this.match_.match)) return;
    const { game } = this.match_;
    const events = this.match_.receive(message);
    if (this.match_.game !== game) this.matchEvents_.reset();
    this.matchEvents_.addEvents(events, "SEAT_ONE", this.match_.frame);
    this.drawSoon_();
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    const players = this.match_?.players ?? ["", ""];
    const isHidden = players[0] === "";
    if (this.link_.hidden !== isHidden) this.link_.hidden = isHidden;
    const address = `/watch/${this.number}`;
    if (this.link_.getAttribute("href") !== address) this.link_.href = address;
    setText(this.link_, t("home.watch", { first: players[0], second: players[1] }));
  }

  drawSoon_() {
    if (this.isDrawScheduled_) return;
    this.isDrawScheduled_ = true;
    requestAnimationFrame(() => {
      this.isDrawScheduled_ = false;
      this.writeTexts();
      const scene = this.match_ && this.scenes_?.sceneOfMatch(this.match_, this.matchEvents_);
      this.view_.draw(scene ?? kEmptyDuel, this.look_());
    });
  }
}

/** Returns true if any part of a message is about a match. @param {ServerMessage} message @param {string} match */
function isAbout(message, match) {
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
const kEmptyDuel = { own: kEmptySide, other: kEmptySide, attack: null };
