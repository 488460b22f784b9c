#pragma once

namespace rensa::storage::test {

// The number of calls of fsync and fdatasync in this process. This file replaces both functions for the whole program.
long sync_count();

}  // namespace rensa::storage::test
