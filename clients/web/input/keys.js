// The keys of a frame, as the bits that the rules and the server know.

export const kLeft = 1;
export const kRight = 2;
export const kDown = 4;
export const kTurnCw = 8;
export const kTurnCcw = 16;
