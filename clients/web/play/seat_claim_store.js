import { parseSeatClaim, seatClaimText } from "./request.js";

// Keeps the seat and the opponent of the last match in this browser. With the seat, another tab, or this one after it
// was closed, can go on with the match.

const kSeatKey = "rensa.seat";
const kOpponentKey = "rensa.opponent";

/** @typedef {import("./request.js").SeatClaim} SeatClaim */

export class SeatClaimStore {
  /** @param {() => Storage} storage may throw: browsers can forbid it, and then nothing is kept */
  constructor(storage) {
    this.storage_ = storage;
    this.keptText_ = "";
  }

  /** @returns {?SeatClaim} */
  read() {
    return parseSeatClaim(this.readText_(kSeatKey));
  }

  /** @param {?SeatClaim} claim null: this page has none, which is nothing to the seat of another tab */
  keep(claim) {
    const text = claim ? seatClaimText(claim) : "";
    if (text === this.keptText_) return;
    const isAnothers = text === "" && this.readText_(kSeatKey) !== this.keptText_;
    this.keptText_ = text;
    if (!isAnothers) this.writeText_(kSeatKey, text);
  }

  /** A seat of which nothing is left, unless another one is kept by now. @param {SeatClaim} claim */
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
      // Then a match cannot be gone on with from elsewhere in this browser.
    }
  }
}
