#include "server/storage/sqlite/database/page_checksum.h"

#include <array>
#include <gtest/gtest.h>

namespace rensa::storage {
namespace {

std::array<std::uint8_t, kPageBytes> sample_page(std::uint64_t number) {
  std::array<std::uint8_t, kPageBytes> page{};
  std::uint64_t state = number;
  for (std::uint8_t& byte : page) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    byte = static_cast<std::uint8_t>(state >> 56);
  }
  set_page_checksum(number, page);
  return page;
}

TEST(PageChecksum, EveryAlteredBitIsFound) {
  auto page = sample_page(3);
  ASSERT_TRUE(has_page_checksum(3, page));
  for (std::size_t at = 0; at < page.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      page[at] = static_cast<std::uint8_t>(page[at] ^ 1U << bit);
      EXPECT_FALSE(has_page_checksum(3, page)) << at;
      page[at] = static_cast<std::uint8_t>(page[at] ^ 1U << bit);
    }
  }
}

TEST(PageChecksum, APageAtAWrongPlaceIsFound) { EXPECT_FALSE(has_page_checksum(4, sample_page(3))); }

TEST(PageChecksum, APageWithoutContentIsFound) {
  const std::array<std::uint8_t, kPageBytes> zeros{};
  for (const std::uint64_t number : {1U, 2U, 1000U}) EXPECT_FALSE(has_page_checksum(number, zeros));
}

// Files of this version must stay readable.
TEST(PageChecksum, NeverChanges) {
  const std::array<std::uint8_t, kPageBytes> zeros{};
  EXPECT_EQ(page_checksum(1, zeros), 0xD7151DAC3F1C2DBAULL);
  EXPECT_EQ(page_checksum(77, sample_page(77)), 0x5635EC9A600BC1B9ULL);
}

}  // namespace
}  // namespace rensa::storage
