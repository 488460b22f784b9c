#pragma once

#include <string_view>

#include "engine/duel/outcome.h"

namespace rensa::cli {

// How the program writes them, in JSON too.
constexpr std::string_view name_of(duel::Cause cause) {
  switch (cause) {
    case duel::Cause::choked:
      return "choked";
    case duel::Cause::no_move:
      return "no_move";
    case duel::Cause::limit:
      return "limit";
    case duel::Cause::disconnected:
      return "disconnected";
    case duel::Cause::time:
      return "time";
    case duel::Cause::illegal:
      return "illegal";
    case duel::Cause::crashed:
      return "crashed";
    case duel::Cause::resigned:
      return "resigned";
    case duel::Cause::voided:
      return "voided";
  }
  return "unknown";
}

}  // namespace rensa::cli
