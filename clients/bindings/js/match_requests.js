// The matches that a bot has asked for and that have not begun: any number of quick matches, or one challenge.

/** @import {Challenged, ChallengeEnded, Terms} from "../../web/net/wire.js" */

export const kSubscription = "SUBSCRIPTION_EVENTS";

/** number: null until the server has told the number of the challenge
 * @typedef {{kind: "none"} | {kind: "quick_matches", count: number} | {kind: "challenge", number: ?string}} State */

/** @type {State} */
const kNone = { kind: "none" };

export class MatchRequests {
  /** @param {Terms} terms @param {string} opponent   empty: quick matches are requested */
  constructor(terms, opponent) {
    this.terms_ = terms;
    this.opponent_ = opponent;
    /** @type {State} */
    this.state_ = kNone;
  }

  /** The number of requests that the server has neither fulfilled nor refused. */
  get count() {
    const { state_ } = this;
    return state_.kind === "quick_matches" ? state_.count : state_.kind === "challenge" ? 1 : 0;
  }

  /** True from asking for a match with the opponent until that begins or is refused. */
  get isChallenging() {
    return this.state_.kind === "challenge";
  }

  /** A player has at most one open challenge to another one. */
  get canAdd() {
    return this.opponent_ === "" || this.state_.kind === "none";
  }

  /** Requests one more match. @returns {object} the message to the server */
  add() {
    const wanted = { terms: this.terms_, subscription: kSubscription };
    if (this.opponent_ === "") {
      this.state_ = { kind: "quick_matches", count: this.count + 1 };
      return { quickMatch: wanted };
    }
    this.state_ = { kind: "challenge", number: null };
    return { challenge: { opponent: this.opponent_, ...wanted } };
  }

  /** A requested match has begun. */
  fulfil() {
    this.state_ = this.count > 1 ? { kind: "quick_matches", count: this.count - 1 } : kNone;
  }

  /** The server has refused something that may be a request. A challenge whose number is known has not been refused.
   * @returns {boolean} true if it is a request */
  refuse() {
    const { state_ } = this;
    if (state_.kind === "none" || (state_.kind === "challenge" && state_.number !== null)) return false;
    this.fulfil();
    return true;
  }

  /** The server has announced a challenge. @param {Challenged} challenged @param {string} ownName
   * @returns {boolean} true if it is the challenge of the bot */
  recognise({ challenge, from }, ownName) {
    const { state_ } = this;
    if (state_.kind !== "challenge") return false;
    if (state_.number === null && from === ownName) this.state_ = { kind: "challenge", number: challenge };
    return this.isOwn_(challenge);
  }

  /** A challenge has ended. @param {ChallengeEnded} ended
   * @returns {string} the reason why the requested match will not begin; empty: it begins, or it is another one */
  end({ challenge, why = "" }) {
    if (!this.isOwn_(challenge) || why === "accepted") return "";
    this.state_ = kNone;
    return why;
  }

  /** Takes all requests back. Matches may begin all the same, if their start crosses these messages.
   * @returns {object[]} the messages to the server */
  withdraw() {
    const { state_ } = this;
    if (state_.kind === "none") return [];
    return [state_.kind === "challenge" && state_.number !== null ? { decline: { challenge: state_.number } }
      : { leave: {} }];
  }

  /** The connection is lost, and the requests with it. */
  clear() {
    this.state_ = kNone;
  }

  /** @param {string} challenge */
  isOwn_(challenge) {
    return this.state_.kind === "challenge" && this.state_.number === challenge;
  }
}
