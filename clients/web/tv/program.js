// Decides which match is shown large, and which ones beside it. The caller passes the time, in milliseconds. Pure.

import { featuredMatch } from "../home/opponents.js";
import { ShownMatches } from "../watch/shown_matches.js";
import { isMatchNumber } from "../watch/watched_match.js";

/** @import {LobbyMatch, ServerMessage} from "../net/wire.js" */

/** The result of a match stays for this time before the next match is shown. */
export const kResultMs = 10_000;
/** More small fields would be too small to see, and each one costs time. */
export const kMaxOnWall = 8;

export class Program {
  /** @param {string} only   the number of the only match to show; "": any */
  constructor(only = "") {
    this.only_ = only;
    /** The number of the match that is shown large; "": none. */
    this.featured = only;
    /** True if the server does not know the only match, or it has no valid number. */
    this.isOnlyMatchUnknown = only !== "" && !isMatchNumber(only);
    this.shown_ = new ShownMatches();
    /** The time at which the result of the shown match leaves; null: the match is running. @type {?number} */
    this.resultUntil_ = null;
  }

  /** The next match to be shown large; null: it is not known yet, or the page shows one match only.
   * @returns {?LobbyMatch} */
  get next() {
    return featuredMatch(this.others_(this.shown_.joinable));
  }

  /** The matches that are shown small. */
  get wall() {
    const inRealTime = this.others_(this.shown_.running).filter(({ terms }) => terms?.clock === "CLOCK_REAL");
    return inRealTime.slice(0, kMaxOnWall);
  }

  /** Takes the list of the running matches. A match that is shown already stays, even if it may not be shown any more.
   * @param {LobbyMatch[]} listed @param {(match: string) => boolean} mayShow @param {number} now */
  setMatches(listed, mayShow, now) {
    const known = new Set(this.shown_.running.map(({ match }) => match));
    const onScreen = new Set([this.featured, ...this.wall.map(({ match }) => match)]);
    const matches = listed.filter(({ match }) => known.has(match) || mayShow(match));
    this.shown_.setListed(matches, onScreen, now);
    this.advance(now);
  }

  /** Takes a message about a shown match. @param {ServerMessage} message @param {number} now */
  receive(message, now) {
    this.shown_.receive(message);
    const { error, matchStart } = message;
    if (this.only_ !== "" && matchStart?.match === this.only_) this.isOnlyMatchUnknown = false;
    // A match that was never seen to its end has no result that could stay.
    if (error?.match === this.featured && error.code === "ERROR_CODE_UNKNOWN_MATCH") {
      this.resultUntil_ ??= now;
      this.isOnlyMatchUnknown = this.only_ !== "";
    }
    this.advance(now);
  }

  /** Call this when the connection is lost. */
  forgetWaits() {
    this.shown_.forgetWaits();
  }

  /** Shows the next match if it is time for it. Without a next match, the last result stays. @param {number} now */
  advance(now) {
    if (this.only_ !== "") return;
    this.shown_.advance(now);
    const isRunning = this.shown_.running.some(({ match }) => match === this.featured);
    if (this.featured !== "" && !isRunning) this.resultUntil_ ??= now + kResultMs;
    const isFree = this.featured === "" || (this.resultUntil_ !== null && now >= this.resultUntil_);
    const { next } = this;
    if (!isFree || !next) return;
    this.featured = next.match;
    this.resultUntil_ = null;
  }

  /** Returns the matches of these that may be shown beside the large one. @param {LobbyMatch[]} matches */
  others_(matches) {
    if (this.only_ !== "") return [];
    return matches.filter(({ match }) => match !== this.featured);
  }
}
