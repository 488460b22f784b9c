import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asksForCertainMatch, chooseOpponent, parseRequest, parseSeatClaim, seatClaimText, termsOf,
} from "../../../../../clients/web/play/request.js";

/** @param {string} search @param {string} [hash] */
const request = (search, hash = "") => parseRequest(new URLSearchParams(search), hash);

test("an address without anything asks for any opponent, and one game", () => {
  assert.deepEqual(request(""), { kind: "opponent", name: "", terms: termsOf(1) });
});

test("an address names the opponent and how many wins decide", () => {
  assert.deepEqual(request("?with=gaze&wins=3"), { kind: "opponent", name: "gaze", terms: termsOf(3) });
  assert.equal(termsOf(3).firstTo, 3);
});

test("an address names the ruleset, for the server to accept or refuse", () => {
  assert.deepEqual(request("?friend=1&ruleset=shows-5"), { kind: "friend", terms: termsOf(1, "shows-5") });
  assert.equal(termsOf(1, "shows-5").ruleset, "shows-5");
  assert.deepEqual(request("?friend=1&ruleset="), { kind: "friend", terms: termsOf(1, "tsu-1") });
});

test("what cannot be played for is not taken for something else", () => {
  for (const wins of ["0", "-1", "11", "99", "x", "1e1", "1.5", ""]) {
    assert.deepEqual(request(`?wins=${wins}`), { kind: "invalid_wins", wins });
  }
  assert.equal(request("?join=a&wins=99").kind, "join", "who invites says for how many");
});

test("friends and strangers have addresses of their own", () => {
  assert.equal(request("?quick=1").kind, "quick");
  assert.equal(request("?friend=1&wins=2").kind, "friend");
  assert.deepEqual(request("?join=a%2Bb"), { kind: "join", code: "a+b" });
});

test("a claim goes through an address and back", () => {
  const claim = { match: "18446744073709551615", seat: /** @type {const} */ ("SEAT_TWO"), token: "0a-_Z", last: "0" };
  assert.deepEqual(parseSeatClaim(seatClaimText(claim)), claim);
  assert.deepEqual(request("?with=gaze", `#resume=${seatClaimText(claim)}`), { kind: "resume", claim });
});

test("just to play can be to go on, all else is something in particular", () => {
  assert.equal(asksForCertainMatch(request("")), false);
  assert.equal(asksForCertainMatch(request("", "#resume=1.1.a")), false);
  assert.equal(asksForCertainMatch(request("?wins=99")), false);
  for (const search of ["?with=gaze", "?join=a", "?friend=1", "?quick=1"]) {
    assert.equal(asksForCertainMatch(request(search)), true, search);
  }
});

test("what is no claim is none", () => {
  for (const word of ["", "1.1", "1.3.a", "x.1.a", "1.1.a b", "1.1.", `1.1.${"a".repeat(257)}`]) {
    assert.equal(parseSeatClaim(word), null, word);
  }
});

test("the first free one of the wishes is challenged, else whoever is free", () => {
  const open = [{ name: "full", free: 0 }, { name: "random", free: 2 }, { name: "gaze", free: 1 }];
  assert.equal(chooseOpponent(open, ["full", "gaze", "random"]), "gaze");
  assert.equal(chooseOpponent(open, ["nobody"]), "random");
  assert.equal(chooseOpponent([{ name: "full" }], ["full"]), "");
});
