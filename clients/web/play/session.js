// Leads from a visitor's request to a match, through lost connections: decides which messages the server gets, and in
// which order. The page decides how to show it.

import { Connection, serverUrl } from "../net/connection.js";
import { MatchState } from "./match_state.js";
import { drawnHolder, isParticular, opponentFor } from "./request.js";

/** @import {LineState} from "../net/connection.js" */
/** @import {ServerMessage, Terms} from "../net/wire.js" */
/** @import {Note} from "./match_state.js" */
/** @import {Request} from "./request.js" */

/**
 * @typedef {{kind: "line", state: LineState, why: string} | {kind: "asking"} | {kind: "nobody", name: string}
 *   | {kind: "invited", code: string} | {kind: "offered", name: string} | {kind: "proposed"} | {kind: "unanswered"}
 *   | {kind: "over"} | {kind: "away"} | {kind: "wrong", wins: string}
 *   | {kind: "refused", code: string, text: string} | Note} News
 */

const kSubscription = "SUBSCRIPTION_STEERING";
const kAskAgain = 2000;

export class Session {
  /**
   * @param {object} options
   * @param {import("../rules/message_codec.js").MessageCodec} options.codec
   * @param {Request} options.request
   * @param {?import("./request.js").Claim} options.claim a seat that this browser had; it goes before the request
   * @param {() => string} options.name of the visitor; empty: any
   * @param {() => string[]} options.wishes opponents to prefer if the request names none
   * @param {(news: News) => void} options.told
   * @param {(claim: ?import("./request.js").Claim) => void} options.keep
   * @param {(claim: import("./request.js").Claim) => void} options.forget one of which nothing is left
   */
  constructor(options) {
    this.options = options;
    this.request = options.request;
    this.state = new MatchState();
    /** A challenge of the last opponent that waits for an answer. */
    this.offer = "";
    /** An own one, to the last opponent. */
    this.proposal = "";
    /** One has been asked, and the server has not said anything about it. */
    this.isChallenging = false;
    this.holder = drawnHolder();
    /** Of one's own invitation, which a lost connection leaves behind for a while. */
    this.code = "";
    /** A seat has been asked for, and the server has not said anything about it. */
    this.isResuming = false;
    this.askTimer = 0;
    /** The match stood still before this page came, and another one is wanted than that. */
    this.isBeforeRequest = false;
    /** True until the given-up match is over; then the session sends its request. */
    this.isGivenUp = false;
    /** The seat to take over again, until the server has said whether this is possible. */
    this.claim = options.request.kind === "resume" ? options.request.claim : options.claim;
    this.connection = new Connection({
      url: serverUrl(window.location),
      codec: options.codec,
      hello: () => ({ name: options.name() }),
      heard: (message) => this.hear(message),
      changed: (state, why) => this.changed(state, why),
    });
  }

  get roundTrip() {
    return this.connection.roundTrip;
  }

  /** @param {LineState} state @param {string} why */
  changed(state, why) {
    // Offers and proposals end with their connection.
    if (state !== "open") this.offer = this.proposal = "";
    this.isChallenging = false;
    this.options.told({ kind: "line", state, why });
    if (state === "open") this.begin();
  }

  /** Once connected, goes back to the match or sends the request. An invalid request is only reported. */
  begin() {
    const claim = this.request.kind === "wrong" ? null : (this.state.claim ?? this.claim);
    this.isResuming = claim !== null;
    if (claim) this.resume(claim);
    else if (this.state.stage !== "over") this.ask();
  }

  /** A page that comes back by itself does not take the seat from where the person went on meanwhile.
   * @param {import("./request.js").Claim} claim */
  resume(claim) {
    const back = this.state.claim !== null;
    this.connection.say({ resume: { ...claim, subscription: kSubscription, holder: this.holder, back } });
  }

  ask() {
    this.options.told({ kind: "asking" });
    this.seek();
  }

  seek() {
    window.clearTimeout(this.askTimer);
    const { request } = this;
    const subscription = kSubscription;
    if (request.kind === "wrong") this.options.told({ kind: "wrong", wins: request.wins });
    else if (request.kind === "opponent") this.connection.say({ listLobby: {} });
    else if (request.kind === "quick") this.connection.say({ quickMatch: { terms: request.terms, subscription } });
    else if (request.kind === "friend") this.invite(request.terms);
    else if (request.kind === "join") this.connection.say({ join: { code: request.code, subscription } });
  }

  /** @param {Terms} terms */
  invite(terms) {
    this.connection.say({ invite: { terms, subscription: kSubscription, holder: this.holder, code: this.code } });
  }

  /** Asks once more, as no opponent was free or the inviting player was away. */
  askAgain() {
    window.clearTimeout(this.askTimer);
    this.askTimer = window.setTimeout(() => this.connection.state === "open" && this.seek(), kAskAgain);
  }

  askInstead() {
    this.isGivenUp = false;
    this.ask();
  }

  /** Another match of the same kind. @param {boolean} samePairs */
  rematch(samePairs) {
    if (this.state.stage !== "over" || this.isChallenging || this.proposal !== "") return;
    if (this.offer !== "") {
      this.connection.say({ accept: { challenge: this.offer, subscription: kSubscription } });
      this.offer = "";
      return;
    }
    const { terms, record, names } = this.state;
    this.challenge(names.other, { ...terms, queueOf: samePairs && record !== "" ? record : undefined });
  }

  /** @param {string} opponent @param {Terms} terms */
  challenge(opponent, terms) {
    this.isChallenging = true;
    this.connection.say({ challenge: { opponent, terms, subscription: kSubscription } });
  }

  /** Gives the match up, to send the request that this page was opened for. */
  follow() {
    this.isGivenUp = true;
    this.resign();
  }

  resign() {
    const { claim } = this.state;
    if (claim) this.connection.say({ leave: { match: claim.match, seat: claim.seat } });
  }

  /** @param {{at: number, keys: number, id: number}} input */
  steer({ at, keys, id }) {
    const { match, seat, game, frame } = this.state;
    this.connection.say({ decide: { match, seat, game, clock: frame, id, at, keys } });
  }

  /** @param {ServerMessage} message */
  hear(message) {
    const notes = this.state.hear(message);
    for (const note of notes) {
      if (note.kind === "match_started" || note.kind === "match_ended") this.offer = this.proposal = "";
      if (note.kind === "match_started") {
        this.isChallenging = false;
        this.code = "";
        // A page that takes a seat over gets the name of its player.
        this.connection.name = this.state.names.own;
        if (this.claim) this.isBeforeRequest = isParticular(this.request);
        this.claim = null;
        this.isResuming = false;
      }
      // A seat that goes on elsewhere is still this browser's, if the other place is a tab of it.
      if (note.kind !== "gone") this.options.keep(this.state.claim);
      // A page that did not get its seat back has lost it to another page only if the server says so.
      const isLost = this.isResuming && message.error?.code !== "ERROR_CODE_ELSEWHERE";
      this.options.told(note.kind === "gone" && isLost ? { kind: "over" } : note);
      if (note.kind === "match_ended" && this.isGivenUp) this.askInstead();
    }
    if (message.lobby) this.choose(message.lobby);
    else if (message.invited) this.waitForFriend(message.invited.code ?? "");
    else if (message.challenged) this.heedChallenge(message.challenged);
    else if (message.challengeEnded) this.heedChallengeEnded(message.challengeEnded);
    else if (message.error && notes.length === 0) this.heedError(message.error);
  }

  /** @param {string} code */
  waitForFriend(code) {
    this.code = code;
    this.options.told({ kind: "invited", code });
  }

  /** @param {import("../net/wire.js").Lobby} lobby */
  choose(lobby) {
    if (this.request.kind !== "opponent" || this.state.claim) return;
    const { name, terms } = this.request;
    const opponent = opponentFor(lobby.open ?? [], name === "" ? this.options.wishes() : [name]);
    if (opponent === "" || (name !== "" && opponent !== name)) {
      this.options.told({ kind: "nobody", name });
      return this.askAgain();
    }
    this.challenge(opponent, terms);
  }

  /** Another person's wish for a rematch is shown; all else is declined: this page plays one match at a time.
   * @param {import("../net/wire.js").Challenged} challenged */
  heedChallenge(challenged) {
    const from = challenged.from ?? "";
    if (from === this.connection.name) return this.propose(challenged.challenge);
    if (this.state.stage === "over" && from === this.state.names.other) {
      this.offer = challenged.challenge;
      this.options.told({ kind: "offered", name: from });
    } else {
      this.connection.say({ decline: { challenge: challenged.challenge } });
    }
  }

  /** The server has passed on this page's challenge. @param {string} challenge */
  propose(challenge) {
    if (this.state.stage !== "over") return;
    this.isChallenging = false;
    this.proposal = challenge;
    this.options.told({ kind: "proposed" });
  }

  /** @param {import("../net/wire.js").ChallengeEnded} ended */
  heedChallengeEnded({ challenge, why }) {
    const wasOwn = challenge === this.proposal;
    if (wasOwn) this.proposal = "";
    if (challenge === this.offer) this.offer = "";
    else if (!wasOwn) return;
    if (why === "accepted" || this.state.stage !== "over") return;
    this.options.told({ kind: wasOwn ? "unanswered" : "match_ended" });
  }

  /** Says no to a rematch, or takes one's own wish for it back. */
  decline() {
    const challenge = this.offer || this.proposal;
    if (challenge !== "") this.connection.say({ decline: { challenge } });
  }

  /** @param {import("../net/wire.js").WireError} error */
  heedError(error) {
    if (error.id || error.code === "ERROR_CODE_LATE") return;  // about an input: the next view says how it stands
    if (this.claim && error.match === this.claim.match) return this.giveUpClaim(this.claim);
    const wasChallenge = this.isChallenging;
    this.isChallenging = false;
    if (error.code === "ERROR_CODE_AWAY") {
      this.options.told({ kind: "away" });
      return this.askAgain();
    }
    // Another visitor was quicker.
    if (wasChallenge && error.code === "ERROR_CODE_BUSY" && this.state.stage !== "over") return this.askAgain();
    this.options.told({ kind: "refused", code: error.code ?? "", text: error.text ?? "" });
  }

  /** The match of a claim is over: sends the page's request, unless the request was this match.
   * @param {import("./request.js").Claim} claim */
  giveUpClaim(claim) {
    this.options.forget(claim);
    const { claim: kept } = this.options;
    // The address still leads to this match while a later match of this browser goes on.
    this.claim = this.request.kind === "resume" && kept && kept.match !== claim.match ? kept : null;
    if (this.claim) this.resume(this.claim);
    else if (this.request.kind === "resume") this.options.told({ kind: "gone" });
    else this.ask();
  }

  close() {
    window.clearTimeout(this.askTimer);
    this.connection.close();
  }
}
