#pragma once

#include "server/storage/sql.h"

namespace rensa::storage {

// Brings the database to the tables that this version knows, or throws a StoreError with one sentence. One that is not
// ours, or newer than we are, is left as it was.
void bring_up_to_date(Database& database);

}  // namespace rensa::storage
