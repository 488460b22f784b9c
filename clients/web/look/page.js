// The page that shows every component in all its states, so that a change of the look is seen in one place.

import { el, requireElement } from "../base/dom.js";
import { startPage } from "../base/start_page.js";
import { emblemSvg } from "../draw/emblem.js";
import { drawTray, kMaxTrayIcons } from "../draw/garbage_tray.js";
import { kColours, kGarbage } from "../draw/grid.js";
import { kFieldColour, kPalettes, kUsualLook } from "../draw/look.js";
import { SideView } from "../draw/side_view.js";
import { Sprites } from "../draw/sprites.js";
import { t } from "../text/translation.js";
import { afterGameParts } from "./after_game_parts.js";
import { kFieldStates } from "./field_states.js";
import { tournamentParts, watchingParts } from "./watching_parts.js";

/** @import {Look} from "../draw/look.js" */

const kNames = ["random", "greedy", "potential", "template", "joseki", "bestfirst", "gaze", "champion", "Ada", "Bruno", "りんご",
  "そら", "Mika", "zed", "guest-1", "guest-2", "Ω"];
const kTokens = ["back", "back_deep", "glow", "surface", "surface_raised", "line", "control", "text", "dim", "accent",
  "primary", "danger", "good", "seat_own", "seat_other", "field", "field_frame"];
const kTrayAmounts = [1, 6, 30, 180, 360, 720, 1266];
const kCellPixels = 64;

const page = startPage();
requireElement("#faces", HTMLElement).append(...kNames.map((name) =>
  el("span", { class: "look_face" }, emblemSvg(name), el("span", { text: name }))));
requireElement("#tokens", HTMLElement).append(...kTokens.map(tokenPatch));
const sides = Object.values(kFieldStates).map(({ scene, standing }) => ({ view: new SideView("own"), scene, standing }));
requireElement("#fields", HTMLElement).append(
  ...sides.map(({ view }) => el("figure", { class: "look_scene" }, view.root)));
page.settings.subscribe(() => {
  requireElement("#controls", HTMLElement).replaceChildren(...controlsInAllStates());
  requireElement("#after_game", HTMLElement).replaceChildren(...afterGameParts(page.look()));
  requireElement("#watching", HTMLElement).replaceChildren(...watchingParts(page.look()));
  drawAll();
});
requireElement("#brackets", HTMLElement).append(...tournamentParts());
// The canvases get their size after the first layout.
new ResizeObserver(() => requestAnimationFrame(drawAll)).observe(requireElement("#fields", HTMLElement));

/** @param {string} token */
function tokenPatch(token) {
  const patch = el("span", { class: "look_patch" });
  patch.style.background = `var(--${token})`;
  return el("span", { class: "look_token" }, patch, el("code", { text: token }));
}

function controlsInAllStates() {
  const button = (/** @type {object} */ given) => el("button", { type: "button", text: t("home.play"), ...given });
  return [
    button({ class: "primary large" }), button({ class: "primary" }), button({}), button({ "aria-pressed": "true" }),
    button({ disabled: true }), el("input", { type: "text", value: "Ada", "aria-label": t("settings.name") }),
    el("select", { "aria-label": t("home.opponent") }, el("option", { text: "gaze" })),
    el("label", {}, el("input", { type: "checkbox", checked: true }), ` ${t("settings.landing")}`),
    el("label", {}, `${t("settings.master")} `, el("input", { type: "range" })),
    el("a", { href: "#main", text: t("play.replay") }), el("span", { class: "danger", text: t("play.lost") }),
  ];
}

function drawAll() {
  const look = page.look();
  for (const { view, scene, standing } of sides) view.draw(scene, look, { standing, owner: "none" });
  requireElement("#cells", HTMLElement).replaceChildren(
    ...Object.values(kPalettes).map((palette) => cellsPicture({ ...kUsualLook, palette })),
    cellsPicture({ ...kUsualLook, shapes: false }), cellsPicture({ ...kUsualLook, letters: true }));
  requireElement("#trays", HTMLElement).replaceChildren(...kTrayAmounts.map((amount) => trayPicture(amount, look)));
}

/** @param {Look} look */
function cellsPicture(look) {
  const cells = [...kColours, kGarbage];
  const size = { width: kCellPixels * cells.length, height: kCellPixels };
  const canvas = el("canvas", { class: "look_cells", role: "img", "aria-label": t("settings.preview"), ...size });
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.fillStyle = kFieldColour;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const sprites = new Sprites(look, kCellPixels);
  cells.forEach((cell, i) => sprites.draw(ctx, cell, 0, i * kCellPixels, 0));
  return canvas;
}

/** @param {number} amount @param {Look} look */
function trayPicture(amount, look) {
  const size = { width: kCellPixels * kMaxTrayIcons, height: kCellPixels };
  const canvas = el("canvas", { class: "look_tray", role: "img", "aria-label": String(amount), ...size });
  drawTray(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), amount, look);
  return canvas;
}
