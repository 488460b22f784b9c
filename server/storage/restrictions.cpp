#include "server/storage/restrictions.h"

#include <string_view>
#include <utility>

#include "server/base/plain_text.h"
#include "server/base/utc_time.h"

namespace rensa::storage {

namespace {

constexpr std::size_t kMaxReasonBytes = 200;

}  // namespace

const char* name_of(Restriction::Kind kind) { return kind == Restriction::Kind::ban ? "ban" : "mute"; }

std::optional<Restriction::Kind> restriction_kind_from_name(std::string_view text) {
  for (const auto kind : {Restriction::Kind::ban, Restriction::Kind::mute}) {
    if (text == name_of(kind)) return kind;
  }
  return std::nullopt;
}

Restriction stored_form(Restriction restriction) {
  restriction.made = base::utc_now();
  restriction.why = base::plain_text(restriction.why, kMaxReasonBytes);
  return restriction;
}

StoreException too_many_restrictions() {
  return StoreException("There are too many bans and mutes: lift some of them first.", StoreError::Kind::refused);
}

}  // namespace rensa::storage
