// The dialog of the settings. A change takes effect at once, and closing the dialog changes nothing.

import { el } from "../base/dom.js";
import { kMaxNameCharacters } from "../base/settings.js";
import { kColours, kGarbage } from "../draw/grid.js";
import { kFieldColour, kPaletteColours, lookOf } from "../draw/look.js";
import { Sprites } from "../draw/sprites.js";
import { kArrRange, kDasRange } from "../input/frame_keys.js";
import { t } from "../text/translation.js";
import { checkbox, choiceField, colourField, section, slider, textField } from "./fields.js";
import { keySection } from "./key_section.js";

/** @import {LookSettings, Settings, SettingsValue} from "../base/settings.js" */

/**
 * Opens the settings over the page. The focus goes back to where it was when they are closed.
 * @param {Settings} settings
 * @returns {HTMLDialogElement}
 */
export function openSettings(settings) {
  const dialog = el("dialog", { class: "settings", "aria-labelledby": "settings_title" });
  let { language } = settings.value;
  dialog.append(...dialogContents(settings, dialog));
  const unsubscribe = settings.subscribe((value) => {
    if (value.language === language) return;
    language = value.language;
    dialog.replaceChildren(...dialogContents(settings, dialog));
    /** @type {?HTMLElement} */ (dialog.querySelector("[data-section=person] select"))?.focus();
  });
  dialog.addEventListener("close", () => {
    unsubscribe();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {Settings} settings @param {HTMLDialogElement} dialog */
function dialogContents(settings, dialog) {
  const sections = [soundSection(settings), lookSection(settings), personSection(settings), keySection(settings),
    repeatSection(settings)];
  const body = el("div", { class: "settings_body" }, ...sections);
  const close = el("button", { type: "button", text: t("common.close"), on: { click: () => dialog.close() } });
  const title = el("h2", { id: "settings_title", text: t("settings.title") });
  return [
    el("header", { class: "settings_head" }, title, close),
    railOf(body, sections),
    body,
  ];
}

/** Makes a button for each section, which scrolls to it. The one whose section is at the top is marked.
 * @param {HTMLElement} body @param {HTMLFieldSetElement[]} sections */
function railOf(body, sections) {
  const buttons = sections.map((section) => {
    const text = section.querySelector("legend")?.textContent ?? "";
    return el("button", { type: "button", text, on: { click: () => section.scrollIntoView({ block: "start" }) } });
  });
  const markTop = () => {
    const { top, bottom } = body.getBoundingClientRect();
    const isAtEnd = body.scrollTop > 0 && body.scrollTop + body.clientHeight >= body.scrollHeight - 1;
    const after = sections.findIndex((section) => section.getBoundingClientRect().bottom > top + (bottom - top) / 4);
    const shown = isAtEnd || after < 0 ? sections.length - 1 : after;
    buttons.forEach((button, i) => button.setAttribute("aria-current", String(i === shown)));
  };
  body.addEventListener("scroll", markTop);
  buttons[0]?.setAttribute("aria-current", "true");
  return el("nav", { class: "settings_rail", "aria-label": t("settings.sections") }, ...buttons);
}

/** @param {Settings} settings */
function repeatSection(settings) {
  const { das, arr } = settings.value.repeat;
  const frames = (/** @type {number} */ n) => t("settings.frames", { n });
  /** @param {Partial<SettingsValue["repeat"]>} parts */
  const change = (parts) => settings.change({ repeat: { ...settings.value.repeat, ...parts } });
  return section(
    t("settings.repeat"),
    slider(t("settings.das"), { ...kDasRange, step: 1, value: das }, frames, (value) => change({ das: value })),
    slider(t("settings.arr"), { ...kArrRange, step: 1, value: arr }, frames, (value) => change({ arr: value })),
    el("p", { class: "settings_hint", text: t("settings.repeat_hint") }),
  );
}

/** @param {Settings} settings */
function soundSection(settings) {
  const { master, effects, music, muted } = settings.value.sound;
  const percent = (/** @type {number} */ volume) => t("settings.percent", { n: Math.round(volume * 100) });
  const unit = { least: 0, most: 1, step: 0.05 };
  /** @param {Partial<SettingsValue["sound"]>} parts */
  const change = (parts) => settings.change({ sound: { ...settings.value.sound, ...parts } });
  return section(
    t("settings.sound"),
    slider(t("settings.master"), { ...unit, value: master }, percent, (value) => change({ master: value })),
    slider(t("settings.effects"), { ...unit, value: effects }, percent, (value) => change({ effects: value })),
    slider(t("settings.music"), { ...unit, value: music }, percent, (value) => change({ music: value })),
    checkbox(t("settings.muted"), muted, (value) => change({ muted: value })),
  );
}

/** @param {Settings} settings */
function personSection(settings) {
  const { language, name } = settings.value;
  const fields = section(
    t("settings.person"),
    choiceField(
      t("settings.language"),
      [
        { value: "system", text: t("settings.language_system") },
        // Each language is listed by its own name for itself.
        { value: "en", text: "English" },
        { value: "ja", text: "日本語" },
      ],
      language,
      (value) => settings.change({ language: value }),
    ),
    textField(
      t("settings.name"),
      { value: name, longest: kMaxNameCharacters, hint: t("settings.name_hint") },
      (value) => settings.change({ name: value }),
    ),
  );
  fields.dataset.section = "person";
  return fields;
}

const kPreviewCellPixels = 64;

/** The settings of how fields look, with a preview. @param {Settings} settings */
export function lookSection(settings) {
  const preview = el("canvas", {
    class: "settings_preview", width: kPreviewCellPixels * 6, height: kPreviewCellPixels, role: "img",
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
      colourField(t(`settings.colour_${name}`), look.own[name], (value) => {
        change({ own: { ...settings.value.look.own, [name]: value } });
      }),
    ),
  );
  drawPreview(preview, look);
  return section(
    t("settings.look"),
    preview,
    choiceField(
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
    choiceField(
      t("settings.scheme"),
      [
        { value: "usual", text: t("settings.scheme_usual") },
        { value: "light", text: t("settings.scheme_light") },
        { value: "dark", text: t("settings.scheme_dark") },
      ],
      look.scheme,
      (scheme) => change({ scheme }),
    ),
    choiceField(
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
  const sprites = new Sprites(lookOf(look, false), kPreviewCellPixels);
  [...kColours, kGarbage].forEach((cell, i) => sprites.draw(ctx, cell, 0, i * kPreviewCellPixels, 0));
}
