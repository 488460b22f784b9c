#pragma once

#include <exception>
#include <utility>

#include "server/base/task_thread.h"
#include "server/storage/completion.h"

namespace rensa::storage {

// Runs `act`, which returns a Value or StoreResult<Value>, on the thread. Its answer comes by the executor. An
// exception of `act` becomes an error.
template <typename Value, typename Act>
void run_on_disk(base::TaskThread& thread, const Executor& executor, Completion<Value> done, Act act) {
  thread.run([&executor, done = std::move(done), act = std::move(act)]() mutable {
    const auto result = [&act]() -> StoreResult<Value> {
      try {
        return act();
      } catch (const StoreException& error) {
        return error.error();
      } catch (const std::exception& error) {
        return StoreError{.message = error.what()};
      }
    };
    executor([done = std::move(done), answer = result()]() mutable { done(std::move(answer)); });
  });
}

}  // namespace rensa::storage
