// The pages of which pictures are made: the address of each, and what the page shows.

import { stepAsPainted, stepUntil } from "../pages/page_clock.js";
import { answerOrganiser, kOrganised } from "./organiser_answers.js";
import { playServer } from "./scripted_line.js";
import { kTournament } from "./tournament.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../../../clients/web/net/wire.js").LobbyMatch} LobbyMatch */
/** @typedef {import("../../../../clients/web/net/wire.js").Seat} Seat */
/** @typedef {import("../../../../clients/web/net/wire.js").ServerMessage} ServerMessage */
/** @typedef {import("./scripted_line.js").Script} Script */
/** @typedef {import("./tournament.js").StoredGame} StoredGame */

/** The games that the pages show; featured: with the longest chain.
 * @typedef {{featured: StoredGame, others: StoredGame[]}} Shown */
/**
 * @typedef {object} ShownPage
 * @property {string} name
 * @property {(shown: Shown) => string} path
 * @property {(shown: Shown) => Script} [script]   what the game line says; without it, the server answers
 * @property {(shown: Shown) => {kind: keyof Script, count: number}} [answers]   the page's clock stands still until it has
 *   so many answers of its game line, so that it draws only the last of the frames that it is sent
 * @property {(page: Page) => Promise<void>} [ready]   waits until all is shown, and moves the page's clock, which
 *   stands still; without it, the page shows nothing that moves
 * @property {(page: Page) => Promise<void>} [answerApi]   answers the page's questions in the place of the server
 * @property {boolean} [isLong]   a second picture shows the whole page, also what is seen only after scrolling
 */

const kOpenPlayers = ["random", "greedy", "joseki", "bestfirst", "gaze", "champion"];
const kTerms = { ruleset: "tsu-1", clock: "CLOCK_REAL", games: 5, firstTo: 3 };
const kFeaturedMatch = "1";
const kFeaturedRecord = "900";
/** The small fields beside the featured match. */
const kMaxOthers = 6;
/** The own time of a page that plays goes on for a while after the last update, and then stands still. */
const kFramesUntilStill = 60;
/** The boards that teach the rules are in the middle of their examples. */
const kFramesUntilTaught = 150;
/** A problem of three pairs. */
const kProblem = "200200400200qo0xo_G1E1__u03";

/** @param {Shown} shown @returns {StoredGame[]} */
const gamesOnAir = ({ featured, others }) => [featured, ...others.slice(0, kMaxOthers)];

/** @param {Shown} shown @returns {LobbyMatch[]} */
const lobbyMatches = (shown) => gamesOnAir(shown).map(({ game }, i) =>
  ({ match: String(i + 1), players: game.names, terms: kTerms, game: 2 }));

/** @param {Shown} shown @param {string} match @returns {ServerMessage[]} */
function watchedMessages(shown, match) {
  const { game } = gamesOnAir(shown)[Number(match) - 1];
  /** @type {import("../../../../clients/web/net/wire.js").Comment[]} */
  const comments = [
    { match, game: 2, seat: "SEAT_ONE", text: "answers 219 garbage with 9 links" },
    { match, game: 2, seat: "SEAT_TWO", text: "fires 12 links for 52700 points and expects 3 garbage back" },
  ];
  return [
    { matchStart: { match, players: game.names, terms: kTerms } },
    { gameEnd: { match, game: 1, outcome: { winner: "SEAT_ONE", cause: "CAUSE_CHOKED", clock: 2000 }, record: "1" } },
    { gameStart: { match, game: 2 } },
    ...game.updatesTo(game.longestChain.frame, { match, game: 2 }).map((update) => ({ update })),
    ...comments.map((comment) => ({ comment })),
  ];
}

/** @param {Shown} shown @returns {Script} */
const spectatorScript = (shown) => ({
  listLobby: () => [{ lobby: {
    players: kOpenPlayers, matches: lobbyMatches(shown), open: kOpenPlayers.map((name) => ({ name, free: 2 })) } }],
  watch: ({ match = kFeaturedMatch }) => watchedMessages(shown, match),
});

/** @param {Shown} shown @returns {Script} */
function playerScript({ featured: { game } }) {
  const { seat: index, frame } = game.longestChain;
  const seat = index === 0 ? "SEAT_ONE" : "SEAT_TWO";
  const players = game.names.map((name, i) => (i === index ? "ann" : name));
  const opponent = players[1 - index];
  return {
    listLobby: () => [{ lobby: { open: [{ name: opponent, free: 1 }] } }],
    challenge: () => [
      { matchStart: { match: "1", seat, players, terms: kTerms, token: "token", graceSeconds: 30, wins: [1, 1] } },
      { gameStart: { match: "1", seat, game: 3 } },
      ...game.updatesTo(frame, { match: "1", seat, game: 3 }).map((update) => ({ update })),
    ],
  };
}

/** The featured game is over, and so is its match. @param {Shown} shown @returns {Script} */
function endScript({ featured: { game } }) {
  const { seat: index } = game.longestChain;
  const players = game.names.map((name, i) => (i === index ? "ann" : name));
  const about = { match: "1", seat: /** @type {Seat} */ (index === 0 ? "SEAT_ONE" : "SEAT_TWO") };
  const outcome = { winner: about.seat, cause: "CAUSE_CHOKED", clock: game.last };
  const wins = index === 0 ? [3, 1] : [1, 3];
  return {
    listLobby: () => [{ lobby: { open: [{ name: players[1 - index], free: 1 }] } }],
    challenge: () => [
      { matchStart: { ...about, players, terms: kTerms, token: "token", graceSeconds: 30, wins: [1, 1] } },
      { gameStart: { ...about, game: 4 } },
      ...game.updatesTo(game.last, { ...about, game: 4 }).map((update) => ({ update })),
      { gameEnd: { ...about, game: 4, outcome, record: kFeaturedRecord } },
      { matchEnd: { ...about, winner: about.seat, wins } },
    ],
  };
}

/** @param {Page} page */
async function fieldIsShown(page) {
  await stepUntil(page.locator(".side_board").first());
  await stepAsPainted(page, kFramesUntilStill);
}

/** The first page shows so many matches. */
const homeOnAir = () => ({ kind: /** @type {const} */ ("watch"), count: 4 });
/** @param {Shown} shown @returns {{kind: keyof Script, count: number}} */
const allOnAir = (shown) => ({ kind: "watch", count: gamesOnAir(shown).length });
const featuredOnAir = () => ({ kind: /** @type {const} */ ("watch"), count: 1 });
const ownMatch = () => ({ kind: /** @type {const} */ ("challenge"), count: 1 });

/** A pair falls by the page's own time, which begins only when the page has loaded: so the same frame is shown also
 * if it has loaded slowly. @param {Page} page */
async function pairIsShown(page) {
  await page.locator(".side_board").first().waitFor({ state: "attached" });
  await fieldIsShown(page);
}

/** @type {ShownPage[]} */
export const kShownPages = [
  { name: "home", path: () => "/", script: spectatorScript, answers: homeOnAir, isLong: true, ready: async (page) => {
    await stepUntil(page.locator("a.room canvas").first());
    await stepAsPainted(page, kFramesUntilStill);
  } },
  { name: "settings", path: () => "/", script: spectatorScript, answers: homeOnAir, ready: async (page) => {
    await stepUntil(page.locator("a.room canvas").first());
    await page.locator("#settings").click();
    await page.locator("dialog.settings").waitFor();
  } },
  { name: "play", path: () => "/play?wins=3", script: playerScript, answers: ownMatch, ready: fieldIsShown },
  { name: "result", path: () => "/play?wins=3", script: endScript, answers: ownMatch, ready: async (page) => {
    await fieldIsShown(page);
    await stepUntil(page.locator(".after_game a").first());
  } },
  { name: "watch", path: () => `/watch/${kFeaturedMatch}`, script: spectatorScript, answers: featuredOnAir,
    ready: fieldIsShown },
  { name: "tv", path: () => "/tv", script: spectatorScript, answers: allOnAir, ready: async (page) => {
    await stepUntil(page.locator(".wall_card").first());
    await stepAsPainted(page, kFramesUntilStill);
  } },
  { name: "replay", path: ({ featured: { address, game } }) =>
    `/replay/?record=${encodeURIComponent(address)}#frame=${game.longestChain.frame}`, isLong: true,
    ready: async (page) => {
      await fieldIsShown(page);
      await stepUntil(page.locator(".missed_progress"), "hidden");
    } },
  { name: "missed", path: ({ featured: { address } }) => `/replay/?record=${encodeURIComponent(address)}`,
    ready: async (page) => {
      await fieldIsShown(page);
      await stepUntil(page.locator(".missed_progress"), "hidden");
      await page.locator("#missed_title").evaluate((title) => title.scrollIntoView());
    } },
  { name: "train", path: () => `/train?p=${kProblem}`, isLong: true, ready: fieldIsShown },
  { name: "practice", path: ({ featured: { game } }) => {
    const { frame, seat } = game.longestChain;
    return `/practice?url=${encodeURIComponent(game.positionUrl(frame - 300, seat))}`;
  }, ready: pairIsShown },
  { name: "how_to_play", path: () => "/how-to-play", isLong: true, ready: async (page) => {
    await page.locator(".how_turn .side_board").waitFor({ state: "attached" });
    await stepAsPainted(page, kFramesUntilTaught);
  } },
  { name: "league", path: () => "/league", isLong: true },
  { name: "tournament", path: () => `/league/${kTournament}`, isLong: true },
  { name: "player", path: () => `/league/${kTournament}/players/champion`, isLong: true },
  { name: "organise", path: () => "/organise", answerApi: answerOrganiser, isLong: true,
    ready: (page) => stepUntil(page.locator(".organise_cards li").first()) },
  { name: "organise_new", path: () => "/organise?new=1", answerApi: answerOrganiser, isLong: true,
    ready: (page) => stepUntil(page.locator("form")) },
  { name: "organise_cup", path: () => `/organise?tournament=${kOrganised}`, answerApi: answerOrganiser, isLong: true,
    ready: (page) => stepUntil(page.locator(".organise_log li").first()) },
  { name: "organise_ask", path: () => `/organise?tournament=${kOrganised}`, answerApi: answerOrganiser,
    ready: async (page) => {
      const row = page.locator(".organise_row", { hasText: "champion" }).first();
      await stepUntil(row);
      await row.locator("summary").click();
      await row.locator("[data-act=disqualify]").click();
      await stepUntil(page.locator("dialog"));
    } },
  { name: "look", path: () => "/look", isLong: true },
  { name: "not_found", path: () => "/nothing" },
];

/** Puts the script of a page in place of the game line. @param {Page} page @param {ShownPage} shownPage
 * @param {Shown} shown @returns {Promise<() => Promise<void>>} waits until the page has the answers of its game line */
export async function preparePage(page, { script, answers, answerApi }, shown) {
  const line = script ? await playServer(page, script(shown)) : null;
  // The server's list of finished games depends on when they ended.
  await page.route("**/api/v1/games?*", (route) => route.fulfill({ json: { games: recentGames(shown) } }));
  await page.route("**/api/v1/matches/*", (route) => route.fulfill({ json: { games: [] } }));
  // A record of a tournament has its own address, and the panel after a match asks for that of a single match.
  await page.route(`**/api/v1/records/${kFeaturedRecord}`, async (route) => {
    const url = new URL(shown.featured.address, route.request().url()).href;
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await answerApi?.(page);
  return async () => {
    const awaited = answers?.(shown);
    if (awaited) await line?.hasAnswered(awaited.kind, awaited.count);
  };
}

/** @param {Shown} shown */
function recentGames({ featured, others }) {
  return [featured, ...others].slice(0, 6).map(({ game }, i) =>
    ({ record: i + 1, players: game.names, winner: (i % 2) + 1, cause: "choked" }));
}
