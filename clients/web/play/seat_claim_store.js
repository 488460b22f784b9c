import { claimOf, wordOf } from "./request.js";

// Keeps the seat and the opponent of the last match in this browser. With the seat, another tab, or this one after it
// was closed, can go on with the match.

const kSeat = "rensa.seat";
const kOpponent = "rensa.opponent";

/** @typedef {import("./request.js").Claim} Claim */

export class ClaimStore {
  /** @param {() => Storage} storage may throw: browsers can forbid it, and then nothing is kept */
  constructor(storage) {
    this.storage_ = storage;
    this.kept_ = "";
  }

  /** @returns {?Claim} */
  read() {
    return claimOf(this.read_(kSeat));
  }

  /** @param {?Claim} claim null: this page has none, which is nothing to the seat of another tab */
  keep(claim) {
    const word = claim ? wordOf(claim) : "";
    if (word === this.kept_) return;
    const isAnothers = word === "" && this.read_(kSeat) !== this.kept_;
    this.kept_ = word;
    if (!isAnothers) this.write_(kSeat, word);
  }

  /** A seat of which nothing is left, unless another one is kept by now. @param {Claim} claim */
  forget(claim) {
    if (this.read_(kSeat) === wordOf(claim)) this.write_(kSeat, "");
  }

  /** @returns {string} empty: no opponent is stored */
  lastOpponent() {
    return this.read_(kOpponent);
  }

  /** @param {string} name */
  rememberOpponent(name) {
    this.write_(kOpponent, name);
  }

  /** @param {string} key */
  read_(key) {
    try {
      return this.storage_().getItem(key) ?? "";
    } catch {
      return "";
    }
  }

  /** @param {string} key @param {string} word */
  write_(key, word) {
    try {
      if (word !== "") this.storage_().setItem(key, word);
      else this.storage_().removeItem(key);
    } catch {
      // Then a match cannot be gone on with from elsewhere in this browser.
    }
  }
}
