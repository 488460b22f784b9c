// clang-format off: one weight a line.
// The weights of the features, in their order. Written by `rensa tune chances`.
388,  // room
67,  // soon
38,  // possible
102,  // incoming
134,  // uncovered
105,  // buried
19,  // promise
221,  // time
206,  // puyos
64,  // clean
