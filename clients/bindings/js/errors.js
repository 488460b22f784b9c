// The errors that users of the package may want to tell apart.

export class RensaError extends Error {
  /** @override */
  name = "RensaError";
}

export class PlayError extends Error {
  /** @override */
  name = "PlayError";
}

export class IllegalPlacement extends Error {
  /** @override */
  name = "IllegalPlacement";
}
