// The texts of the page that teaches the rules, which adds them to those of texts.js: its parts take `t`
// from here.

import { addTexts } from "./translation.js";

export { t } from "./translation.js";

/** @satisfies {Record<string, Record<"en"|"ja", string>>} */
export const kHowToPlayTexts = {
  "how.stop": { en: "Stop the boards", ja: "動きを止める" },
  "how.go_on": { en: "Let the boards move", ja: "動かす" },
  "how.you": { en: "You", ja: "自分" },
  "how.rival": { en: "Rival", ja: "相手" },
  "how.points": { en: "Link {n}: +{points}", ja: "{n} 連鎖目：+{points}" },

  "how.move_title": { en: "Move, turn, drop", ja: "動かす・回す・落とす" },
  "how.move": {
    en: "Puyos come in pairs: you move each pair sideways, turn it and drop it.",
    ja: "ぷよは 2 つ組で落ちてきます。左右に動かし、回して、落とします。",
  },
  "how.move_picture": {
    en: "A pair goes left and right, turns twice, and drops to the floor.",
    ja: "組ぷよが左右に動き、2 回まわって、床まで落ちます。",
  },
  "how.vanish_title": { en: "Four vanish", ja: "4 つで消える" },
  "how.vanish": {
    en: "Four or more of one colour vanish when they touch side by side or one above the other.",
    ja: "同じ色が上下左右に 4 つ以上つながると消えます。",
  },
  "how.vanish_picture": {
    en: "Three red puyos lie side by side. A fourth one comes beside them, and all four vanish.",
    ja: "赤ぷよが 3 つ並んでいます。4 つ目が横に付くと、4 つとも消えます。",
  },
  "how.chain_title": { en: "Chains", ja: "連鎖" },
  "how.chain": {
    en: "What lies above falls. If four touch again, that is a chain, and each link is worth more.",
    ja: "上のぷよが落ちてまた 4 つつながると連鎖です。続くほど得点が増えます。",
  },
  "how.chain_picture": {
    en: "Four blue puyos vanish: link 1, 40 points. A red one falls onto three others, and these four vanish: link 2, 320 points.",
    ja: "青ぷよが 4 つ消えます。1 連鎖目、40 点です。上の赤ぷよが落ちて 4 つになり、これも消えます。2 連鎖目、320 点です。",
  },
  "how.clear_title": { en: "All clear", ja: "全消し" },
  "how.clear": {
    en: "If you empty your field, your next chain sends thirty more garbage.",
    ja: "フィールドを空にすると、次の連鎖でおじゃまを 30 個多く送れます。",
  },
  "how.clear_picture": {
    en: "A pair completes four red and four blue puyos. All vanish, and the field is empty.",
    ja: "赤も青も 4 つそろってすべて消え、フィールドが空になります。",
  },
  "how.attack_title": { en: "Attack and answer", ja: "攻撃と相殺" },
  "how.attack": {
    en: "A chain sends garbage to your rival. It waits above the field, and a chain of the rival's own cancels it.",
    ja: "連鎖するとおじゃまぷよが相手に送られ、フィールドの上で待ちます。相手も連鎖すれば相殺できます。",
  },
  "how.attack_picture": {
    en: "The left field fires a chain of two: five garbage wait above the right one. The right field fires a chain of two as well, and the five are gone.",
    ja: "左が 2 連鎖し、右の上におじゃまが 5 個たまります。右も 2 連鎖して、5 個とも打ち消します。",
  },
  "how.garbage_title": { en: "Garbage", ja: "おじゃまぷよ" },
  "how.garbage": {
    en: "What is not cancelled falls. The grey ones have no colour: they vanish beside a group that vanishes.",
    ja: "相殺されない分は落ちてきます。灰色のおじゃまは、となりのぷよが消えると一緒に消えます。",
  },
  "how.garbage_picture": {
    en: "A row of six garbage falls. Then four red puyos vanish, and with them the three garbage that touch them.",
    ja: "おじゃまが 6 個、横一列に落ちます。赤ぷよが 4 つ消えると、触れていた 3 個も消えます。",
  },
  "how.lost_title": { en: "Lost at the cross", ja: "× が埋まると負け" },
  "how.lost": {
    en: "The cross marks the top of the third column: whose puyos rest there has lost.",
    ja: "左から 3 列目の一番上、× の印のマスが埋まると負けです。",
  },
  "how.lost_picture": {
    en: "A pair comes to rest on the marked cell at the top of the third column, and the game is lost.",
    ja: "3 列目の一番上の × のマスにぷよが置かれ、負けになります。",
  },

  "how.turn_title": { en: "Your turn", ja: "やってみよう" },
  "how.turn": {
    en: "Move the pair to the right edge and drop it: it sets off a chain of three.",
    ja: "組ぷよを右端まで動かして落としましょう。3 連鎖になります。",
  },
  "how.turn_missed": {
    en: "Nothing vanished. The pair is back at the top: bring it to the right edge.",
    ja: "消えませんでした。もう一度、右端に置いてみましょう。",
  },
  "how.turn_fired": { en: "A chain of {n}! Now you know how to play.", ja: "{n} 連鎖！これで遊び方はばっちりです。" },
  "how.turn_field": { en: "Your field, with one pair to place", ja: "自分のフィールド（置く組は 1 つ）" },
  "how.again": { en: "Again", ja: "もう一度" },
};

addTexts(kHowToPlayTexts);
