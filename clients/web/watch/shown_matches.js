// Knows which running matches a spectator sees. The list of the lobby tells the real state, but a delayed match is shown
// to its spectators some seconds later. So a watched match that leaves the list goes on until its spectators are told of
// its end. The caller passes the time, in milliseconds. Pure.

/** @import {LobbyMatch, ServerMessage} from "../net/wire.js" */

/** A match that has left the list ends for its spectators after its delay. If the end has not come so long after that,
 * in milliseconds, the server does not send it to this page. */
export const kMaxWaitForEndMs = 10_000;

/** isListed: the last list has it; leftAt: the time at which it left the list, null: not yet; hasEnded: the spectators
 * have seen its end
 * @typedef {{match: LobbyMatch, isListed: boolean, leftAt: ?number, delayMs: number, hasEnded: boolean}} KnownMatch */

export class ShownMatches {
  constructor() {
    /** @type {Map<string, KnownMatch>} */
    this.known_ = new Map();
  }

  /** The matches that the spectators see, in the order in which they were listed. */
  get running() {
    return [...this.known_.values()].filter(({ hasEnded }) => !hasEnded).map(({ match }) => match);
  }

  /** The matches of these that the server still lists, so that the page can begin to watch them. */
  get joinable() {
    const known = [...this.known_.values()];
    return known.filter(({ hasEnded, isListed }) => isListed && !hasEnded).map(({ match }) => match);
  }

  /** Takes the list of the running matches.
   * @param {LobbyMatch[]} listed @param {ReadonlySet<string>} watched   the numbers of the matches that the page
   *   watches: only these can be seen after they have left the list
   * @param {number} now */
  setListed(listed, watched, now) {
    for (const match of listed) {
      const known = this.known_.get(match.match) ?? { delayMs: 0, hasEnded: false };
      this.known_.set(match.match, { ...known, match, isListed: true, leftAt: null });
    }
    const numbers = new Set(listed.map(({ match }) => match));
    for (const [number, known] of this.known_) {
      if (numbers.has(number)) continue;
      if (known.hasEnded || !watched.has(number)) this.known_.delete(number);
      else this.known_.set(number, { ...known, isListed: false, leftAt: known.leftAt ?? now });
    }
  }

  /** Takes a message about a watched match. @param {ServerMessage} message */
  receive({ matchStart, matchEnd, error }) {
    if (matchStart) {
      this.change_(matchStart.match, { delayMs: 1000 * (matchStart.terms?.spectatorDelaySeconds ?? 0) });
    }
    if (matchEnd) this.change_(matchEnd.match, { hasEnded: true });
    if (error?.match && error.code === "ERROR_CODE_UNKNOWN_MATCH") this.change_(error.match, { hasEnded: true });
  }

  /** Ends the matches whose end should have come long ago. @param {number} now */
  advance(now) {
    for (const [number, { leftAt, delayMs }] of this.known_) {
      if (leftAt !== null && now >= leftAt + delayMs + kMaxWaitForEndMs) this.change_(number, { hasEnded: true });
    }
  }

  /** Call this when the connection is lost: until the next list, no match is late with its end. */
  forgetWaits() {
    for (const number of this.known_.keys()) this.change_(number, { leftAt: null });
  }

  /** @param {string} number @param {Partial<KnownMatch>} change */
  change_(number, change) {
    const known = this.known_.get(number);
    if (known) this.known_.set(number, { ...known, ...change });
  }
}
