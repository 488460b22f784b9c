// The public interface of the package, for Node and for browsers. docs/javascript.md describes it with examples.

/** Columns count from 1 (left) to 6, rows from 1 (the floor) to 14. */
export const kColumns: number;
export const kRows: number;
/** Placements are numbers from 0 to 21: the child above the axis in columns 1 to 6 (0 to 5), to its right in columns 1
 * to 5 (6 to 10), below it in columns 1 to 6 (11 to 16), to its left in columns 2 to 6 (17 to 21). */
export const kPlacements: number;

/** A wrong argument of the engine: a picture that cannot be read, or a pair that cannot be placed there. */
export class RensaError extends Error {}
/** The server has refused the bot, for example its token. Trying again is of no use. */
export class PlayError extends Error {}
/** The bot has chosen a placement that its pair cannot reach. */
export class IllegalPlacement extends Error {}

/** A chain, as searches count it. `frames` is an estimate. `isQuick`: no cell fell after the last link. */
export interface Chain {
  readonly links: number;
  readonly score: number;
  readonly frames: number;
  readonly isQuick: boolean;
}

/** A field after something has happened on it, and the chain that ran. */
export interface Outcome {
  readonly field: Field;
  readonly chain: Chain;
}

/** A chain that a field could fire if some cells were added: `needed` counts them by their letters. */
export interface PossibleChain {
  readonly links: number;
  readonly score: number;
  readonly frames: number;
  readonly triggerColumn: number;
  readonly triggerRow: number;
  readonly needed: Readonly<Record<string, number>>;
  readonly after: Field;
}

/** The cells of one side. A field does not change: its functions return new fields. A cell is one of the letters R, B,
 * Y, G, P, O for garbage, and a dot where it is empty. A pair is two letters, first the axis: "RB". */
export class Field {
  /** Reads a picture, the highest row first; without one, the field is empty. */
  constructor(picture?: string);
  /** Reads 72, 78 or 84 digits, the highest row first. */
  static fromDigits(digits: string): Field;
  /** Reads 84 numbers as in rensa.h, row 1 first. */
  static fromCells(cells: Iterable<number>): Field;
  /** Reads an address of puyop or ips. */
  static fromUrl(url: string): { field: Field; pairs: string[] };
  /** The address of the field, and of pairs that come. */
  url(pairs?: readonly string[], site?: "puyop" | "ips"): string;
  /** 84 numbers, row 1 first. */
  get cells(): Uint8Array;
  /** The picture, the highest row that is not empty first. */
  toString(): string;
  digits(): string;
  /** The letter of a cell. */
  at(column: number, row: number): string;
  /** The number of cells in a column. */
  height(column: number): number;
  equals(other: Field): boolean;
  /** Runs the chain of a field at rest. */
  simulate(): Outcome;
  /** Lets all cells fall. */
  settle(): Field;
  /** The placements that searches try: they seem reachable and end below row 14. */
  placements(): number[];
  /** Drops a pair and runs the chain, as in a game. */
  place(pair: string, placement: number): Outcome;
  /** The chain with most points that the field can fire with at most two pairs. */
  threat(pairs: readonly string[]): Chain;
  /** The chains that the field could fire if some cells were added, the best first. `completions`, 1 to 3: how many
   * times in turn groups are completed. `useBook`: known forms are completed, too. */
  possibleChains(options?: { completions?: number; useBook?: boolean }): PossibleChain[];
}

export type Phase = "opening" | "preparation" | "control" | "falling" | "grounding" | "vanishing" | "collapsing"
  | "garbage_falling" | "settling" | "dead";

/** One side of a game, as far as a seat may see it. */
export interface Side {
  readonly field: Field;
  /** The current pair first; an empty text is a pair that is not known. */
  readonly pairs: readonly string[];
  readonly score: number;
  /** The number of the current pair, 1 is the first. */
  readonly hand: number;
  /** The number of the running link, 0 without a chain. */
  readonly link: number;
  /** Garbage that waits, and that a running chain may still add to. */
  readonly pending: number;
  /** Garbage that waits, and falls at the end of the turn. */
  readonly fixed: number;
  readonly phase: Phase;
}

/** A game as one seat may see it. */
export interface View {
  /** The number of the match on the server. */
  readonly match: string;
  /** The number of the game in its match. */
  readonly game: number;
  readonly seat: 0 | 1;
  readonly players: readonly string[];
  readonly ruleset: string;
  /** Frames or turns that were played. */
  readonly clock: number;
  readonly own: Side;
  readonly opponent: Side;
  /** The placements that the pair can reach. */
  readonly placements: readonly number[];
  /** In arranged matches the seed for all random choices of this game, so that it can be repeated; else null. */
  readonly chance: bigint | null;
}

/** The part of an AbortSignal that play() uses. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
/** An AbortSignal, where the types of a browser or of Node declare one. */
type ChoiceSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } } ? Signal : StopSignal;

/** Chooses a placement. The signal is aborted when the choice is no longer wanted. */
export type Choose = (view: View, signal: ChoiceSignal) => number | Promise<number>;
export type Bot = Choose | { choose: Choose };

export interface PlayOptions {
  /** "HOST:PORT" or "unix:PATH" in Node, "ws://HOST:PORT/ws" or "wss://HOST/ws" everywhere. Missing in Node: the
   * environment variables RENSA_SERVER and RENSA_TOKEN, as hosts of tournaments set them. */
  server?: string;
  token?: string;
  /** The name that a guest asks for. */
  name?: string;
  /** The name of the program, for the operator of the server. */
  software?: string;
  ruleset?: string;
  clock?: "real" | "virtual" | "turns";
  /** The frames that thinking costs in virtual time. */
  charge?: "none" | "measured" | number;
  /** The number of games in a match. */
  games?: number;
  /** The number of matches in all; missing: until it is stopped. The token of a tournament has precedence. */
  matches?: number;
  /** The number of matches at the same time, over one connection. */
  slots?: number;
  /** The player that is challenged. Missing: anyone that asks for the same terms. */
  opponent?: string;
  /** Where matches come from: requests of the bot, a host of tournaments, or challenges of others. With the token of a
   * tournament they always come from the host. */
  origin?: "requests" | "host" | "challenges";
  /** Stops the bot: it resigns its matches. */
  signal?: StopSignal;
  notice?: (text: string) => void;
}

/** The number of matches that have ended, and the results of their games. */
export interface Summary {
  readonly matches: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly connectionsLost: number;
}

/** Plays matches on a server. Connects again when the connection is lost, and the bot does not notice. Rejects with a
 * TypeError if an option is wrong, with a PlayError if the server refuses the bot or the opponent declines, with
 * IllegalPlacement, or with an error that the bot throws. */
export function play(options: PlayOptions, bot: Bot): Promise<Summary>;

/** The columns in which the halves of a pair come to rest. */
export function columnsOf(placement: number): { axis: number; child: number };
