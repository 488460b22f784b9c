import assert from "node:assert/strict";
import { test } from "node:test";

import { kDefaultSettings } from "../../../../../clients/web/base/settings.js";
import {
  contrastRatio, kFieldColour, kPaletteColours, kPalettes, kUsualLook, lookOf, mixColours, parsePalette,
} from "../../../../../clients/web/draw/look.js";

test("every colour stands out from the field", () => {
  for (const [name, palette] of Object.entries(kPalettes)) {
    for (const colour of kPaletteColours) {
      assert.ok(contrastRatio(palette[colour], kFieldColour) >= 3, `${name} ${colour}`);
    }
  }
});

/**
 * A colour as deuteranopes see it: what they confuse becomes one number, after Viénot, Brettel and Mollon (1999).
 * @param {string} colour
 */
function seenWithoutGreen(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  const mixture = 0.29275 * r + 0.70725 * g;
  return [mixture, -0.02234 * r + 0.02234 * g + b].map((value) => Math.max(0, value) ** (1 / 2.2));
}

test("the palette for deuteranopes keeps its colours apart for them", () => {
  const palette = kPalettes.deuteranopia;
  const seen = kPaletteColours.map((name) => ({ name, at: seenWithoutGreen(palette[name]) }));
  for (const a of seen) {
    for (const b of seen.filter(({ name }) => name > a.name)) {
      const distance = Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]);
      assert.ok(distance > 0.2, `${a.name} and ${b.name}: ${distance}`);
    }
  }
});

test("a palette with anything that is no colour is refused", () => {
  assert.deepEqual(parsePalette({ ...kPalettes.contrast, more: 1 }), kPalettes.contrast);
  assert.equal(parsePalette({ ...kPalettes.contrast, red: "red" }), null);
  assert.equal(parsePalette({ ...kPalettes.contrast, red: "#12345" }), null);
  assert.equal(parsePalette({ ...kPalettes.contrast, red: "#123456;" }), null);
  assert.equal(parsePalette({ red: "#123456" }), null);
  assert.equal(parsePalette(null), null);
});

test("colours are mixed channel by channel", () => {
  assert.equal(mixColours("#000000", "#ff8000", 0.5), "#804000");
  assert.equal(mixColours("#123456", "#ffffff", 0), "#123456");
});

test("motion follows the system unless it was chosen", () => {
  const { look } = kDefaultSettings;
  assert.deepEqual(lookOf(look, false), kUsualLook);
  assert.equal(lookOf(look, true).reducesMotion, true);
  assert.equal(lookOf({ ...look, motion: "full" }, true).reducesMotion, false);
  assert.equal(lookOf({ ...look, motion: "reduced" }, false).reducesMotion, true);
});

test("an own palette is used when it is chosen", () => {
  const own = { ...kPalettes.usual, red: "#112233" };
  assert.equal(lookOf({ ...kDefaultSettings.look, own }, false).palette.red, kPalettes.usual.red);
  assert.equal(lookOf({ ...kDefaultSettings.look, own, palette: "own" }, false).palette.red, "#112233");
});
