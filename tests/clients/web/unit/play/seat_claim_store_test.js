import assert from "node:assert/strict";
import { test } from "node:test";
import { SeatClaimStore } from "../../../../../clients/web/play/seat_claim_store.js";

/** @returns {Storage} */
function memory() {
  const kept = new Map();
  return /** @type {Storage} */ (/** @type {unknown} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  }));
}

const claim = { match: "31", seat: /** @type {const} */ ("SEAT_ONE"), token: "5b1c", last: "0" };

test("a seat that is kept is found by another tab, until the match is over", () => {
  const storage = memory();
  const tab = new SeatClaimStore(() => storage);
  tab.keep({ ...claim, last: "77" });
  assert.deepEqual(new SeatClaimStore(() => storage).read(), claim);
  tab.keep(null);
  assert.equal(new SeatClaimStore(() => storage).read(), null);
});

test("a page that has no seat takes none away from another tab", () => {
  const storage = memory();
  new SeatClaimStore(() => storage).keep(claim);
  new SeatClaimStore(() => storage).keep(null);
  assert.deepEqual(new SeatClaimStore(() => storage).read(), claim);
});

test("a page whose match is over leaves the seat that another tab has kept since", () => {
  const storage = memory();
  const [first, second] = [new SeatClaimStore(() => storage), new SeatClaimStore(() => storage)];
  first.keep(claim);
  second.keep({ ...claim, match: "32" });
  first.keep(null);
  assert.equal(new SeatClaimStore(() => storage).read()?.match, "32");
});

test("a seat of which nothing is left is forgotten, another one is not", () => {
  const storage = memory();
  new SeatClaimStore(() => storage).keep(claim);
  const store = new SeatClaimStore(() => storage);
  store.forget({ ...claim, match: "30" });
  assert.deepEqual(store.read(), claim);
  store.forget(claim);
  assert.equal(store.read(), null);
});

test("a browser that keeps nothing breaks nothing", () => {
  const store = new SeatClaimStore(() => {
    throw new Error("forbidden");
  });
  store.keep(claim);
  store.rememberOpponent("gaze");
  assert.equal(store.read(), null);
  assert.equal(store.lastOpponent(), "");
});
