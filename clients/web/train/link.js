// Addresses of problems. Pure.

const kOfIps = /\/simu\/p\w+\.html$/;
const kOfThisPage = /(^|\/)train$/;

/** Of the page with the problem of an ips URL. @param {string} url */
export function addressOf(url) {
  return `/train?p=${encodeURIComponent(partOf(url) ?? "")}`;
}

/** Returns the part that names the problem: the query of an ips URL, the p of a Rensa URL, or either part by itself.
 * @param {string} text @returns {?string} null: it is a link to something else */
export function partOf(text) {
  const mark = text.indexOf("?");
  // Nothing that says which problem it is has these.
  if (mark < 0) return /[:/]/.test(text) ? null : text;
  const [place, query] = [text.slice(0, mark), text.slice(mark + 1)];
  if (/^p=/.test(query)) return place === "" || kOfThisPage.test(place) ? new URLSearchParams(query).get("p") : null;
  return place === "" || kOfIps.test(place) ? query : null;
}
