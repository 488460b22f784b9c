#pragma once

namespace rensa::store::test {

// How often this process has waited for a disk: fsync and fdatasync of the whole program, libraries included, are ours.
long sync_count();

}  // namespace rensa::store::test
