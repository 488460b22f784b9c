// What the server says to the organiser's page in the pictures of it: a tournament in the middle of its games.

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../../../clients/web/organise/tournament.js").Entry} Entry */
/** @typedef {import("../../../../clients/web/organise/tournament.js").Report} Report */
/** @typedef {import("../../../../clients/web/organise/tournament.js").Summary} Summary */

export const kOrganised = "autumn-open";

/** @param {Partial<Summary> & {id: string, name: string, state: Summary["state"]}} given @returns {Summary} */
const summary = (given) => ({
  players: 6, starts: null, why_failed: null, storage_error: null, games: 0, most_games: 60, running: 0, awaited: [],
  awaited_returns: [],
  ...given,
});

const kTournaments = [
  summary({ id: kOrganised, name: "Autumn open", state: "running", games: 23, running: 2, awaited: ["bob"] }),
  summary({ id: "autumn-ladder", name: "Autumn ladder", state: "paused", players: 9, most_games: null, games: 412 }),
  summary({ id: "autumn-final", name: "Autumn final", state: "paused", players: 4, most_games: 9 }),
  summary({ id: "autumn-trial", name: "Autumn trial", state: "over", games: 60 }),
];

/** @type {Report} */
const kReport = {
  ...kTournaments[0], games_played: 23,
  standings: [
    { player: "champion", points: 7.5, games: 8 }, { player: "gaze", points: 6, games: 8 },
    { player: "ann", points: 5, games: 8 }, { player: "bob", points: 0, games: 0 },
    { player: "deep thought", points: 2, games: 6, benched: true, why_benched: "withdrawn: broken" },
    { player: "greedy", points: 1, games: 8, benched: true, disqualified: "wrong version" },
  ],
  running_games: [{ game: "12-0", match: 7, players: ["champion", "gaze"] }],
};

const kGames = [
  { game: "11-1", stage: 1, players: ["gaze", "ann"], winner: "gaze", cause: "choked" },
  { game: "11-0", stage: 1, players: ["gaze", "ann"], winner: "ann", cause: "choked" },
  { game: "10-1", stage: 1, players: ["champion", "ann"], winner: "champion", cause: "resigned" },
];

/** @param {number} number @param {string} act @param {string} target @param {string} why @returns {Entry} */
const entry = (number, act, target, why) =>
  ({ number, time: `2026-11-28T15:0${number}:00Z`, actor: "olga", role: "organiser", act, target, why });

const kEntries = [
  entry(5, "tournament disqualify", `${kOrganised}: player greedy`, "wrong version"),
  entry(4, "tournament annul refused", `${kOrganised}: game 3-0`, "a player of the game takes no further part"),
  entry(3, "tournament withdraw", `${kOrganised}: player deep thought`, "broken"),
  entry(2, "tournament resume", kOrganised, ""),
  entry(1, "tournament started", kOrganised, ""),
];

const kAccount = {
  account: 4, name: "olga", role: "organiser", tournaments: ["autumn-*"], manages: kTournaments.map(({ id }) => id),
};

/** Signs the page in, and answers its questions. @param {Page} page */
export async function answerOrganiser(page) {
  await page.addInitScript(() => localStorage.setItem("rensa.account_token", "token"));
  /** @type {Record<string, object>} */
  const answers = {
    "account": kAccount,
    "tournaments": { tournaments: kTournaments },
    "registrations": { registrations: [
      { registration: 3, name: "bob", address: "192.0.2.7", made: "2026-11-28T14:30:00Z" }] },
    [`tournaments/${kOrganised}`]: kReport,
    [`tournaments/${kOrganised}/games`]: { games: kGames, before: 10 },
    [`tournaments/${kOrganised}/audit`]: { entries: kEntries },
  };
  for (const [path, json] of Object.entries(answers)) {
    await page.route((url) => url.pathname === `/api/v1/${path}`, (route) => route.fulfill({ json }));
  }
}
