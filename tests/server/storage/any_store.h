#pragma once

#include <memory>
#include <utility>

#include "server/storage/memory/memory_store.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/store.h"
#include "tests/server/storage/contract_test.h"

namespace rensa::storage::test {

// Tests of this fixture run with every store.

inline std::unique_ptr<Store> make_sqlite(const ScratchFolder& scratch, Executor executor) {
  return std::make_unique<SqliteStore>(scratch.server(), std::move(executor));
}
inline std::unique_ptr<Store> make_memory(const ScratchFolder&, Executor executor) {
  return std::make_unique<MemoryStore>(MemoryStore::Saving::at_once, std::move(executor));
}

inline const BackEnd<Store> kStores[] = {
    {"Sqlite", make_sqlite, Answers::at_once},
    {"Memory", make_memory, Answers::at_once},
    {"SlowSqlite", make_sqlite, Answers::after_200_ms},
    {"SlowMemory", make_memory, Answers::after_200_ms},
    {"ReorderingSqlite", make_sqlite, Answers::in_other_orders},
    {"ReorderingMemory", make_memory, Answers::in_other_orders},
};

class AnyStoreTest : public ContractTest<Store, InterceptedStore> {};

}  // namespace rensa::storage::test
