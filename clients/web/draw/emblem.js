// Draws a face for each player, from nothing but the name: the same name has the same face on every page.

import { svg } from "../base/dom.js";

/** @import {Mood} from "./calls.js" */

/** @typedef {"round"|"drop"|"block"|"cat"|"bear"|"sprout"|"ghost"|"flame"} Body */
/** @typedef {"dots"|"ovals"|"happy"|"sleepy"|"stern"|"glasses"|"wink"|"single"|"crossed"} Eyes */
/** @typedef {"smile"|"open"|"flat"|"cat"|"fang"|"small"|"wavy"} Mouth */
/** @typedef {"none"|"cheeks"|"freckles"|"band"|"patch"} Extra */
/** light, dark: the colours of the body; badge: the colour behind it
 * @typedef {{light: string, dark: string, badge: string}} Tone */
/** @typedef {{tone: Tone, body: Body, eyes: Eyes, mouth: Mouth, extra: Extra}} Emblem */

/** @type {Tone[]} */
const kTones = [
  { light: "#ff7d5c", dark: "#c43a26", badge: "#ffe0b8" }, { light: "#ffc94f", dark: "#c9820f", badge: "#4b3d8f" },
  { light: "#67d481", dark: "#23874a", badge: "#fbe7a4" }, { light: "#5bb8f0", dark: "#1f6cb5", badge: "#ffd9cf" },
  { light: "#c08af0", dark: "#7038b5", badge: "#d7f3c8" }, { light: "#ff93b8", dark: "#c43f78", badge: "#cfe6ff" },
  { light: "#5fd6cf", dark: "#168a86", badge: "#55336b" }, { light: "#f2e6d0", dark: "#a38b64", badge: "#b2362b" },
  { light: "#8f97b8", dark: "#4a5078", badge: "#ffe08a" }, { light: "#b6d84a", dark: "#6d8a16", badge: "#3b3566" },
];
/** @type {Record<Body, string>} */
const kOutlines = {
  round: "M32 13C46 13 55 23 55 37 55 51 45 57 32 57 19 57 9 51 9 37 9 23 18 13 32 13Z",
  drop: "M31 6C35 17 55 22 55 39 55 51 45 57 32 57 19 57 9 51 9 39 9 24 26 19 31 6Z",
  block: "M19 13H45Q55 13 55 24V45Q55 57 44 57H20Q9 57 9 45V24Q9 13 19 13Z",
  cat: "M13 8 25 16Q32 14 39 16L51 8Q57 24 55 39C54 51 45 57 32 57 19 57 10 51 9 39 7 24 13 8 13 8Z",
  bear: "M15 22A8 8 0 1 1 26 14Q32 12 38 14A8 8 0 1 1 49 22C53 26 55 32 55 38 55 51 45 57 32 57 19 57 9 51 9 38 9 32 "
    + "11 26 15 22Z",
  sprout: "M32 17C46 17 55 26 55 39 55 51 45 57 32 57 19 57 9 51 9 39 9 26 18 17 32 17Z",
  ghost: "M10 57V34C10 19 19 10 32 10 45 10 54 19 54 34V57L46.5 51 39 57 32 51 25 57 17.5 51Z",
  flame: "M20 5C24 12 30 12 33 7 35 13 41 14 45 9 44 19 55 24 55 38 55 51 45 57 32 57 19 57 9 51 9 38 9 25 21 19 20 5Z",
};
const kBodies = /** @type {Body[]} */ (Object.keys(kOutlines));
/** @type {Eyes[]} */
const kEyes = ["dots", "ovals", "happy", "sleepy", "stern", "glasses", "wink", "single"];
/** @type {Mouth[]} */
const kMouths = ["smile", "open", "flat", "cat", "fang", "small"];
/** @type {Extra[]} */
const kExtras = ["none", "cheeks", "freckles", "band", "patch"];
const kInk = "#21142e";
/** Any other text would do as well: with this one, the players of the computer have faces that differ in all parts. */
const kSalt = "#67";

/** Returns a number of 32 bits that depends on all characters of the text (FNV-1a). @param {string} text */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Returns a function that gives a new number of 32 bits at each call, from this seed on. @param {number} seed */
function numbersFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

/** Returns the features of a player's face. @param {string} name @returns {Emblem} */
export function emblemOf(name) {
  const next = numbersFrom(hashOf(name + kSalt));
  /** @template T @param {T[]} choices */
  const choose = (choices) => choices[next() % choices.length];
  return {
    tone: choose(kTones), body: choose(kBodies), eyes: choose(kEyes), mouth: choose(kMouths), extra: choose(kExtras),
  };
}

/** Eyes and mouth of a mood, in place of those of the name.
 * @type {Record<Mood, {eyes?: Eyes, mouth?: Mouth}>} */
const kMoods = {
  calm: {},
  eager: { eyes: "stern", mouth: "open" },
  worried: { eyes: "ovals", mouth: "wavy" },
  glad: { eyes: "happy", mouth: "open" },
  beaten: { eyes: "crossed", mouth: "wavy" },
};

/** Makes the picture of a player's face. The name stands beside it, so that it is hidden from screen readers.
 * @param {string} name @param {Mood} [mood] @returns {SVGSVGElement} */
export function emblemSvg(name, mood = "calm") {
  const { tone, body, extra, ...features } = emblemOf(name);
  const { eyes, mouth } = { ...features, ...kMoods[mood] };
  const outline = { d: kOutlines[body] };
  return svg("svg", { viewBox: "0 0 64 64", class: "emblem", "aria-hidden": "true", focusable: "false" },
    svg("rect", { x: 1, y: 1, width: 62, height: 62, rx: 17, fill: tone.badge }),
    ...(body === "sprout" ? [line("M32 19V9M32 11C24 12 20 8 20 3 28 2 32 6 32 11 32 6 36 2 44 3 44 8 40 12 32 11Z",
      tone.dark, 2, tone.light)] : []),
    svg("path", { ...outline, fill: tone.light, stroke: kInk, "stroke-width": 5, "stroke-linejoin": "round",
      "paint-order": "stroke" }),
    svg("path", { d: "M9.5 40C11 52 20 57 32 57 44 57 53 52 54.5 40 50 47 42 50 32 50 22 50 14 47 9.5 40Z",
      fill: tone.dark, opacity: body === "ghost" ? 0 : 0.55 }),
    svg("ellipse", { cx: 20, cy: 24, rx: 5, ry: 2.6, transform: "rotate(-35 20 24)", fill: "#ffffff", opacity: 0.65 }),
    ...extraParts(extra, tone), ...eyeParts(eyes, tone), ...mouthParts(mouth),
    ...(mood === "worried" ? [line("M51 15C53 19 54.5 20.5 54.5 23A3.5 3.5 0 0 1 47.5 23C47.5 20.5 49 19 51 15Z", kInk, 1.6,
      "#8fdcff")] : []));
}

/** @param {string} d @param {string} stroke @param {number} width @param {string} [fill] */
function line(d, stroke, width, fill = "none") {
  return svg("path", { d, stroke, fill, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });
}

/** @param {number} x @param {number} y @param {number} radius @param {string} fill */
const dot = (x, y, radius, fill) => svg("circle", { cx: x, cy: y, r: radius, fill });

/** @param {number} x @param {number} y @param {number} radius */
const openEye = (x, y, radius) => [
  dot(x, y, radius, "#ffffff"), dot(x + 0.8, y + 0.8, radius * 0.58, kInk),
  dot(x - radius * 0.18, y - radius * 0.28, radius * 0.24, "#ffffff"),
];

/** @param {Eyes} eyes @param {Tone} tone @returns {SVGElement[]} */
function eyeParts(eyes, tone) {
  switch (eyes) {
    case "dots":
      return [dot(23, 34, 3.6, kInk), dot(41, 34, 3.6, kInk), dot(22, 32.5, 1.2, "#ffffff"),
        dot(40, 32.5, 1.2, "#ffffff")];
    case "ovals":
      return [...openEye(23, 34, 6.5), ...openEye(41, 34, 6.5)];
    case "happy":
      return [line("M17 36Q23 27 29 36M35 36Q41 27 47 36", kInk, 3.2)];
    case "sleepy":
      return [line("M17 33Q23 40 29 33M35 33Q41 40 47 33", kInk, 3.2)];
    case "stern":
      return [...openEye(23, 35, 5.5), ...openEye(41, 35, 5.5), line("M15 26 28 31M49 26 36 31", kInk, 3.6)];
    case "glasses":
      return [...openEye(22.5, 34, 5), ...openEye(41.5, 34, 5),
        svg("path", { d: "M13 34a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0M32 34a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0",
          fill: "none", stroke: tone.badge, "stroke-width": 5 }),
        line("M13 34a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0M32 34a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0",
          kInk, 2.4)];
    case "wink":
      return [...openEye(23, 34, 6.5), line("M35 35Q41 29 47 35", kInk, 3.2)];
    case "single":
      return [...openEye(32, 32, 9.5)];
    case "crossed":
      return [line("M18 29 28 38M28 29 18 38M36 29 46 38M46 29 36 38", kInk, 3.2)];
  }
}

/** @param {Mouth} mouth @returns {SVGElement[]} */
function mouthParts(mouth) {
  switch (mouth) {
    case "smile":
      return [line("M26 45Q32 50.5 38 45", kInk, 2.8)];
    case "open":
      return [line("M25 44H39Q38 52.5 32 52.5 26 52.5 25 44Z", kInk, 2.4, "#8c2b3c")];
    case "flat":
      return [line("M27 47H37", kInk, 2.8)];
    case "cat":
      return [line("M24 45Q28 50 32 45 36 50 40 45", kInk, 2.6)];
    case "fang":
      return [line("M25 45Q32 49.5 39 45", kInk, 2.6), line("M34 47 36.5 51.5 38.5 46", kInk, 1.6, "#ffffff")];
    case "wavy":
      return [line("M23 47.5Q26 43.5 29 47 32 50.5 35 47 38 43.5 41 47.5", kInk, 2.6)];
    case "small":
      return [svg("ellipse", { cx: 32, cy: 47, rx: 2.8, ry: 3.4, fill: kInk })];
  }
}

/** @param {Extra} extra @param {Tone} tone @returns {SVGElement[]} */
function extraParts(extra, tone) {
  switch (extra) {
    case "none":
      return [];
    case "cheeks":
      return [dot(15.5, 42, 4, "#ff6f7d"), dot(48.5, 42, 4, "#ff6f7d")];
    case "freckles":
      return [[14, 42], [18, 45], [16, 39], [50, 42], [46, 45], [48, 39]].map(([x, y]) => dot(x, y, 1.3, tone.dark));
    case "band":
      return [line("M12 25Q32 18 52 25", kInk, 7.5), line("M12 25Q32 18 52 25", tone.badge, 4)];
    case "patch":
      return [svg("ellipse", { cx: 41, cy: 34, rx: 11, ry: 12, fill: tone.dark, opacity: 0.5 })];
  }
}
