#pragma once

#include "server/contest/plan.h"

namespace rensa::app {

// What names in plans stand for on this machine. Rulesets are published ones only: whoever connects has to know them.
// A player of ours stands for its kind, its options, and what the files say that it names: all that its games follow
// from.
contest::LookUp look_up();

// Whether some player is more than its word: a file has to be what it was when the run began.
bool names_files(const contest::Plan& plan);

}  // namespace rensa::app
