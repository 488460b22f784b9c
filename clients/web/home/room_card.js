// A match that is being played, small: a link to where it is watched.

import { el, setText } from "../base/dom.js";
import { drawBoard, kBoardColumns, kBoardRows } from "../draw/board.js";
import { t } from "../text/text.js";

/** @import {Look} from "../draw/look.js" */
/** @import {SideScene} from "../draw/scene.js" */
/** @import {LobbyMatch, Side} from "../net/wire.js" */

/** Of a cell, in pixels. */
const kCell = 9;

export class RoomCard {
  /** @param {LobbyMatch} match */
  constructor(match) {
    this.boards_ = [0, 1].map(() => el("canvas", { class: "room_board", "aria-hidden": "true" }));
    this.names_ = el("span", { class: "room_names" });
    this.game_ = el("span", { class: "dim" });
    this.fields_ = el("span", { class: "room_fields", hidden: true }, ...this.boards_);
    this.root = el("a", { class: "card room", href: `/watch/${match.match}` }, this.fields_, this.names_, this.game_);
  }

  /** @param {LobbyMatch} match */
  write(match) {
    setText(this.names_, `${match.players?.[0] ?? ""} – ${match.players?.[1] ?? ""}`);
    setText(this.game_, t("watch.game", { n: match.game ?? 1 }));
  }

  /** @param {[Side, Side]} sides @param {Look} look */
  draw(sides, look) {
    this.fields_.hidden = false;
    const cell = Math.round(kCell * (window.devicePixelRatio || 1));
    this.boards_.forEach((board, seat) => {
      const [width, height] = [Math.ceil(cell * kBoardColumns), Math.ceil(cell * kBoardRows)];
      if (board.width !== width) Object.assign(board, { width, height });
      const ctx = board.getContext("2d");
      if (ctx) drawBoard(ctx, sceneOf(sides[seat]), look);
    });
  }
}

/** Makes a scene with only the parts of a side that show at this size. @param {Side} side @returns {SideScene} */
function sceneOf({ cells, phase }) {
  return {
    cells, phase, progress: 0, vanishing: new Uint8Array(cells.length), current: null, falling: null, landing: [],
    next: [], pending: 0, fixed: 0, score: 0, link: 0, linkScore: null, allClear: false, name: "", wins: 0,
  };
}
