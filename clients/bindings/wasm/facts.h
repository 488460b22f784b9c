#pragma once

#include "clients/bindings/wasm/side_words.h"
#include "engine/duel/view.h"

namespace rensa::wasm {

// A side as words, with what follows from it. Of a side in the middle of something, the wait is known only to those
// who know its motion.
SideWords words_of(const duel::SideView& side);
// The other way: what a page has heard of a side from the server.
duel::SideView side_of(const SideWords& words);

}  // namespace rensa::wasm
