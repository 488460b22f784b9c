#pragma once

namespace rensa::storage::test {

// How often this process has waited for a disk: fsync and fdatasync of the whole program, libraries included, are ours.
long sync_count();

}  // namespace rensa::storage::test
