// Decides which match is shown large, and which ones beside it. The caller passes the time, in milliseconds. Pure.

import { featuredMatch } from "../home/opponents.js";

/** @import {LobbyMatch} from "../net/wire.js" */

/** The result of a match stays for this time before the next match is shown. */
export const kResultMs = 10_000;
/** More small fields would be too small to see, and each one costs time. */
export const kMaxOnWall = 8;

export class Program {
  constructor() {
    /** The number of the match that is shown large; "": none. */
    this.featured = "";
    /** The running matches that may be shown. @type {LobbyMatch[]} */
    this.matches_ = [];
    /** The ended matches that the last list still had, because it was made before their end. @type {Set<string>} */
    this.ended_ = new Set();
    /** The time at which the result of the shown match leaves; null: the match is running. @type {?number} */
    this.resultUntil_ = null;
  }

  /** The next match to be shown large; null: it is not known yet. @returns {?LobbyMatch} */
  get next() {
    return featuredMatch(this.matches_.filter(({ match }) => match !== this.featured), "");
  }

  /** The matches that are shown small. */
  get wall() {
    const inRealTime = this.matches_.filter(({ terms }) => terms?.clock === "CLOCK_REAL");
    return inRealTime.filter(({ match }) => match !== this.featured).slice(0, kMaxOnWall);
  }

  /** Takes the list of the running matches. A shown match that is no longer in it has ended.
   * @param {LobbyMatch[]} matches @param {number} now */
  setMatches(matches, now) {
    this.ended_ = new Set(matches.map(({ match }) => match).filter((match) => this.ended_.has(match)));
    this.matches_ = matches.filter(({ match }) => !this.ended_.has(match));
    const isListed = matches.some(({ match }) => match === this.featured);
    if (this.featured !== "" && !isListed) this.endMatch(this.featured, now);
    this.advance(now);
  }

  /** Notes that a match has ended. @param {string} match @param {number} now */
  endMatch(match, now) {
    this.ended_.add(match);
    this.matches_ = this.matches_.filter((one) => one.match !== match);
    if (match === this.featured) this.resultUntil_ ??= now + kResultMs;
  }

  /** Shows the next match if it is time for it. Without a next match, the last result stays. @param {number} now */
  advance(now) {
    const isFree = this.featured === "" || (this.resultUntil_ !== null && now >= this.resultUntil_);
    const { next } = this;
    if (!isFree || !next) return;
    this.featured = next.match;
    this.resultUntil_ = null;
  }
}
