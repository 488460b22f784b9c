#include "server/base/chunked_vector.h"

#include <array>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <vector>

namespace rensa::base {
namespace {

using Numbers = ChunkedVector<int>;

Numbers numbers(int count) {
  Numbers made;
  for (int i = 0; i < count; ++i) made.push_back(i);
  return made;
}

std::vector<int> elements_of(const Numbers& all) {
  std::vector<int> elements;
  for (std::size_t i = 0; i < all.size(); ++i) elements.push_back(all[i]);
  return elements;
}

TEST(ChunkedVector, ACopyKeepsItsElementsWhenTheOriginalChanges) {
  constexpr int kCount = 2 * Numbers::kChunk + 7;
  Numbers original = numbers(kCount);
  const Numbers copy = original;
  original.to_change(3) = -3;
  original.to_change(Numbers::kChunk) = -5;
  original.push_back(-7);
  EXPECT_EQ(elements_of(copy), elements_of(numbers(kCount)));
  EXPECT_EQ(original[3], -3);
  EXPECT_EQ(original[Numbers::kChunk], -5);
  EXPECT_EQ(original[kCount], -7);
}

TEST(ChunkedVector, TheOriginalKeepsItsElementsWhenACopyChanges) {
  const Numbers original = numbers(300);
  Numbers copy = original;
  Numbers second = copy;
  copy.to_change(0) = -1;
  second.push_back(8);
  EXPECT_EQ(elements_of(original), elements_of(numbers(300)));
  EXPECT_EQ(copy.size(), 300U);
  EXPECT_EQ(copy[0], -1);
  EXPECT_EQ(second[0], 0);
  EXPECT_EQ(second[300], 8);
}

TEST(ChunkedVector, AMovedVectorIsEmptyAndCanBeFilledAgain) {
  Numbers first = numbers(300);
  Numbers second = std::move(first);
  EXPECT_EQ(second.size(), 300U);
  EXPECT_EQ(first.size(), 0U);  // NOLINT: it may be used
  first = numbers(2);
  EXPECT_EQ(elements_of(first), (std::vector<int>{0, 1}));
  second = first;
  second.push_back(2);
  EXPECT_EQ(elements_of(first), (std::vector<int>{0, 1}));
  EXPECT_EQ(elements_of(second), (std::vector<int>{0, 1, 2}));
}

// Compares a vector and several copies, all of which change, with plain vectors.
TEST(ChunkedVector, EqualsAPlainVectorUnderRandomChanges) {
  std::mt19937 chance(7);
  constexpr std::size_t kVectors = 4;
  std::array<Numbers, kVectors> chunked;
  std::array<std::vector<int>, kVectors> plain;
  for (int step = 0; step < 20'000; ++step) {
    const std::size_t at = chance() % kVectors;
    const auto value = static_cast<int>(chance() % 1'000);
    const auto kind = chance() % 100;
    if (kind == 0) {
      const std::size_t from = chance() % kVectors;
      chunked[at] = chunked[from];
      plain[at] = plain[from];
    } else if (kind < 50 || plain[at].empty()) {
      chunked[at].push_back(value);
      plain[at].push_back(value);
    } else {
      const std::size_t index = chance() % plain[at].size();
      chunked[at].to_change(index) = value;
      plain[at][index] = value;
    }
  }
  for (std::size_t i = 0; i < kVectors; ++i) EXPECT_EQ(elements_of(chunked[i]), plain[i]);
}

// ThreadSanitizer checks this test.
TEST(ChunkedVector, AnotherThreadMayReadACopyWhileTheOriginalChanges) {
  Numbers original = numbers(1'000);
  for (int round = 0; round < 20; ++round) {
    const std::vector<int> expected = elements_of(original);
    std::thread reader([copy = original, &expected] { EXPECT_EQ(elements_of(copy), expected); });
    for (std::size_t i = 0; i < original.size(); i += 50) ++original.to_change(i);
    original.push_back(round);
    reader.join();
  }
}

}  // namespace
}  // namespace rensa::base
