#include "server/processes/cores.h"

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

TEST(Cores, AreLentEvenly) {
  const std::vector<std::size_t> all = ours();
  Cores cores;
  std::map<std::size_t, int> loans;
  std::vector<Cores::Loan> kept;
  for (std::size_t i = 0; i < 3 * all.size(); ++i) {
    kept.push_back(cores.lend(1));
    const auto numbers = numbers_in(kept.back().set());
    ASSERT_EQ(numbers.size(), 1U);
    ++loans[numbers.front()];
  }
  for (const std::size_t core : all) EXPECT_EQ(loans[core], 3) << core;
}

TEST(Cores, WhatIsGivenBackIsLentNext) {
  Cores cores;
  std::vector<Cores::Loan> kept;
  for (std::size_t i = 0; i < ours().size(); ++i) kept.push_back(cores.lend(1));
  const auto numbers = numbers_in(kept.back().set());
  kept.pop_back();
  EXPECT_EQ(numbers_in(cores.lend(1).set()), numbers);
  const Cores::Loan again = cores.lend(1);
  EXPECT_EQ(numbers_in(again.set()), numbers) << "the first was given back at once";
}

TEST(Cores, AreGivenBackOnceByWhoeverHasThemLast) {
  Cores cores;
  std::vector<Cores::Loan> kept;
  for (std::size_t i = 0; i < ours().size(); ++i) kept.push_back(cores.lend(1));
  const auto numbers = numbers_in(kept.front().set());
  {
    const Cores::Loan moved = std::move(kept.front());
    EXPECT_EQ(numbers_in(moved.set()), numbers);
  }
  kept.front() = cores.lend(1);
  EXPECT_EQ(numbers_in(kept.front().set()), numbers);
  kept.push_back(cores.lend(1));
  EXPECT_EQ(numbers_in(kept.back().set()), std::vector<std::size_t>{ours().front()}) << "all have been lent once";
}

TEST(Cores, NoMoreAreLentThanThereAre) {
  Cores cores;
  EXPECT_EQ(numbers_in(cores.lend(CPU_SETSIZE).set()), ours());
}

TEST(Cores, AreThoseThatThisThreadMayUse) {
  std::thread([] {
    const std::size_t last = ours().back();
    cpu_set_t one{};
    CPU_SET(last, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    Cores cores;
    EXPECT_EQ(numbers_in(cores.lend(2).set()), std::vector<std::size_t>{last});
  }).join();
}

}  // namespace
}  // namespace rensa::processes
