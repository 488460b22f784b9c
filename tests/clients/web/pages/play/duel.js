// What the tests of duels share: a server with players that take challenges, and what a person does on the page.

import { SharedSite } from "../shared_site.js";

/** @typedef {import("playwright-core").Page} Page */

const kOpenPlayers = ["greedy", "random"];

/** So many games that a match does not end before a test has seen it, however busy the machine is. */
export const kManyGames = "&wins=10";

/** The errors that a browser reports when its connections are cut. */
export const kLostConnection = /WebSocket|Failed to load/;

/** A site for a file of tests. Call this once in a file, outside of its tests. */
export const siteWithOpponents = () => new SharedSite(async (server) => {
  for (const player of kOpenPlayers) server.invite(player, "--player", player, "--open", "8");
  await server.until(async () => (await server.json("/api/v1/players")).open.length === kOpenPlayers.length);
});

/** Waits until the pair can be moved. @param {Page} page */
export async function underControl(page) {
  await page.locator(".duel").waitFor();
  await page.locator("#panel").waitFor({ state: "hidden" });
}

/** The part of a link behind the server's address, which differs between the two ends of a line.
 * @param {string} link */
export function pathOf(link) {
  return link.slice(new URL(link).origin.length);
}

/** Gives the match up. @param {Page} page */
export async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#panel").getByRole("button", { name: "Resign" }).click();
  await page.getByText("You lost the match").waitFor();
}
