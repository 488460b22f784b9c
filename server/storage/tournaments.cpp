#include "server/storage/tournaments.h"

namespace rensa::storage {

bool is_storable_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

namespace {

StoreError refusal(const std::string& message) { return {.kind = StoreError::Kind::refused, .message = message}; }

}  // namespace

StoreError unstorable_name(const std::string& name) { return refusal("\"" + name + "\" cannot be a name here."); }

StoreError unknown_tournament(const std::string& name) { return refusal("There is no tournament " + name + "."); }

StoreError journal_too_short(const std::string& name) {
  return refusal("The journal of " + name + " has become shorter: another program has changed it.");
}

}  // namespace rensa::storage
