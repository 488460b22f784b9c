#include "server/processes/core_allocator.h"

#include <gtest/gtest.h>
#include <map>
#include <thread>

namespace rensa::processes {
namespace {

std::vector<std::size_t> numbers_in(const cpu_set_t& set) {
  std::vector<std::size_t> numbers;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &set)) numbers.push_back(core);
  }
  return numbers;
}

std::vector<std::size_t> ours() {
  cpu_set_t set;
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  return numbers_in(set);
}

TEST(CoreAllocator, AreLeasedEvenly) {
  const std::vector<std::size_t> all = ours();
  CoreAllocator cores;
  std::map<std::size_t, int> loans;
  std::vector<CoreAllocator::Lease> kept;
  for (std::size_t i = 0; i < 3 * all.size(); ++i) {
    kept.push_back(cores.lease(1));
    const auto numbers = numbers_in(kept.back().set());
    ASSERT_EQ(numbers.size(), 1U);
    ++loans[numbers.front()];
  }
  for (const std::size_t core : all) EXPECT_EQ(loans[core], 3) << core;
}

TEST(CoreAllocator, AReturnedCoreIsLeasedNext) {
  CoreAllocator cores;
  std::vector<CoreAllocator::Lease> kept;
  for (std::size_t i = 0; i < ours().size(); ++i) kept.push_back(cores.lease(1));
  const auto numbers = numbers_in(kept.back().set());
  kept.pop_back();
  EXPECT_EQ(numbers_in(cores.lease(1).set()), numbers);
  const CoreAllocator::Lease again = cores.lease(1);
  EXPECT_EQ(numbers_in(again.set()), numbers) << "the first was given back at once";
}

TEST(CoreAllocator, AMovedLeaseReturnsItsCoresOnce) {
  CoreAllocator cores;
  std::vector<CoreAllocator::Lease> kept;
  for (std::size_t i = 0; i < ours().size(); ++i) kept.push_back(cores.lease(1));
  const auto numbers = numbers_in(kept.front().set());
  {
    const CoreAllocator::Lease moved = std::move(kept.front());
    EXPECT_EQ(numbers_in(moved.set()), numbers);
  }
  kept.front() = cores.lease(1);
  EXPECT_EQ(numbers_in(kept.front().set()), numbers);
  kept.push_back(cores.lease(1));
  EXPECT_EQ(numbers_in(kept.back().set()), std::vector<std::size_t>{ours().front()}) << "all have been lent once";
}

TEST(CoreAllocator, LeasesAtMostAllCores) {
  CoreAllocator cores;
  EXPECT_EQ(numbers_in(cores.lease(CPU_SETSIZE).set()), ours());
}

TEST(CoreAllocator, LeasesOnlyCoresThatThisThreadMayUse) {
  std::thread([] {
    const std::size_t last = ours().back();
    cpu_set_t one{};
    CPU_SET(last, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    CoreAllocator cores;
    EXPECT_EQ(numbers_in(cores.lease(2).set()), std::vector<std::size_t>{last});
  }).join();
}

}  // namespace
}  // namespace rensa::processes
