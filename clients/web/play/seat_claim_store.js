// Keeps the claim to the seat of the last match, and the opponent's name, in this browser. With the claim, another tab
// or a reopened one can go on with the match.

import { BrowserStore } from "../base/browser_store.js";
import { parseSeatClaim, seatClaimText } from "./request.js";

const kSeatKey = "rensa.seat";
const kOpponentKey = "rensa.opponent";

/** @typedef {import("./request.js").SeatClaim} SeatClaim */

export class SeatClaimStore {
  /** @param {() => Storage} storage   throws if the browser forbids storage; then nothing is kept */
  constructor(storage) {
    this.store_ = new BrowserStore(storage);
    this.keptText_ = "";
  }

  /** @returns {?SeatClaim} */
  read() {
    return parseSeatClaim(this.store_.read(kSeatKey));
  }

  /** Stores this page's claim. Null removes it, but not the claim of another tab. @param {?SeatClaim} claim */
  keep(claim) {
    const text = claim ? seatClaimText(claim) : "";
    if (text === this.keptText_) return;
    const isAnothers = text === "" && this.store_.read(kSeatKey) !== this.keptText_;
    this.keptText_ = text;
    if (!isAnothers) this.store_.write(kSeatKey, text);
  }

  /** Removes a claim that is worth nothing any more, unless another one is stored by now. @param {SeatClaim} claim */
  forget(claim) {
    if (this.store_.read(kSeatKey) === seatClaimText(claim)) this.store_.write(kSeatKey, "");
  }

  /** @returns {string} empty: no opponent is stored */
  lastOpponent() {
    return this.store_.read(kOpponentKey);
  }

  /** @param {string} name */
  rememberOpponent(name) {
    this.store_.write(kOpponentKey, name);
  }
}
