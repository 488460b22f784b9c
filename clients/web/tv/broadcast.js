// Decides what the page /tv shows, and what it asks the server for. It gets the time, in milliseconds, and all that
// happens; each call returns the requests that follow from it. It uses no clock, page or connection.

import { shownConnectionState } from "../net/connection.js";
import { isMatchNumber } from "../watch/watched_match.js";
import { Program } from "./program.js";
import { Subscriptions } from "./subscriptions.js";

/** @import {ConnectionState} from "../net/connection.js" */
/** @import {LobbyMatch, ServerMessage} from "../net/wire.js" */
/** @import {TvOptions} from "./options.js" */
/** @import {Subscription} from "./subscriptions.js" */
/** @import {Tournament} from "./table.js" */

/**
 * A task of the page for the broadcast: it sends a message, loads the ended games of a match, or loads the tournament
 * of this name, or the one to which the match belongs if the name is "".
 * @typedef {{send: object} | {loadHistory: string} | {loadTable: TableSubject}} Request
 */
/** @typedef {{tournament: string, match: string}} TableSubject */

export const kAskForLobbyEveryMs = 3000;
export const kLoadTableEveryMs = 15_000;
/** Each game of a tournament is a match of its own, so the numbers of its matches change all the time. */
export const kLoadTournamentEveryMs = 3000;
export const kRetryHistoryAfterMs = 3000;

export class Broadcast {
  /** @param {TvOptions} options */
  constructor(options) {
    this.options_ = options;
    this.program_ = new Program(options.match);
    this.subscriptions_ = new Subscriptions();
    /** @type {ConnectionState} */
    this.connection_ = "connecting";
    /** The state of the connection as a spectator sees it. @type {ConnectionState} */
    this.connection = "connecting";
    this.isVisible_ = true;
    this.nextLobbyAt_ = 0;
    /** The last list of the running matches; null: none has come yet. @type {?LobbyMatch[]} */
    this.listed_ = null;
    /** The tournament whose leaders are shown; null: none. @type {?Tournament} */
    this.tournament = null;
    /** True if the server has no tournament with the name in the address. */
    this.lacksTournament_ = false;
    /** The match for which the tournament was asked last. */
    this.tableMatch_ = "";
    this.nextTableAt_ = 0;
    /** The tournament that is being loaded; null: none. @type {?TableSubject} */
    this.loadingTable_ = null;
    /** The matches of which the server has sent something. @type {Set<string>} */
    this.watched_ = new Set();
    /** The time from which the ended games of a watched match may be asked for; Infinity: they are known or being
     * loaded. Without an entry they have not been asked for since the page began to watch the match.
     * @type {Map<string, number>} */
    this.historyAskableAt_ = new Map();
  }

  /** The number of the match that is shown large; "": none. */
  get featured() {
    return this.program_.featured;
  }

  /** The matches that are shown small. @returns {LobbyMatch[]} */
  get wall() {
    return this.options_.parts.has("wall") ? this.program_.wall : [];
  }

  /** The next match to be shown large; null: it is not known yet. @returns {?LobbyMatch} */
  get next() {
    return this.program_.next;
  }

  /** True if the page shows one match only, after which no other comes. */
  get showsOnlyOneMatch() {
    return this.options_.match !== "";
  }

  /** True if the address names a match or a tournament that does not exist. */
  get namesNothing() {
    return this.program_.isOnlyMatchUnknown || this.lacksTournament_;
  }

  /** Returns what the page says of itself when it connects: it returns only if its first request is to go on watching.
   * @returns {string[]} */
  helloFeatures() {
    const returns = [...this.wantedSubscriptions_().keys()].some((match) => this.watched_.has(match));
    return returns ? ["returning:spectator"] : [];
  }

  /** @param {ConnectionState} next @param {number} now @returns {Request[]} */
  setConnection(next, now) {
    this.connection_ = next;
    this.connection = shownConnectionState(this.connection, next);
    this.subscriptions_.forget();
    this.historyAskableAt_.clear();
    this.program_.forgetWaits();
    this.nextLobbyAt_ = now;
    return this.requests_(now);
  }

  /** A hidden page watches nothing. @param {boolean} isVisible @param {number} now @returns {Request[]} */
  setVisible(isVisible, now) {
    this.isVisible_ = isVisible;
    this.program_.forgetWaits();
    this.nextLobbyAt_ = now;
    return this.requests_(now);
  }

  /** @param {ServerMessage} message @param {number} now @returns {Request[]} */
  receive(message, now) {
    if (message.lobby) {
      this.listed_ = message.lobby.matches ?? [];
      this.useList_(now);
    }
    this.program_.receive(message, now);
    const { matchStart, update } = message;
    if (matchStart) this.watched_.add(matchStart.match);
    const history = update && (update.game ?? 0) > 1 ? this.historyRequests_(update.match, now) : [];
    return message.lobby || message.matchEnd || message.error ? [...history, ...this.requests_(now)] : history;
  }

  /** Takes the answer to a request for the ended games of a match. @param {string} match @param {boolean} isKnown   false:
   * the server did not answer @param {number} now */
  endHistoryRequest(match, isKnown, now) {
    if (!isKnown && this.historyAskableAt_.has(match)) this.historyAskableAt_.set(match, now + kRetryHistoryAfterMs);
  }

  /** Takes the answer to a request for a tournament. An answer about a match that has left the page is not shown.
   * @param {TableSubject} subject @param {?Tournament|"not_found"} answer   "not_found": none has this name; null: the
   *   match belongs to none, or the server did not answer
   * @param {number} now @returns {Request[]} */
  endTableRequest(subject, answer, now) {
    this.loadingTable_ = null;
    const tournament = answer === "not_found" ? null : answer;
    if (answer !== null) this.lacksTournament_ = answer === "not_found" && this.options_.tournament !== "";
    const isCurrent = this.options_.tournament !== "" || subject.match === this.featured;
    if (isCurrent && (tournament !== null || this.options_.tournament === "")) this.tournament = tournament;
    this.useList_(now);
    return this.requests_(now);
  }

  /** Call this about twice a second. @param {number} now @returns {Request[]} */
  tick(now) {
    this.program_.advance(now);
    return this.requests_(now);
  }

  /** Tells the program which matches are running. Those of a tournament are not known before the tournament.
   * @param {number} now */
  useList_(now) {
    const { match: only, tournament: id } = this.options_;
    if (!this.listed_ || (id !== "" && this.tournament === null)) return;
    const mayShow = (/** @type {string} */ match) => {
      if (only !== "") return match === only;
      return id === "" || (this.tournament?.matches.includes(match) ?? false);
    };
    this.program_.setMatches(this.listed_, mayShow, now);
  }

  /** @param {number} now @returns {Request[]} */
  requests_(now) {
    return [...this.subscriptionRequests_(), ...this.lobbyRequests_(now), ...this.tableRequests_(now)];
  }

  /** Returns the shown matches, of which a hidden page watches none. @returns {Map<string, Subscription>} */
  wantedSubscriptions_() {
    /** @type {Map<string, Subscription>} */
    const wanted = new Map();
    if (!this.isVisible_) return wanted;
    for (const { match } of this.wall) wanted.set(match, "SUBSCRIPTION_EVENTS");
    if (isMatchNumber(this.featured)) wanted.set(this.featured, "SUBSCRIPTION_FRAMES");
    return wanted;
  }

  /** Lets the server send the shown matches, and no others. @returns {Request[]} */
  subscriptionRequests_() {
    if (this.connection_ !== "open") return [];
    const messages = this.subscriptions_.change(this.wantedSubscriptions_());
    // Games may have ended while the page did not watch their match.
    for (const message of messages) if ("watch" in message) this.historyAskableAt_.delete(message.watch.match);
    return messages.map((send) => ({ send }));
  }

  /** @param {number} now @returns {Request[]} */
  lobbyRequests_(now) {
    if (this.connection_ !== "open" || !this.isVisible_ || now < this.nextLobbyAt_) return [];
    this.nextLobbyAt_ = now + kAskForLobbyEveryMs;
    return [{ send: { listLobby: {} } }];
  }

  /** One tournament is loaded at a time, so that an older answer never replaces a newer one.
   * @param {number} now @returns {Request[]} */
  tableRequests_(now) {
    const { tournament, parts } = this.options_;
    if (this.loadingTable_ || !this.isVisible_ || (tournament === "" && !parts.has("table"))) return [];
    const isOfOtherMatch = tournament === "" && this.featured !== this.tableMatch_;
    if (!isOfOtherMatch && now < this.nextTableAt_) return [];
    this.tableMatch_ = this.featured;
    this.nextTableAt_ = now + (tournament === "" ? kLoadTableEveryMs : kLoadTournamentEveryMs);
    if (tournament === "" && this.featured === "") return [];
    this.loadingTable_ = { tournament, match: this.featured };
    return [{ loadTable: this.loadingTable_ }];
  }

  /** @param {string} match @param {number} now @returns {Request[]} */
  historyRequests_(match, now) {
    if (now < (this.historyAskableAt_.get(match) ?? 0)) return [];
    this.historyAskableAt_.set(match, Infinity);
    return [{ loadHistory: match }];
  }
}
