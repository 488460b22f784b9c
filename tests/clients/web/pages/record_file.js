// A recorded game of the test data in place of one of the server's.

import { readFileSync } from "node:fs";

/** @typedef {import("playwright-core").Page} Page */

const kRecord = "record_v1_frames.rensa";

/** In this game both seats missed something: the first one an answer and a chain, the second one a chain. */
export const kMissedRecord = "/api/v1/records/900";

/** Answers requests for the record with the recorded game. The server has no links to it. @param {Page} page
 * @param {string} [address] @param {string} [file]   of the test data */
export async function serveRecord(page, address = `**${kMissedRecord}`, file = kRecord) {
  await page.route(`**${kMissedRecord}/share`, (route) => route.fulfill({ json: { seats: [null, null] } }));
  await page.route(address, (route) =>
    route.fulfill({ body: readFileSync(new URL(`../../../data/${file}`, import.meta.url)), contentType: "application/octet-stream" }));
}
