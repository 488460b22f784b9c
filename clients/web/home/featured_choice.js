// Chooses the match that the first page shows in full: the best running one, until its spectators have seen its end. The
// caller passes the time, in milliseconds. Pure.

import { ShownMatches } from "../watch/shown_matches.js";
import { featuredMatch } from "./opponents.js";

/** @import {ServerMessage} from "../net/wire.js" */

export class FeaturedChoice {
  constructor() {
    /** The number of the chosen match; "": none. */
    this.number = "";
    this.shown_ = new ShownMatches();
  }

  /** Takes a message of the server. Each list of the running matches is a time to choose. @param {ServerMessage} message
   * @param {number} now */
  receive(message, now) {
    this.shown_.receive(message);
    if (!message.lobby) return;
    this.shown_.setListed(message.lobby.matches ?? [], new Set([this.number]), now);
    this.shown_.advance(now);
    const isRunning = this.shown_.running.some(({ match }) => match === this.number);
    if (!isRunning) this.number = featuredMatch(this.shown_.joinable)?.match ?? "";
  }

  /** Call this when the connection is lost. */
  forgetWaits() {
    this.shown_.forgetWaits();
  }
}
