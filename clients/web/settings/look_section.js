// How the fields look, with a preview.

import { el } from "../base/dom.js";
import { kColours, kGarbage } from "../draw/grid.js";
import { kFieldColour, lookOf } from "../draw/look.js";
import { kPaletteColours } from "../draw/palette.js";
import { Sprites } from "../draw/sprites.js";
import { t } from "../text/text.js";
import { checkbox, choice, colour, section } from "./fields.js";

/** @import {LookSettings, Settings} from "../base/settings.js" */

const kPreviewCell = 64;

/** @param {Settings} settings */
export function lookSection(settings) {
  const preview = el("canvas", {
    class: "settings_preview", width: kPreviewCell * 6, height: kPreviewCell, role: "img",
    "aria-label": t("settings.preview"),
  });
  /** @param {Partial<LookSettings>} parts */
  const change = (parts) => {
    settings.change({ look: { ...settings.value.look, ...parts } });
    own.hidden = settings.value.look.palette !== "own";
    drawPreview(preview, settings.value.look);
  };
  const { look } = settings.value;
  const own = el(
    "div",
    { class: "settings_colours", hidden: look.palette !== "own" },
    ...kPaletteColours.map((name) =>
      colour(t(`settings.colour_${name}`), look.own[name], (value) => {
        change({ own: { ...settings.value.look.own, [name]: value } });
      }),
    ),
  );
  drawPreview(preview, look);
  return section(
    t("settings.look"),
    preview,
    choice(
      t("settings.palette"),
      [
        { value: "usual", text: t("settings.palette_usual") },
        { value: "deuteranopia", text: t("settings.palette_deuteranopia") },
        { value: "contrast", text: t("settings.palette_contrast") },
        { value: "own", text: t("settings.palette_own") },
      ],
      look.palette,
      (palette) => change({ palette }),
    ),
    own,
    checkbox(t("settings.shapes"), look.shapes, (shapes) => change({ shapes })),
    checkbox(t("settings.letters"), look.letters, (letters) => change({ letters })),
    checkbox(t("settings.landing"), look.landing, (landing) => change({ landing })),
    choice(
      t("settings.motion"),
      [
        { value: "system", text: t("settings.motion_system") },
        { value: "reduced", text: t("settings.motion_reduced") },
        { value: "full", text: t("settings.motion_full") },
      ],
      look.motion,
      (motion) => change({ motion }),
    ),
  );
}

/** @param {HTMLCanvasElement} canvas @param {LookSettings} look */
function drawPreview(canvas, look) {
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  ctx.fillStyle = kFieldColour;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const sprites = new Sprites(lookOf(look, false), kPreviewCell);
  [...kColours, kGarbage].forEach((cell, i) => sprites.draw(ctx, cell, 0, i * kPreviewCell, 0));
}
