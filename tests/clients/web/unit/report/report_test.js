import assert from "node:assert/strict";
import { test } from "node:test";

import { answerText, reportAddress, sendReport, textOfBytes } from "../../../../../clients/web/report/report.js";

/** @param {Partial<import("../../../../../clients/web/report/report.js").Report>} parts */
const report = (parts) =>
  ({ game: { match: "18446744073709551615" }, seat: 1, reason: /** @type {const} */ ("name"), details: "", said: "",
    ...parts });

/** @param {string} address */
const queryOf = (address) => Object.fromEntries(new URL(address, "http://rensa.example").searchParams);

test("a report names the match, the seat from one on, and the reason in the words of moderators", () => {
  const address = reportAddress(report({}));
  assert.ok(address.startsWith("/api/v1/reports?"));
  assert.deepEqual(queryOf(address),
    { match: "18446744073709551615", seat: "2", about: "player", text: "offensive name" });
});

test("a report of words quotes them, and no other report does", () => {
  const said = "you & me?";
  const { about, text } = queryOf(reportAddress(report({ reason: "words", said, details: " again " })));
  assert.deepEqual([about, text], ["comment", "offensive words: again · it said: you & me?"]);
  assert.equal(queryOf(reportAddress(report({ said }))).text, "offensive name");
});

test("a finished game is named by its record alone", () => {
  const { record, match } = queryOf(reportAddress(report({ game: { record: "7" }, seat: 0 })));
  assert.deepEqual([record, match], ["7", undefined]);
});

test("a text is cut to what the server takes, and never within a character", () => {
  const { text } = queryOf(reportAddress(report({ details: "連鎖".repeat(200) })));
  const bytes = new TextEncoder().encode(text).length;
  assert.ok(bytes <= 500 && bytes > 497, String(bytes));
  assert.ok(!text.includes("\ufffd"));
  assert.equal(textOfBytes("a連", 3), "a");
});

test("each answer of the server is told", async (t) => {
  assert.deepEqual([200, 429, 404, 503, 0].map(answerText),
    ["report.sent", "report.too_many", "report.gone", "error.no_server", "error.no_server"]);
  t.mock.method(globalThis, "fetch", async () => Promise.reject(new TypeError("gone")));
  assert.equal(await sendReport(report({})), 0);
});
