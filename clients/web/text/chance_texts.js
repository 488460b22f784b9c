// The texts about the chance to win, in both languages, by the rules of texts.js. The pages of running games and of replays
// load them.

import { addTexts } from "./translation.js";

export { t } from "./translation.js";

/** @satisfies {Record<string, Record<"en"|"ja", string>>} */
export const kChanceTexts = {
  "chance.title": { en: "Chance to win", ja: "勝率予想" },
  "chance.percent": { en: "{percent} %", ja: "{percent}%" },
  "chance.leads": { en: "{name} leads: {percent} %", ja: "{name} が優勢：{percent}%" },
  "chance.even": { en: "Both players are even: 50 %", ja: "互角：50%" },
  "chance.turning_points": { en: "Turning points", ja: "勝負の分かれ目" },
  "chance.how": {
    en: "Where the estimated chance to win changed most within one hand",
    ja: "1 手のあいだに勝率予想が最も大きく動いた場面",
  },
  "chance.searching": { en: "The chances are being estimated…", ja: "勝率を予想しています…" },
  "chance.failed": { en: "This browser cannot estimate the chances.", ja: "このブラウザーでは勝率を予想できません。" },
  "chance.none": { en: "There is no great change in this game.", ja: "この試合に大きな動きはありません。" },
  "chance.change": { en: "{name}: {before} % → {after} %", ja: "{name}：{before}% → {after}%" },
  "chance.see_label": { en: "See {place}: {change}", ja: "{place} を見る：{change}" },
};

addTexts(kChanceTexts);
