#include "clients/bindings/wasm/exports.h"
#include "clients/bindings/wasm/facts.h"

// Sides that a page has heard of.

namespace rensa::wasm {

// How long they are, for a page to check that it has the same list.
RENSA_EXPORT(side_words) int side_words() { return kSideWords; }

// Where it writes one.
RENSA_EXPORT(side_to_write) SideWords* side_to_write() {
  static SideWords words;
  return &words;
}

// The same, with what follows from it; valid until the next call.
RENSA_EXPORT(side_facts) const SideWords* side_facts(const SideWords* heard) {
  static SideWords words;
  words = words_of(side_of(*heard));
  return &words;
}

}  // namespace rensa::wasm
