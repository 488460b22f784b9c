#pragma once

#include "server/storage/accounts.h"
#include "server/storage/audit.h"
#include "server/storage/completion.h"
#include "server/storage/games.h"
#include "server/storage/ids.h"
#include "server/storage/registrations.h"
#include "server/storage/reports.h"
#include "server/storage/restrictions.h"

namespace rensa::storage {

// All contracts of a store. sqlite_store.h keeps them in a file, memory_store.h in memory. Only plain values cross
// them, so that no other part knows a database. The destructor finishes all operations and posts their answers.
class Store : public Accounts,
              public AuditLog,
              public Games,
              public Ids,
              public Registrations,
              public Reports,
              public Restrictions {
 public:
  // The answer is an error while nothing can be saved because the files of the store were removed or replaced. Returns
  // at once, and may be called from any thread.
  virtual void check_files(Completion<Success> done) = 0;
};

}  // namespace rensa::storage
