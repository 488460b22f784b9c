import assert from "node:assert/strict";
import { test } from "node:test";

import { loadRecord, sourceOf } from "../../../../../clients/web/replay/record_source.js";

const origin = "https://rensa.example";

/** @param {string} record */
const named = (record) =>
  sourceOf({ pathname: "/replay/", search: `?record=${encodeURIComponent(record)}`, origin });

test("a number is a game of the server, which has links of it", () => {
  assert.deepEqual(sourceOf({ pathname: "/replay/42", search: "", origin }), {
    path: "/api/v1/records/42", number: "42", share: "/api/v1/records/42/share", file: "rensa-42.rensa",
  });
});

test("other records are named by their path", () => {
  assert.deepEqual(named("/api/v1/tournaments/cup/records/3-1"), {
    path: "/api/v1/tournaments/cup/records/3-1", number: "", share: "", file: "3-1.rensa",
  });
  assert.equal(named("/api/v1/records/7")?.share, "/api/v1/records/7/share");
});

test("nothing is loaded from elsewhere, nor what is no record", () => {
  const others = ["https://elsewhere.example/api/v1/records/1", "//elsewhere.example/api/x", "/play", "/api/../metrics",
    "data:text/plain,x", "http://["];
  for (const other of others) assert.equal(named(other), null, other);
  assert.equal(sourceOf({ pathname: "/replay/", search: "", origin }), null);
});

test("a server that has trouble is not one that has no such record", async (t) => {
  const source = { path: "/api/v1/records/1", number: "1", share: "", file: "" };
  /** @type {[number, string][]} */
  const errors = [[404, "not_found"], [400, "not_found"], [503, "no_server"], [500, "no_server"]];
  for (const [status, loadError] of errors) {
    t.mock.method(globalThis, "fetch", async () => new Response("", { status }));
    assert.deepEqual(await loadRecord(source), { loadError }, String(status));
  }
  t.mock.method(globalThis, "fetch", async () => Promise.reject(new TypeError("gone")));
  assert.deepEqual(await loadRecord(source), { loadError: "no_server" });
});
