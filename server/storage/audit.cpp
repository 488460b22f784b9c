#include "server/storage/audit.h"

#include <utility>

#include "server/base/plain_text.h"
#include "server/base/utc_time.h"

namespace rensa::storage {

AuditEntry stored_form(AuditEntry entry) {
  entry.time = base::utc_now();
  for (std::string* text : {&entry.actor, &entry.role, &entry.act, &entry.target, &entry.why}) {
    *text = base::plain_text(*text, kMaxAuditTextBytes);
  }
  return entry;
}

}  // namespace rensa::storage
