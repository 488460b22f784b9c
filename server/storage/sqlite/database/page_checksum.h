#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rensa::storage {

// The checksum at the end of each page of a database. It covers the number of the page, too, so that a page at a wrong
// place is found. It finds every change within eight bytes that lie together, and other changes but for one in 2^64. It
// does not protect against forgery.

inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::size_t kChecksumBytes = 8;

using Page = std::span<const std::uint8_t, kPageBytes>;

// Pages are numbered from 1.
std::uint64_t page_checksum(std::uint64_t number, Page page);
bool has_page_checksum(std::uint64_t number, Page page);
void set_page_checksum(std::uint64_t number, std::span<std::uint8_t, kPageBytes> page);

}  // namespace rensa::storage
