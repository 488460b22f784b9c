#pragma once

#include "server/storage/sql.h"

namespace rensa::storage {

// Brings the database to the tables of this version, or throws StoreError. A database of another program or of a newer
// version is left unchanged.
void bring_up_to_date(Database& database);

}  // namespace rensa::storage
