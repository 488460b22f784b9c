// Keeps the claim to the seat of the last match, and the opponent's name, in this browser. With the claim, another tab
// or a reopened one can go on with the match.

import { parseSeatClaim, seatClaimText } from "./request.js";

const kSeatKey = "rensa.seat";
const kOpponentKey = "rensa.opponent";

/** @typedef {import("./request.js").SeatClaim} SeatClaim */

export class SeatClaimStore {
  /** @param {() => Storage} storage   throws if the browser forbids storage; then nothing is kept */
  constructor(storage) {
    this.storage_ = storage;
    this.keptText_ = "";
  }

  /** @returns {?SeatClaim} */
  read() {
    return parseSeatClaim(this.readText_(kSeatKey));
  }

  /** Stores this page's claim. Null removes it, but not the claim of another tab. @param {?SeatClaim} claim */
  keep(claim) {
    const text = claim ? seatClaimText(claim) : "";
    if (text === this.keptText_) return;
    const isAnothers = text === "" && this.readText_(kSeatKey) !== this.keptText_;
    this.keptText_ = text;
    if (!isAnothers) this.writeText_(kSeatKey, text);
  }

  /** Removes a claim that is worth nothing any more, unless another one is stored by now. @param {SeatClaim} claim */
  forget(claim) {
    if (this.readText_(kSeatKey) === seatClaimText(claim)) this.writeText_(kSeatKey, "");
  }

  /** @returns {string} empty: no opponent is stored */
  lastOpponent() {
    return this.readText_(kOpponentKey);
  }

  /** @param {string} name */
  rememberOpponent(name) {
    this.writeText_(kOpponentKey, name);
  }

  /** @param {string} key */
  readText_(key) {
    try {
      return this.storage_().getItem(key) ?? "";
    } catch {
      return "";
    }
  }

  /** @param {string} key @param {string} text */
  writeText_(key, text) {
    try {
      if (text !== "") this.storage_().setItem(key, text);
      else this.storage_().removeItem(key);
    } catch {
      // Without storage, another tab of this browser cannot go on with the match.
    }
  }
}
