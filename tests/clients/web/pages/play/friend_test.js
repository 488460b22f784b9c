// Duels against friends, and rematches.

import assert from "node:assert/strict";
import { test } from "node:test";

import { withPage } from "../browser.js";
import { lineTo } from "../line.js";
import { kLostConnection, kManyGames, pathOf, resign, siteWithOpponents, underControl } from "./duel.js";

const site = siteWithOpponents();

test("a rematch that is asked for twice is one match", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    await resign(page);
    for (let i = 0; i < 3; ++i) await page.keyboard.press("r");
    await underControl(page);
    const own = await page.locator(".side_own .side_name").innerText();
    const { matches } = await site.server.json("/api/v1/matches");
    const ownMatches = matches.filter((/** @type {any} */ { players }) => players.includes(own));
    assert.equal(ownMatches.length, 1, JSON.stringify(matches));
    await resign(page);
  });
});

test("a friend's link stands while its sender is away for a moment, and both keep their names", async (t) => {
  const line = await lineTo(site.server.origin);
  t.after(line.close);
  await withPage(site.browser, { origin: line.origin, mayReport: kLostConnection }, async (host) => {
    await host.goto("/play?friend=1" + kManyGames);
    const link = await host.locator("#panel input").inputValue();
    line.cut();
    await site.withPage({}, async (guest) => {
      await guest.goto(pathOf(link));
      await guest.getByText("Your friend is away for a moment").waitFor();
      line.mend();
      await underControl(guest);
      await underControl(host);
      const name = await host.locator(".side_own .side_name").innerText();
      // The question stays, with the focus, while the opponent is away and after that.
      await guest.getByRole("button", { name: "Resign" }).click();
      line.cut();
      await guest.locator(".play_line").getByText(/has lost the connection/).waitFor();
      line.mend();
      await underControl(host);
      await guest.locator(".play_line").getByText("Round trip").waitFor();
      assert.equal(await guest.evaluate(() => document.activeElement?.closest("#panel") !== null), true);
      await guest.locator("#panel").getByRole("button", { name: "Resign" }).click();
      await guest.getByText("You lost the match").waitFor();
      await host.getByRole("button", { name: "Rematch", exact: true }).click();
      await guest.getByText(`${name} wants a rematch`).waitFor();
      await guest.keyboard.press("r");
      await underControl(host);
      await underControl(guest);
    });
  });
});

test("a friend joins by a link, and both play the rematch", async () => {
  await site.withPage({}, async (host) => {
    await host.goto("/play?friend=1" + kManyGames);
    const link = await host.locator("#panel input").inputValue();
    await site.withPage({}, async (guest) => {
      await guest.goto(link);
      await underControl(guest);
      await underControl(host);
      // Each sees how the other's connection does.
      for (const page of [host, guest]) await page.getByText(/guest-\d+: \d+ ms/).waitFor();
      await guest.getByRole("button", { name: "Resign" }).click();
      await guest.locator("#panel").getByRole("button", { name: "Resign" }).click();
      await host.getByText("You won the match").waitFor();
      await guest.getByRole("button", { name: "Rematch", exact: true }).click();
      await guest.getByText("is asked for a rematch").waitFor();
      await host.getByRole("button", { name: "No, thanks" }).click();
      await host.getByText("You won the match").waitFor();
      await guest.getByText("does not want a rematch").waitFor();
      await host.getByRole("button", { name: "Rematch", exact: true }).click();
      await guest.getByText("wants a rematch").waitFor();
      await guest.keyboard.press("r");
      await underControl(host);
      await underControl(guest);
    });
  });
});
