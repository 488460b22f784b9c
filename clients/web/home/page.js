// The start page. It leads people into a game, and shows running matches and the replays of recent games.

import { el, requireElement, setText } from "../base/dom.js";
import { fetchJson } from "../base/fetch_json.js";
import { startPage } from "../base/start_page.js";
import { emblemSvg } from "../draw/emblem.js";
import { Connection, serverUrl, shownConnectionState } from "../net/connection.js";
import { loadEngine } from "../rules/engine.js";
import { pairOfNames } from "../text/names.js";
import { t } from "../text/translation.js";
import { FeaturedChoice } from "./featured_choice.js";
import { FeaturedMatch } from "./featured_match.js";
import { MatchList } from "./match_list.js";
import { OpponentCards } from "./opponent_cards.js";
import { PlayCard } from "./play_card.js";
import { ScoreBook } from "./score_book.js";

const kAskForLobbyEveryMs = 3000;
const kMaxRecentGames = 6;

const page = startPage();
const playCard = new PlayCard();
const scores = new ScoreBook(() => window.localStorage);
const opponents = new OpponentCards(requireElement("#opponents", HTMLElement), scores);
const featured = new FeaturedMatch(requireElement("#featured", HTMLElement), page.look);
const featuredChoice = new FeaturedChoice();
const place = { list: requireElement("#rooms", HTMLElement), emptyText: requireElement("#no_rooms", HTMLElement) };
const matchList = new MatchList(place, (message) => connection.send(message), page.look);
/** @type {RecentGame[]} */
let recentGames = [];
/** The state of the connection as it is shown. @type {import("../net/connection.js").ConnectionState} */
let shownState = "connecting";

/** @type {Connection} */
const connection = new Connection({
  url: serverUrl(window.location),
  hello: () => ({}),
  onMessage: (message) => {
    featuredChoice.receive(message, matchList.watched, performance.now());
    featured.show(featuredChoice.number);
    matchList.receive(message, featuredChoice.running, featured.number);
    featured.receive(message);
    if (!message.lobby) return;
    playCard.showOpponents(message.lobby.open ?? []);
    opponents.showOpponents(message.lobby.open ?? []);
  },
  onStateChange: (state) => {
    shownState = shownConnectionState(shownState, state);
    writeTexts();
    featuredChoice.forgetWaits();
    if (state !== "open") return;
    matchList.forgetWatched();
    askForLobby();
  },
});

function askForLobby() {
  if (!document.hidden) connection.send({ listLobby: {} });
}

function writeTexts() {
  playCard.writeTexts();
  opponents.writeTexts();
  featured.writeTexts();
  matchList.writeTexts();
  showRecentGames(requireElement("#recent", HTMLElement), recentGames);
  setText(requireElement("#line", HTMLElement), shownState === "lost" || shownState === "refused" ? t("watch.lost") : "");
}

requireElement("#how_link", HTMLElement).hidden = scores.hasGames;
page.settings.subscribe(writeTexts);
window.setInterval(askForLobby, kAskForLobbyEveryMs);
document.addEventListener("visibilitychange", () => (document.hidden ? matchList.stopWatching() : askForLobby()));
// Without the rules the first page still leads into games, but its fields stay empty.
void loadEngine().then((engine) => featured.useEngine(engine), () => undefined);
recentGames = await loadRecentGames();
requireElement("#recent_box", HTMLElement).hidden = recentGames.length === 0;
writeTexts();

/**
 * A game in the answer of the API; winner: 1 or 2, null: no winner.
 * @typedef {{record: number, players: [string, string], winner: ?number, cause: string}} RecentGame
 */

/** @returns {Promise<RecentGame[]>} */
export async function loadRecentGames() {
  return (await fetchJson(`/api/v1/games?limit=${kMaxRecentGames}`))?.games ?? [];
}

/** @param {RecentGame} game */
function resultText({ players, winner, cause }) {
  if (cause === "voided") return t("play.void");
  return winner ? t("home.winner", { name: players[winner - 1] }) : t("play.drawn");
}

/** @param {HTMLElement} list @param {RecentGame[]} games */
export function showRecentGames(list, games) {
  list.replaceChildren(
    ...games.map((game) => {
      const names = pairOfNames(game.players);
      const replay = el("a", { href: `/replay/${game.record}`, text: names });
      const faces = el("span", { class: "faces" }, ...game.players.map((player) => emblemSvg(player)));
      if (game.winner) faces.children[2 - game.winner].classList.add("is_beaten");
      const result = el("span", { class: "dim", text: resultText(game) });
      return el("li", { class: "card home_game" }, faces, replay, result);
    }),
  );
}
