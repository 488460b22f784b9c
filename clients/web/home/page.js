// The start page leads people into a game at once, or to the games of others.

import { need, setText } from "../base/dom.js";
import { startPage } from "../base/page.js";
import { Connection, serverUrl } from "../net/connection.js";
import { openSettings } from "../settings/dialog.js";
import { t } from "../text/text.js";
import { PlayCard } from "./play_card.js";
import { loadRecent, showRecent } from "./recent.js";
import { RoomList } from "./room_list.js";

const kAskEveryMs = 3000;

const page = startPage();
need("#settings", HTMLElement).addEventListener("click", () => openSettings(page.settings));
const play = new PlayCard();
const place = { rooms: need("#rooms", HTMLElement), none: need("#no_rooms", HTMLElement) };
const rooms = new RoomList(place, (message) => connection.say(message), page.look);
/** @type {import("./recent.js").RecentGame[]} */
let recent = [];
let isLost = false;

/** @type {Connection} */
const connection = new Connection({
  url: serverUrl(window.location),
  hello: () => ({}),
  heard: (message) => {
    rooms.hear(message);
    if (message.lobby) play.show(message.lobby.open ?? []);
  },
  changed: (state) => {
    isLost = state === "lost" || state === "refused";
    write();
    if (state !== "open") return;
    rooms.reconnect();
    ask();
  },
});

function ask() {
  if (!document.hidden) connection.say({ listLobby: {} });
}

function write() {
  play.write();
  rooms.write();
  showRecent(need("#recent", HTMLElement), recent);
  setText(need("#line", HTMLElement), isLost ? t("watch.lost") : "");
}

page.settings.subscribe(write);
window.setInterval(ask, kAskEveryMs);
document.addEventListener("visibilitychange", () => (document.hidden ? rooms.rest() : ask()));
recent = await loadRecent();
need("#recent_box", HTMLElement).hidden = recent.length === 0;
write();
