// Scenes describe a picture as plain data. Code that knows the game makes them, and this folder has only functions
// of scenes. Rows and columns count from 1, at the floor and at the left; cells are the digits of grid.js.

/**
 * @typedef {"opening"|"preparation"|"control"|"falling"|"grounding"|"vanishing"|"collapsing"|"garbage_falling"|
 *   "settling"|"dead"} Phase
 */
/** @typedef {{axis: number, child: number}} Pair   cell digits */
/**
 * sink: 0..1 of the next row already fallen, for smooth drawing
 * @typedef {{x: number, y: number, r: number, sink: number}} FallingPair
 */
/** @typedef {{x: number, y: number, cell: number}} Landing   where a half of the falling pair would come to rest */

/**
 * @typedef {object} SideScene
 * @property {Uint8Array} cells      84: index (y - 1) * 6 + (x - 1)
 * @property {Phase} phase
 * @property {number} progress       0..1 of the phase's wait: vanishing cells blink and shrink by it, unsupported cells
 *                                   sink by it while falling, collapsing, garbage_falling
 * @property {Uint8Array} vanishing  84: 1 where the cell belongs to the link that vanishes (else 0)
 * @property {?Pair} current         of the falling pair
 * @property {?FallingPair} falling  null: no pair under control
 * @property {Landing[]} landing     empty: none shown
 * @property {Pair[]} next           up to two
 * @property {number} pending        garbage that waits, may still be cancelled or added to
 * @property {number} fixed          garbage certain to fall
 * @property {number} score
 * @property {number} link           of the running chain, 0: none
 * @property {?{cells: number, factor: number, points: number}} linkScore   "70 x 10" of the running link, null: none
 * @property {boolean} allClear      its banner shows
 * @property {string} name
 * @property {number} wins
 */

/**
 * age: frames since it was sent
 * @typedef {{from: "own"|"other", amount: number, cancelled: number, age: number}} Attack
 */
/** @typedef {{own: SideScene, other: ?SideScene, attack: ?Attack}} DuelScene */

export {};
