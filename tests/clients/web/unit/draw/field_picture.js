// Fields as pictures, so that tests show what they are about.

const kLetters = ".OP?RBYG";

/**
 * The cells of a field whose lowest rows are given, from the highest of them down.
 * @param {...string} rows
 */
export function field(...rows) {
  const cells = new Uint8Array(84);
  rows.reverse().forEach((row, y) => {
    [...row].forEach((letter, x) => (cells[y * 6 + x] = kLetters.indexOf(letter)));
  });
  return cells;
}

/**
 * As many rows as asked for from the floor up, drawn from the highest down, each value as a digit, 0 as a dot.
 * @param {Uint8Array} values
 * @param {number} rows
 */
export function picture(values, rows) {
  const lines = [];
  for (let y = rows - 1; y >= 0; --y) {
    lines.push([...values.slice(y * 6, y * 6 + 6)].map((value) => (value ? value.toString(16) : ".")).join(""));
  }
  return lines;
}
