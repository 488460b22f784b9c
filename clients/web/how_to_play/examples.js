// The examples of the page that teaches the rules: their fields, their pairs, and the keys that place them.

/**
 * colours: of the axis and the child; keys: what is pressed while the pair is under control, a sign for each eight
 * frames (keysOfScript)
 * @typedef {{colours: string, keys: string}} ScriptedPair
 */
/** field: a picture; fixed: the garbage that falls after the first pair
 * @typedef {{field: readonly string[], pairs: readonly ScriptedPair[], fixed?: number}} ExampleSide */
/**
 * still: the frame that is shown where nothing moves
 * @typedef {{name: "move"|"vanish"|"chain"|"clear"|"attack"|"garbage"|"lost", sides: readonly ExampleSide[],
 *   still: number}} Example
 */

/** In the order of the page. @type {readonly Example[]} */
export const kExamples = [
  {
    name: "move", still: 60,
    sides: [{ field: ["B....Y", "GB..RY"], pairs: [{ colours: "RG", keys: "..<..>..>..x..x..v" }] }],
  },
  {
    name: "vanish", still: 112,
    sides: [{ field: ["YRRR.G"], pairs: [{ colours: "RB", keys: "..>.>..v" }] }],
  },
  {
    name: "chain", still: 208,
    sides: [{ field: ["..R.B.", "..B.B.", "YGR.RY"], pairs: [{ colours: "RB", keys: "...>..v" }] }],
  },
  {
    name: "clear", still: 200,
    sides: [{ field: [".BBB..", ".RRR.."], pairs: [{ colours: "RB", keys: "..>.>..v" }] }],
  },
  {
    name: "attack", still: 200,
    sides: [
      { field: ["..P.G.", "..G.G.", "RBP.PB"], pairs: [{ colours: "PG", keys: "..>.v" }] },
      { field: ["....B.", "....Y.", "..Y.Y.", "RGB.BR"],
        pairs: [{ colours: "RG", keys: "..<.<...v" }, { colours: "BY", keys: ".....>....v" }] },
    ],
  },
  {
    name: "garbage", still: 285,
    sides: [{ field: ["R.....", "R..G..", "R.BGYY"], fixed: 6,
      pairs: [{ colours: "YB", keys: ".>.>.>.v" }, { colours: "RP", keys: "..<..v" }] }],
  },
  {
    name: "lost", still: 240,
    sides: [{ field: ["P....Y", "PB.RYP", "GBBRRP", "GRYYBB", "RRPYPG", "BGPPRG", "YGRBRY", "YBBGYY", "PPRGBP", "RRGYYP"],
      pairs: [{ colours: "GG", keys: "...v" }, { colours: "RB", keys: "....v" }] }],
  },
];

/** The last board; the reader places its one pair: at the right edge it fires three links. */
export const kOwnTurn = { field: ["...YY.", "...BB.", "..YRR.", "..BBR."], pairs: ["RY"] };
