import assert from "node:assert/strict";
import { test } from "node:test";

import { freePlayers, playAddress } from "../../../../../clients/web/home/play_card.js";

test("an address says no more than was chosen", () => {
  assert.equal(playAddress("", 1), "/play");
  assert.equal(playAddress("", 3), "/play?wins=3");
  assert.equal(playAddress("deep & thought", 1), "/play?with=deep+%26+thought");
});

test("who has no room for a match cannot be chosen", () => {
  assert.deepEqual(freePlayers([{ name: "b", free: 2 }, { name: "busy" }, { name: "a", free: 1 }]), ["a", "b"]);
});
