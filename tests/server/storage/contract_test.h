#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "tests/server/storage/intercepted_store.h"
#include "tests/server/storage/loop_thread.h"
#include "tests/server/storage/scratch_folder.h"

namespace rensa::storage::test {

// The times at which a store answers, in simulated time.
enum class Answers : std::uint8_t { at_once, after_200_ms, in_other_orders };

template <typename Contract>
struct BackEnd {
  std::string name;
  std::unique_ptr<Contract> (*make)(const ScratchFolder&, Executor);
  Answers answers;
};

// Makes a back end for each test of a contract. `Intercepted` is the interceptor in front of it.
template <typename Contract, typename Intercepted>
class ContractTest : public testing::TestWithParam<BackEnd<Contract>> {
 protected:
  ContractTest() {
    interceptor_.deliver = [this](std::function<void()> answer) { loop_.run_after(next_delay(), std::move(answer)); };
    store_ = this->GetParam().make(scratch_, loop_.executor());
    if (this->GetParam().answers == Answers::at_once) return;
    store_ = std::make_unique<Intercepted>(std::move(store_), interceptor_);
  }
  ~ContractTest() override { store_.reset(); }  // before the loop ends

  std::chrono::milliseconds next_delay() {
    if (this->GetParam().answers != Answers::in_other_orders) return std::chrono::milliseconds(200);
    return std::chrono::milliseconds(std::uniform_int_distribution(0, 300)(chance_));
  }

  const ScratchFolder scratch_;
  std::mt19937 chance_{1};  // used on the thread of the loop
  Interceptor interceptor_;
  LoopThread loop_;
  std::unique_ptr<Contract> store_;
};

}  // namespace rensa::storage::test
