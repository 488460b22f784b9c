import { claimOf, wordOf } from "./request.js";

// The seat that this browser has in a match, so that another tab, or this one after it was closed, can go on there.

const kKey = "rensa.seat";

/** @typedef {import("./request.js").Claim} Claim */

export class ClaimStore {
  /** @param {() => Storage} storage may throw: browsers can forbid it, and then nothing is kept */
  constructor(storage) {
    this.storage_ = storage;
    this.kept_ = "";
  }

  /** @returns {?Claim} */
  read() {
    try {
      return claimOf(this.storage_().getItem(kKey) ?? "");
    } catch {
      return null;
    }
  }

  /** @param {?Claim} claim */
  keep(claim) {
    const word = claim ? wordOf(claim) : "";
    if (word === this.kept_) return;
    this.kept_ = word;
    try {
      if (claim) this.storage_().setItem(kKey, word);
      else this.storage_().removeItem(kKey);
    } catch {
      // Then the match cannot be gone on with from elsewhere in this browser.
    }
  }
}
