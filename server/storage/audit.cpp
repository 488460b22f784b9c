#include "server/storage/audit.h"

#include <utility>

#include "server/base/plain_text.h"
#include "server/base/utc_time.h"

namespace rensa::storage {

namespace {

constexpr std::size_t kMaxTargetBytes = 4'096;  // room for all tournaments that an organiser can be given

}  // namespace

bool is_about_tournament(const AuditEntry& entry, std::string_view tournament) {
  if (!entry.act.starts_with("tournament ") || entry.act == "tournament start" ||
      entry.act == "tournament start refused") {
    return false;
  }
  const std::string_view target = entry.target;
  return target.starts_with(tournament) &&
         (target.size() == tournament.size() || target.substr(tournament.size()).starts_with(": "));
}

AuditEntry stored_form(AuditEntry entry) {
  entry.time = base::utc_now();
  for (std::string* text : {&entry.actor, &entry.role, &entry.act, &entry.why}) {
    *text = base::plain_text(*text, kMaxAuditTextBytes);
  }
  entry.target = base::plain_text(entry.target, kMaxTargetBytes);
  return entry;
}

}  // namespace rensa::storage
