// Leads from a person's request to a match, and back to it after lost connections. It decides which messages the page
// sends, and in which order. It shows nothing: the page gets all changes as news.

import { Connection, serverUrl } from "../net/connection.js";
import { MatchState } from "./match_state.js";
import { asksForCertainMatch, chooseOpponent, randomClientId } from "./request.js";

/** @import {ConnectionState} from "../net/connection.js" */
/** @import {ServerMessage, Terms} from "../net/wire.js" */
/** @import {MatchChange} from "./match_state.js" */
/** @import {Request} from "./request.js" */

/**
 * @typedef {{kind: "connection", state: ConnectionState, why: string} | {kind: "asking"}
 *   | {kind: "no_free_opponent", name: string, isAnyConnected: boolean}
 *   | {kind: "invited", code: string, replacesLink: boolean}
 *   | {kind: "rematch_offered", name: string} | {kind: "rematch_proposed"} | {kind: "rematch_declined"}
 *   | {kind: "match_over"} | {kind: "friend_away"} | {kind: "invalid_wins", wins: string}
 *   | {kind: "refused", code: string, text: string} | MatchChange} News
 */

const kSubscription = "SUBSCRIPTION_STEERING";
const kAskAgainMs = 2000;
/** How often the page repeats a challenge to an opponent who is not back yet after the server was restarted. */
const kMaxRematchTries = 15;

export class Session {
  /**
   * @param {object} options
   * @param {import("../rules/message_codec.js").MessageCodec} options.codec
   * @param {Request} options.request
   * @param {?import("./request.js").SeatClaim} options.claim   of this browser's last match; it goes before the request
   * @param {() => string} options.name   of the person; empty: the server chooses one
   * @param {() => string[]} options.preferredOpponents   used if the request names no opponent
   * @param {(news: News) => void} options.onNews
   * @param {(claim: ?import("./request.js").SeatClaim) => void} options.keepClaim
   * @param {(claim: import("./request.js").SeatClaim) => void} options.forgetClaim   its match is over
   */
  constructor(options) {
    this.options = options;
    this.request = options.request;
    this.state = new MatchState();
    /** The last opponent's challenge to a rematch, which waits for an answer; empty: none. */
    this.opponentChallenge = "";
    /** The page's own challenge to a rematch, which waits for an answer; empty: none. */
    this.ownChallenge = "";
    /** The page's own challenge to a rematch that has ended with the connection, and is sent again on the next one. */
    this.interruptedRematch = { opponent: "", terms: /** @type {Terms} */ ({}), triesLeft: 0 };
    /** The terms of the page's last challenge. @type {Terms} */
    this.challengeTerms = {};
    /** True from sending a challenge until the server says anything about it, and from an acceptance until the match
     * starts: no other challenge may be sent meanwhile. */
    this.isChallenging = false;
    this.clientId = randomClientId();
    /** The code of the page's own invitation. The server keeps it for a while after a lost connection. */
    this.invitationCode = "";
    /** True if the server has forgotten the page's first invitation, whose link the person may have sent. */
    this.hasLostInvitation = false;
    /** True from asking for a seat until the server says anything about it. */
    this.isResuming = false;
    this.askTimer = 0;
    /** True if the page goes on with an unfinished match, although its request was for another one. */
    this.isUnexpectedMatch = false;
    /** The match that the person has resigned; empty: none. */
    this.resignedMatch = "";
    /** True until the given-up match is over; then the session sends its request. */
    this.isGivingUp = false;
    /** The seat to take over again, until the server has said whether this is possible. */
    this.claim = options.request.kind === "resume" ? options.request.claim : options.claim;
    /** @type {Connection} */
    this.connection = new Connection({
      url: serverUrl(window.location),
      codec: options.codec,
      hello: () => ({
        name: options.name() || this.connection?.name,
        features: (this.state.claim ?? this.claim) === null ? [] : ["returning:seat"],
      }),
      onMessage: (message) => this.receive(message),
      onStateChange: (state, why) => this.updateConnection(state, why),
    });
  }

  get roundTrip() {
    return this.connection.roundTrip;
  }

  /** @param {ConnectionState} state @param {string} why */
  updateConnection(state, why) {
    // Challenges to a rematch end with their connection. The page sends its own one again.
    if (state !== "open") {
      if (this.ownChallenge !== "") {
        this.interruptedRematch = {
          opponent: this.state.names.other, terms: this.challengeTerms, triesLeft: kMaxRematchTries };
      }
      this.opponentChallenge = this.ownChallenge = "";
    }
    this.isChallenging = false;
    this.options.onNews({ kind: "connection", state, why });
    if (state === "open") this.resumeOrAsk();
  }

  /** Once connected, goes back to the match or sends the request. An invalid request is only reported. */
  resumeOrAsk() {
    const claim = this.request.kind === "invalid_wins" ? null : (this.state.claim ?? this.claim);
    this.isResuming = claim !== null;
    if (claim) this.resume(claim);
    else if (this.state.stage !== "over") this.askForMatch();
    else this.repeatRematch();
  }

  repeatRematch() {
    const { opponent, terms, triesLeft } = this.interruptedRematch;
    if (triesLeft === 0 || this.state.stage !== "over" || this.isChallenging || this.connection.state !== "open") return;
    this.challenge(opponent, terms);
  }

  /** Asks for the seat. A page that connects again by itself says so (`back`): it must not take the seat from another
   * device on which the person has gone on.
   * @param {import("./request.js").SeatClaim} claim */
  resume(claim) {
    const back = this.state.claim !== null;
    this.connection.send({ resume: { ...claim, subscription: kSubscription, holder: this.clientId, back } });
  }

  askForMatch() {
    this.options.onNews({ kind: "asking" });
    this.sendRequest();
  }

  sendRequest() {
    window.clearTimeout(this.askTimer);
    const { request } = this;
    const subscription = kSubscription;
    if (request.kind === "invalid_wins") this.options.onNews({ kind: "invalid_wins", wins: request.wins });
    else if (request.kind === "opponent") this.connection.send({ listLobby: {} });
    else if (request.kind === "quick") this.connection.send({ quickMatch: { terms: request.terms, subscription } });
    else if (request.kind === "friend") this.invite(request.terms);
    else if (request.kind === "join") this.connection.send({ join: { code: request.code, subscription } });
  }

  /** @param {Terms} terms */
  invite(terms) {
    const { clientId, invitationCode } = this;
    const invite = { terms, subscription: kSubscription, holder: clientId, code: invitationCode };
    this.connection.send({ invite });
  }

  /** Asks once more, as no opponent was free or the inviting player was away. */
  askAgain() {
    window.clearTimeout(this.askTimer);
    this.askTimer = window.setTimeout(() => this.connection.state === "open" && this.sendRequest(), kAskAgainMs);
  }

  askAfterGivingUp() {
    this.isGivingUp = false;
    this.askForMatch();
  }

  /** Accepts or asks for another match of the same kind. @param {boolean} samePairs */
  rematch(samePairs) {
    if (this.state.stage !== "over" || this.isChallenging || this.ownChallenge !== "") return;
    if (this.opponentChallenge !== "") {
      this.connection.send({ accept: { challenge: this.opponentChallenge, subscription: kSubscription } });
      this.opponentChallenge = "";
      this.isChallenging = true;
      return;
    }
    this.interruptedRematch.triesLeft = 0;
    const { terms, record, names } = this.state;
    this.challenge(names.other, { ...terms, queueOf: samePairs && record !== "" ? record : undefined });
  }

  /** @param {string} opponent @param {Terms} terms */
  challenge(opponent, terms) {
    this.isChallenging = true;
    this.challengeTerms = terms;
    this.connection.send({ challenge: { opponent, terms, subscription: kSubscription } });
  }

  /** Gives the match up, to send the request that this page was opened for. */
  giveUpForRequest() {
    this.isGivingUp = true;
    this.resign();
  }

  resign() {
    const { claim } = this.state;
    if (!claim) return;
    this.resignedMatch = claim.match;
    this.connection.send({ leave: { match: claim.match, seat: claim.seat } });
  }

  /** @param {{at: number, keys: number, id: number}} input */
  sendInput({ at, keys, id }) {
    const { match, seat, game, frame } = this.state;
    this.connection.send({ decide: { match, seat, game, clock: frame, id, at, keys } });
  }

  /** Changes the state by a message, answers it, and tells the page the news. @param {ServerMessage} message */
  receive(message) {
    const changes = this.state.receive(message);
    for (const change of changes) {
      if (change.kind === "match_started" || change.kind === "match_ended") {
        this.interruptedRematch.triesLeft = 0;
        this.opponentChallenge = this.ownChallenge = "";
      }
      if (change.kind === "match_started") {
        this.isChallenging = false;
        this.invitationCode = "";
        this.hasLostInvitation = false;
        // A page that takes a seat plays under the name of the seat's player.
        this.connection.name = this.state.names.own;
        if (this.claim) this.isUnexpectedMatch = asksForCertainMatch(this.request);
        this.claim = null;
        this.isResuming = false;
        // The connection may have been lost before the server knew it.
        if (this.state.match === this.resignedMatch) this.resign();
      }
      // A lost seat's claim stays stored: another tab of this browser may have taken the seat.
      if (change.kind !== "seat_gone") this.options.keepClaim(this.state.claim);
      // If the page asked for a seat and did not get it, the match is over, unless the server says "elsewhere".
      const isLost = this.isResuming && message.error?.code !== "ERROR_CODE_ELSEWHERE";
      this.options.onNews(change.kind === "seat_gone" && isLost ? { kind: "match_over" } : change);
      if (change.kind === "match_ended" && this.isGivingUp) this.askAfterGivingUp();
    }
    if (message.lobby) this.challengeFreePlayer(message.lobby);
    else if (message.invited) this.waitForFriend(message.invited.code ?? "");
    else if (message.challenged) this.handleChallenge(message.challenged);
    else if (message.challengeEnded) this.handleChallengeEnd(message.challengeEnded);
    else if (message.error && changes.length === 0) this.handleError(message.error);
  }

  /** @param {string} code */
  waitForFriend(code) {
    if (this.invitationCode !== "" && code !== this.invitationCode) this.hasLostInvitation = true;
    this.invitationCode = code;
    this.options.onNews({ kind: "invited", code, replacesLink: this.hasLostInvitation });
  }

  /** @param {import("../net/wire.js").Lobby} lobby */
  challengeFreePlayer(lobby) {
    if (this.request.kind !== "opponent" || this.state.claim) return;
    const { name, terms } = this.request;
    const opponent = chooseOpponent(lobby.open ?? [], name === "" ? this.options.preferredOpponents() : [name]);
    if (opponent === "" || (name !== "" && opponent !== name)) {
      const isAnyConnected = (lobby.open ?? []).length > 0;
      this.options.onNews({ kind: "no_free_opponent", name, isAnyConnected });
      return this.askAgain();
    }
    this.challenge(opponent, terms);
  }

  /** Shows the last opponent's challenge to a rematch. Declines all others: the page plays one match at a time.
   * @param {import("../net/wire.js").Challenged} challenged */
  handleChallenge(challenged) {
    const from = challenged.from ?? "";
    if (from === this.connection.name) return this.noteOwnChallenge(challenged.challenge);
    if (this.state.stage === "over" && from === this.state.names.other) {
      this.opponentChallenge = challenged.challenge;
      this.options.onNews({ kind: "rematch_offered", name: from });
    } else {
      this.connection.send({ decline: { challenge: challenged.challenge } });
    }
  }

  /** Notes that the server has passed on this page's challenge. @param {string} challenge */
  noteOwnChallenge(challenge) {
    if (this.state.stage !== "over") return;
    this.isChallenging = false;
    this.interruptedRematch.triesLeft = 0;
    this.ownChallenge = challenge;
    this.options.onNews({ kind: "rematch_proposed" });
  }

  /** @param {import("../net/wire.js").ChallengeEnded} ended */
  handleChallengeEnd({ challenge, why }) {
    const wasOwn = challenge === this.ownChallenge;
    if (wasOwn) this.ownChallenge = "";
    if (challenge === this.opponentChallenge) this.opponentChallenge = "";
    else if (!wasOwn) return;
    if (this.state.stage !== "over") return;
    if (why === "accepted") this.isChallenging = true;
    else this.options.onNews({ kind: wasOwn ? "rematch_declined" : "match_ended" });
  }

  /** Declines the opponent's challenge to a rematch, or takes the own one back. */
  decline() {
    const challenge = this.opponentChallenge || this.ownChallenge;
    if (challenge !== "") this.connection.send({ decline: { challenge } });
  }

  /** @param {import("../net/wire.js").WireError} error */
  handleError(error) {
    if (error.id || error.code === "ERROR_CODE_LATE") return;  // an input's error: the next view shows the state
    if (this.claim && error.match === this.claim.match) return this.giveUpClaim(this.claim);
    const wasChallenge = this.isChallenging;
    this.isChallenging = false;
    if (error.code === "ERROR_CODE_AWAY") {
      this.options.onNews({ kind: "friend_away" });
      return this.askAgain();
    }
    if (wasChallenge && error.code === "ERROR_CODE_UNKNOWN_PLAYER" && this.interruptedRematch.triesLeft > 0) {
      this.interruptedRematch.triesLeft -= 1;
      if (this.interruptedRematch.triesLeft > 0) {
        this.askTimer = window.setTimeout(() => this.repeatRematch(), kAskAgainMs);
        return;
      }
    }
    // Another person has challenged the opponent first.
    if (wasChallenge && error.code === "ERROR_CODE_BUSY" && this.state.stage !== "over") return this.askAgain();
    this.options.onNews({ kind: "refused", code: error.code ?? "", text: error.text ?? "" });
    // The server has no room, or cannot write its log: the person sees the reason, and the page asks again.
    if (error.code === "ERROR_CODE_BUSY" && this.state.stage === "none") this.askAgain();
  }

  /** Forgets a claim whose match is over. Then sends the page's request, unless the request was for this match.
   * @param {import("./request.js").SeatClaim} claim */
  giveUpClaim(claim) {
    this.options.forgetClaim(claim);
    const { claim: kept } = this.options;
    // The address may name an old match while a later match of this browser still waits.
    this.claim = this.request.kind === "resume" && kept && kept.match !== claim.match ? kept : null;
    if (this.claim) this.resume(this.claim);
    else if (this.request.kind === "resume") this.options.onNews({ kind: "seat_gone" });
    else this.askForMatch();
  }
}
