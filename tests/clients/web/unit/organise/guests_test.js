import assert from "node:assert/strict";
import { test } from "node:test";

import { strangerLines } from "../../../../../clients/web/organise/guests.js";

test("guests without an account are told, with the account whose name looks like theirs", () => {
  const lines = strangerLines([
    { name: "ANN", state: "unknown", alike: "ann" }, { name: "Carl", state: "unknown", alike: null },
    { name: "bob", state: "account", alike: null }, { name: "dora", state: "connected", alike: null },
  ]);
  assert.deepEqual(lines.slice(0, -1), [
    "There is no account ANN. There is one with the name ann.", "There is no account Carl.",
    "These have an account, and are not connected: bob.", "These are connected: dora.",
  ]);
  assert.equal(lines.length, 5);
});

test("nothing is told if each guest has an account", () => {
  assert.deepEqual(strangerLines([{ name: "bob", state: "account", alike: null }]), []);
  assert.deepEqual(strangerLines([]), []);
});
