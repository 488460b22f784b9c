// Knows which matches the first page shows, and chooses the one that it shows in full: the best running one. A watched
// match stays until its spectators have seen its end. The caller passes the time, in milliseconds. Pure.

import { ShownMatches } from "../watch/shown_matches.js";
import { featuredMatch } from "./opponents.js";

/** @import {ServerMessage} from "../net/wire.js" */

export class FeaturedChoice {
  constructor() {
    /** The number of the chosen match; "": none. */
    this.number = "";
    this.shown_ = new ShownMatches();
  }

  /** The matches that the spectators see, in the order in which they were listed. */
  get running() {
    return this.shown_.running;
  }

  /** Takes a message of the server. Each list of the running matches is a time to choose. @param {ServerMessage} message
   * @param {ReadonlySet<string>} watched   the numbers of the matches that the page watches @param {number} now */
  receive(message, watched, now) {
    this.shown_.receive(message);
    if (!message.lobby) return;
    this.shown_.setListed(message.lobby.matches ?? [], new Set([this.number, ...watched]), now);
    this.shown_.advance(now);
    const isRunning = this.shown_.running.some(({ match }) => match === this.number);
    if (!isRunning) this.number = featuredMatch(this.shown_.joinable)?.match ?? "";
  }

  /** Call this when the connection is lost. */
  forgetWaits() {
    this.shown_.forgetWaits();
  }
}
