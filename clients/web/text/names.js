// Texts in which names of players stand beside each other.

const kRightToLeft =
  /[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
const kFirstStrongIsolate = "\u2068";
const kPopIsolate = "\u2069";

/** @param {string} name */
function isolated(name) {
  return kRightToLeft.test(name) ? kFirstStrongIsolate + name + kPopIsolate : name;
}

/** Returns the names of both seats, the first one on the left. Without isolation, two names that are written from right
 * to left would exchange their places. @param {readonly string[]} names */
export function pairOfNames([first = "", second = ""]) {
  return `${isolated(first)} – ${isolated(second)}`;
}
