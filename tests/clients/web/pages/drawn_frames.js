// One's own pair as the page draws it, frame by frame, beside the keys that were pressed and the notice that stands
// there. It is taken where the page hands its scenes to the code that draws them, so that the page itself knows nothing
// of it.

/** @typedef {import("playwright-core").Page} Page */
/**
 * One frame that was drawn. pair: another number for every pair, null: none is under control; arrow: the last that was
 * pressed, -1: to the left; late: the inputs that the page said were late, by then; garbage: how much lies in the
 * field, may fall and is going to
 * @typedef {{pair: ?number, x: number, y: number, arrow: number, late: number, garbage: string}} DrawnFrame
 */

/** A jump is excused by a notice of so many frames before it. */
const kNoticeFrames = 60;

/** Begins with what is drawn next; to be called when a game has begun. @param {Page} page */
export async function keepDrawnFrames(page) {
  await page.evaluate(async () => {
    // The page's own modules: a module is loaded once.
    const { DuelView } = await import(/** @type {any} */ ("/draw/duel_view.js"));
    const { Steering } = await import(/** @type {any} */ ("/play/steering.js"));
    /** @type {DrawnFrame[]} */
    const frames = [];
    Object.assign(window, { drawnFrames: frames });
    let [arrow, hand, game] = [0, 0, 0];
    window.addEventListener("keydown", ({ code }) => {
      if (code === "ArrowLeft") arrow = -1;
      if (code === "ArrowRight") arrow = 1;
    }, true);

    const { beginGame, play } = Steering.prototype;
    Steering.prototype.beginGame = function (/** @type {any[]} */ ...given) {
      game += 1;
      return beginGame.apply(this, given);
    };
    Steering.prototype.play = function (/** @type {any[]} */ ...given) {
      const facts = play.apply(this, given);
      hand = facts?.hand ?? 0;
      return facts;
    };

    const { draw } = DuelView.prototype;
    DuelView.prototype.draw = function (/** @type {any[]} */ ...given) {
      draw.apply(this, given);
      const { falling, cells, pending, fixed } = given[0].own;
      const lying = cells.filter((/** @type {number} */ cell) => cell === 1).length;
      const pair = falling ? game * 1000 + hand : null;
      const { x, y } = falling ?? { x: 0, y: 0 };
      // The notice of this frame is written after its fields.
      queueMicrotask(() => {
        const line = document.querySelector(".play_line")?.textContent ?? "";
        const late = Number(/Late inputs: (\d+)/.exec(line)?.[1] ?? 0);
        frames.push({ pair, x, y, arrow, late, garbage: `${lying} ${pending} ${fixed}` });
      });
    };
  });
}

/** @param {Page} page @returns {Promise<DrawnFrame[]>} all until now */
export function drawnFrames(page) {
  return page.evaluate(() => /** @type {any} */ (window).drawnFrames);
}

/**
 * Where a pair was drawn higher than before, or moved against the keys, by more than one cell (which turns and pushes
 * may do), also after it seemed to have come down; and the page had not just said that an input was late, or shown that
 * garbage came, before which no pair comes.
 * @param {DrawnFrame[]} frames
 */
export function silentJumps(frames) {
  /** @type {?DrawnFrame} */
  let before = null;
  return frames.flatMap((frame, i) => {
    if (frame.pair === null) return [];
    const last = before;
    before = frame;
    if (last?.pair !== frame.pair) return [];
    const aside = frame.x - last.x;
    const isBack = frame.y - last.y > 1 || (Math.abs(aside) > 1 && Math.sign(aside) !== frame.arrow);
    const lately = frames[Math.max(0, i - kNoticeFrames)];
    const isSaid = frame.late > lately.late || frame.garbage !== lately.garbage || frame.garbage !== last.garbage;
    return isBack && !isSaid ? [{ i, from: last, to: frame }] : [];
  });
}
