// The organiser's page against a server with tournaments, on a phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

const kSmallPhone = { width: 360, height: 640 };
/** A finger needs so many pixels. */
const kThumb = 44;
/** The name under which the page stores the token. */
const kTokenKey = "rensa.account_token";

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
let boss = "";
let olga = "";
let eve = "";

before(async () => {
  server = await startServer("--registration", "approval", "--registrations-per-day", "9");
  browser = await startBrowser();
  boss = await server.administrator();
  olga = await server.organiser(boss, "olga", "spring-* refused-*");
  eve = await server.organiser(boss, "eve", "winter-*");
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {string} name @param {object} [more] */
const begin = (name, more) => server.ask(boss, "/api/v1/tournaments?paused=1", {
  method: "POST", body: { name, pairs: 5000, audit: 0, players: ["greedy", "random"], ...more },
});

/** @param {(page: Page) => Promise<void>} use @param {{token?: string, language?: string, mayReport?: RegExp}} [options] */
const onPhone = (use, { token, ...options } = {}) =>
  withPage(browser, { origin: server.origin, viewport: kSmallPhone, hasTouch: true, isMobile: true, ...options },
    async (page) => {
      if (token) await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [kTokenKey, token]);
      await use(page);
    });

/** @param {Page} page @param {string} name */
const section = (page, name) => page.getByRole("region", { name, exact: true });
/** The row of a player, a game or an entry. @param {Locator} part @param {string} text */
const rowOf = (part, text) => part.locator("li", { hasText: text });
/** @param {Page} page @param {string} id */
const openTournament = (page, id) => page.goto(`/organise?tournament=${id}`);

/** Agrees to an act, after its effects were read. @param {Page} page @param {RegExp} effect @param {string} button
 * @param {string} [reason] */
async function agree(page, effect, button, reason) {
  const dialog = page.getByRole("dialog");
  await dialog.getByText(effect).waitFor();
  if (reason !== undefined) await dialog.getByLabel(/^Reason/).fill(reason);
  await dialog.getByRole("button", { name: button, exact: true }).tap();
  await dialog.waitFor({ state: "detached" });
}

/** What was done, in the words of the page. @param {Page} page @param {string} text */
const tells = (page, text) => page.locator(".organise_done", { hasText: text }).waitFor();

test("an organiser signs in with a token, which is in no address, and signs out", async () => {
  const worker = await server.token("worker");
  await onPhone(async (page) => {
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/organise");
    const token = page.getByLabel("Token");
    const signIn = page.getByRole("button", { name: "Sign in" });
    for (const [wrong, why] of [["wrong", "This token is unknown, revoked, or waits for approval."], ["日本", "This is no token."],
      [worker, "worker is no organiser."]]) {
      await token.fill(wrong);
      await signIn.tap();
      await page.getByRole("alert").getByText(why).waitFor();
      assert.equal(await page.evaluate((key) => localStorage.getItem(key), kTokenKey), null, wrong);
    }
    await token.fill(olga);
    await signIn.tap();
    await page.getByText("You organise tournaments with these ids: spring-*, refused-*").waitFor();
    await page.reload();
    await page.getByText("olga · organiser").waitFor();
    await page.getByRole("button", { name: "Sign out" }).tap();
    await token.waitFor();
    await page.reload();
    await token.waitFor();
    assert.ok(!asked.some((address) => address.includes(olga) || address.includes(worker)), asked.join("\n"));
  }, { mayReport: /401/ });
});

test("an organiser holds a tournament on a phone, and all of it is in the audit log", async () => {
  const bob = await fetch(`${server.origin}/api/v1/accounts?name=bob`, { method: "POST" });
  assert.equal(bob.status, 202);
  await onPhone(async (page) => {
    await page.goto("/organise");
    await section(page, "Accounts that wait for approval").getByText("bob").waitFor();
    await page.getByRole("link", { name: "New tournament" }).tap();
    await page.getByLabel("Name", { exact: true }).fill("Spring cup");
    await page.getByLabel("greedy").check();
    await page.getByLabel("random").check();
    await page.getByLabel("Guests, a name a line").fill("bob\n");
    await page.getByLabel("Pairs of games against each opponent").fill("4000");
    await page.getByRole("button", { name: "Create" }).tap();
    await page.locator("#players_error", { hasText: "The account bob waits for approval: approve it first." }).waitFor();
    await page.getByRole("button", { name: "Approve: bob" }).tap();
    await agree(page, /Its token is valid from now on/, "Approve");
    await tells(page, "bob is approved.");
    assert.equal(await page.getByLabel("Guests, a name a line").inputValue(), "bob\n", "the form is as it was");
    await section(page, "Accounts that wait for approval").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Create" }).tap();
    await page.getByRole("heading", { name: "Spring cup", level: 1 }).waitFor();
    await tells(page, "Spring cup is created.");
    const state = section(page, "State");
    await state.getByText("Not started").waitFor();

    const players = section(page, "Players");
    await rowOf(players, "bob").getByText("Not connected").waitFor();

    await state.getByRole("button", { name: "Start" }).tap();
    await agree(page, /Its games begin as soon as their players are there/, "Start");
    await tells(page, "Spring cup has started.");
    await state.getByText("Being played").waitFor();
    const games = section(page, "Games of the tournament");
    await games.getByText(/won by|drawn/).first().waitFor();

    await state.getByRole("button", { name: "Pause" }).tap();
    await agree(page, /No further game begins until you resume it/, "Pause", "rain");
    await state.getByText("Paused").waitFor();
    await server.until(async () => (await server.json("/api/v1/tournaments/spring-cup")).running === 0);

    const [{ game }] = (await server.json("/api/v1/tournaments/spring-cup/games?limit=1")).games;
    const row = games.locator("li", { has: page.locator("code", { hasText: new RegExp(`^${game}$`) }) });
    await row.locator("summary").tap();
    await row.getByRole("button", { name: `Annul and repeat: ${game}` }).tap();
    await agree(page, /does not count any more/, "Annul and repeat", "wrong version");
    await tells(page, `Game ${game} is annulled`);
    await row.waitFor({ state: "detached" });
    // Of an audited pair, which chance chooses, both games are annulled.
    assert.ok([1, 2].includes((await server.json("/api/v1/tournaments/spring-cup")).annulled));

    await rowOf(players, "random").locator("summary").tap();
    await rowOf(players, "random").getByRole("button", { name: "Disqualify: random" }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Disqualify" }).tap();
    assert.ok(await dialog.isVisible(), "there is no disqualification without a reason");
    await agree(page, /All its games are struck, and count for no player: \d+ so far\./, "Disqualify", "had help");
    await rowOf(players, "random").getByText("Disqualified").waitFor();
    await rowOf(players, "random").getByText("had help").waitFor();

    const log = section(page, "Audit log");
    await log.getByText("Disqualified random").waitFor();
    const entries = await log.locator("strong").allTextContents();
    assert.deepEqual(entries,
      ["Disqualified random", `Annulled game ${game}`, "Paused", "Started or resumed", "Created"]);
    assert.deepEqual(await log.locator("q").allTextContents(), ["had help", "wrong version", "rain"]);
    await page.getByRole("link", { name: "All my tournaments" }).tap();
    await page.getByRole("link", { name: "Spring cup" }).waitFor();
    assert.equal(await section(page, "Accounts that wait for approval").count(), 0, "bob is approved");
  }, { token: olga });
});

test("a refusal is shown in the words of the page, and is struck through in the audit log", async () => {
  await begin("refused act", { players: ["greedy", "random", { name: "cid", guest: true }] });
  await onPhone(async (page) => {
    await openTournament(page, "refused-act");
    const greedy = rowOf(section(page, "Players"), "greedy");
    await greedy.locator("summary").tap();
    await greedy.getByRole("button", { name: "Withdraw: greedy" }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await server.ask(boss, "/api/v1/tournaments/refused-act/withdraw?player=greedy&why=ill", { method: "POST" });
    await dialog.getByRole("button", { name: "Withdraw" }).tap();
    await dialog.getByRole("alert").getByText("greedy is out already.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    await dialog.waitFor({ state: "detached" });
    await greedy.getByText("Withdrawn").waitFor();
    await greedy.getByText("ill").waitFor();
    const log = section(page, "Audit log");
    const refused = rowOf(log, "Refused: greedy is out already.");
    await refused.locator("s", { hasText: "Withdrew greedy" }).waitFor();
    assert.equal(await rowOf(log, "Withdrew greedy").count(), 2, "that of the other organiser, and the refused one");
  }, { token: olga, mayReport: /409/ });
});

test("a message to all is asked for once, is read on the page of the tournament, and is in the audit log", async () => {
  await begin("spring news");
  await onPhone(async (page) => {
    await openTournament(page, "spring-news");
    const dialog = page.getByRole("dialog");
    const send = async (/** @type {string} */ text) => {
      await section(page, "State").getByRole("button", { name: "Message to all" }).tap();
      await dialog.getByText(/It cannot be taken back/).waitFor();
      await dialog.getByLabel("Message", { exact: true }).fill(text);
      await dialog.getByRole("button", { name: "Send" }).tap();
    };
    await send("");
    assert.ok(await dialog.isVisible(), "there is no empty message");
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual((await server.json("/api/v1/tournaments/spring-news/messages")).messages, []);
    await send("The final begins at 18:00");
    await dialog.waitFor({ state: "detached" });
    await tells(page, "The message about spring news is sent.");
    await send("The final begins at 18:00");
    await dialog.getByRole("alert").getByText("The last message says the same.").waitFor();
    await dialog.getByLabel("Message", { exact: true }).fill("ぷ".repeat(200));
    await dialog.getByRole("button", { name: "Send" }).tap();
    await dialog.getByRole("alert").getByText(/A message is a line of up to 500 bytes/).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    await dialog.waitFor({ state: "detached" });
    const log = section(page, "Audit log");
    await rowOf(log, "Refused: The last message says the same.").locator("s").waitFor();
    assert.equal(await log.locator("strong", { hasText: "Told all: The final begins at 18:00" }).count(), 1);
    await page.goto("/league/spring-news");
    await page.getByRole("region", { name: "From the organisers" }).getByText("The final begins at 18:00").waitFor();
  }, { token: olga, mayReport: /400|409/ });
});

test("an error in a plan stands beside its field", async () => {
  await onPhone(async (page) => {
    await page.goto("/organise?new=1");
    const create = page.getByRole("button", { name: "Create" });
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Autumn cup");
    await page.getByLabel("greedy").check();
    await create.tap();
    await page.locator("#players_error", { hasText: /^Name from 2 to \d+ players\.$/ }).waitFor();
    await page.getByLabel("random").check();
    const pairs = page.getByLabel("Pairs of games against each opponent");
    await pairs.fill("0");
    await create.tap();
    await page.locator("#pairs_error", { hasText: /^It has to be from 1 to \d+\.$/ }).waitFor();
    assert.equal(await pairs.getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator("#players_error").textContent(), "");
    await pairs.fill("1");
    await create.tap();
    await page.locator("#id_error", { hasText: "You may not organise a tournament with the id autumn-cup" }).waitFor();
    const id = page.getByLabel("Id (not required)");
    assert.ok(await id.evaluate((input) => input === document.activeElement), "the focus is where the error is");

    await page.getByText("For experts: the plan").tap();
    const plan = page.getByLabel("Plan (JSON)");
    const written = await plan.inputValue();
    assert.deepEqual(JSON.parse(written).players, ["greedy", "random"]);
    await plan.fill(written.replace('"pairs": 1', '"pears": 1'));
    await create.tap();
    await page.locator("#plan_error", { hasText: 'line 4: "pears"' }).waitFor();
    await page.getByRole("button", { name: "Use the fields again" }).tap();
    assert.equal(await plan.inputValue(), written);
    await page.getByLabel("at a time", { exact: true }).first().check();
    await create.tap();
    await page.locator("#start_error", { hasText: "Choose a day and a time." }).waitFor();
    await page.locator("input[type=datetime-local]").fill("2020-01-01T10:00");
    await create.tap();
    await page.locator("#start_error", { hasText: "This time is in the past." }).waitFor();
    await page.getByLabel("when I start it").check();
    await name.fill("Spring trial");
    await create.tap();
    await page.getByRole("heading", { name: "Spring trial", level: 1 }).waitFor();
  }, { token: olga, mayReport: /400|403/ });
});

test("an absent guest that is withdrawn can return also when no other game is left, until the organiser ends it", async () => {
  await begin("spring absent", { players: ["greedy", { name: "cid", guest: true }] });
  await onPhone(async (page) => {
    await openTournament(page, "spring-absent");
    const cid = rowOf(section(page, "Players"), "cid");
    await cid.locator("summary").tap();
    await cid.getByRole("button", { name: "Withdraw: cid" }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Everybody reads it, also the player.").waitFor();
    await dialog.getByLabel("Note for the audit log (not required)").fill("his phone is 0171-555");
    await agree(page, /the tournament waits for that until you end it/, "Withdraw", "did not come");
    const state = section(page, "State");
    await state.getByText("Waits for withdrawn players").waitFor();
    await state.getByText("No game is left without cid").waitFor();
    await cid.getByRole("button", { name: "Let return: cid" }).tap();
    await agree(page, /It takes part again/, "Let return");
    await cid.getByText("Not connected").waitFor();
    await cid.getByRole("button", { name: "Withdraw: cid" }).tap();
    await agree(page, /the tournament waits for that/, "Withdraw");
    await state.getByRole("button", { name: "End" }).tap();
    await agree(page, /After the end nobody can return: cid\./, "End");
    await tells(page, "spring absent is over.");
    await section(page, "Audit log").getByText("did not come / his phone is 0171-555").waitFor();
  }, { token: olga });
  for (const path of ["/api/v1/tournaments/spring-absent/events", "/league/spring-absent", "/api/v1/tournaments/spring-absent"]) {
    const text = await (await fetch(server.origin + path)).text();
    assert.ok(!text.includes("0171-555"), path);
  }
});

test("a tournament whose answer was lost is not created twice", async () => {
  await onPhone(async (page) => {
    await page.goto("/organise?new=1");
    await page.getByLabel("Name", { exact: true }).fill("spring lost");
    await page.getByLabel("greedy").check();
    await page.getByLabel("random").check();
    let isLost = false;
    await page.route(/tournaments\?(?!.*check)/, async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    const create = page.getByRole("button", { name: "Create" });
    await create.tap();
    await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    await page.reload();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "spring lost", "the form is as it was");
    await create.tap();
    await page.getByRole("heading", { name: "spring lost", level: 1 }).waitFor();
    const { tournaments } = await server.json("/api/v1/tournaments");
    assert.equal(tournaments.filter((/** @type {{name: string}} */ { name }) => name === "spring lost").length, 1);
    await page.goto("/organise?new=1");
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "", "it was created");
  }, { token: olga, mayReport: /Failed to load/ });
});

test("guests without an account are told before the tournament is created, which can be deleted before its first game", async () => {
  await onPhone(async (page) => {
    await page.goto("/organise?new=1");
    await page.getByLabel("Name", { exact: true }).fill("spring typo");
    await page.getByLabel("greedy").check();
    await page.getByLabel("Guests, a name a line").fill("OLGA\nann, bob\neve");
    const create = page.getByRole("button", { name: "Create" });
    await create.tap();
    const dialog = page.getByRole("dialog", { name: "Create spring typo?" });
    await dialog.getByText("There is no account OLGA. There is one with the name olga.").waitFor();
    await dialog.getByText("There is no account ann, bob.").waitFor();
    await dialog.getByText("These have an account, and are not connected: eve.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    await dialog.waitFor({ state: "detached" });
    await create.tap();
    await dialog.getByRole("button", { name: "Create all the same" }).tap();
    await page.getByRole("heading", { name: "spring typo", level: 1 }).waitFor();
    await section(page, "State").getByRole("button", { name: "Delete" }).tap();
    await agree(page, /the id spring-typo is free again/, "Delete");
    await tells(page, "spring typo is deleted.");
    assert.equal(await page.getByRole("link", { name: "spring typo" }).count(), 0);
  }, { token: olga });
});

test("signing out in one tab signs out the other one, and a token that is refused in it is not stored", async () => {
  await onPhone(async (page) => {
    await page.goto("/organise");
    await page.getByLabel("Token").fill(olga);
    await page.getByRole("button", { name: "Sign in" }).tap();
    await page.getByText("olga · organiser").waitFor();
    const other = await page.context().newPage();
    await other.goto("/organise");
    await other.getByText("olga · organiser").waitFor();
    await page.getByRole("button", { name: "Sign out" }).tap();
    await other.getByLabel("Token").waitFor();
    await page.getByLabel("Token").fill(eve);
    await page.getByRole("button", { name: "Sign in" }).tap();
    await other.getByText("eve · organiser").waitFor();
  });
});

test("an organiser of other tournaments sees nothing of this one", async () => {
  await begin("spring secret");
  await onPhone(async (page) => {
    await page.goto("/organise");
    await page.getByText("There is no tournament yet.").waitFor();
    await openTournament(page, "spring-secret");
    await page.getByText("There is no tournament spring-secret that this account organises.").waitFor();
    assert.equal(await page.getByRole("region").count(), 0);
    assert.equal(await page.getByText("greedy").count(), 0);
  }, { token: eve });
});

test("who loses the role in the meantime is told so", async () => {
  await begin("spring changes");
  const zoe = await server.organiser(boss, "zoe", "spring-changes");
  await onPhone(async (page) => {
    await openTournament(page, "spring-changes");
    await section(page, "State").getByText("Not started").waitFor();
    const { accounts } = await server.ask(boss, "/api/v1/accounts");
    const { account } = accounts.find((/** @type {{name: string}} */ one) => one.name === "zoe");
    await server.ask(boss, `/api/v1/accounts/${account}/role?role=worker`, { method: "POST" });
    await page.getByRole("alert").getByText("zoe is no organiser.").waitFor();
    assert.equal(await page.getByText("greedy").count(), 0);
  }, { token: zoe, mayReport: /403/ });
});

test("all is done by keyboard, and told to a screen reader", async () => {
  await begin("spring keys");
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [kTokenKey, olga]);
    await openTournament(page, "spring-keys");
    const start = page.getByRole("button", { name: "Start" });
    await start.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Start spring keys?" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.ok(await start.evaluate((button) => button === document.activeElement), "the focus is where it was");
    assert.equal((await server.json("/api/v1/tournaments/spring-keys")).state, "paused", "it was only asked");
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    const spoken = page.locator("[aria-live=polite]", { hasText: "spring keys has started." }).waitFor();
    await page.keyboard.press("Enter");
    await spoken;
    const pause = page.getByRole("button", { name: "Pause" });
    await pause.waitFor();
    assert.ok(await pause.evaluate((button) => button === document.activeElement), "the focus is on the next act");
  });
});

test("it fits a small phone, and a thumb finds all that can be pressed, in both languages", async () => {
  const name = `spring ${"long".repeat(12)}`;
  const { id } = await begin(name, { players: ["greedy", { name: "W".repeat(32), guest: true }] });
  for (const language of ["en", "ja"]) {
    await onPhone(async (page) => {
      for (const path of ["/organise", "/organise?new=1", `/organise?tournament=${id}`]) {
        await page.goto(path);
        await page.locator(path.includes("new") ? "form" : "main li").first().waitFor();
        for (const summary of await page.locator("main summary").all()) await summary.tap();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
        const small = await page.evaluate((least) =>
          [...document.querySelectorAll("main :is(button, .button, summary, select, textarea, input:not([type=checkbox], [type=radio]), label:has(input))")]
            .filter((element) => element.getClientRects().length > 0 && element.getBoundingClientRect().height < least - 0.5)
            .map((element) => element.outerHTML), kThumb);
        assert.deepEqual(small, [], path);
      }
    }, { token: olga, language });
  }
});
