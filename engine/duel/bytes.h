#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::duel {

// Numbers and texts as bytes, for the record's binary form: fixed numbers are little-endian, varints hold seven bits a
// byte, the lowest first, in as few bytes as possible.
class ByteWriter {
 public:
  void byte(unsigned value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
  void fixed16(std::uint16_t value);
  void fixed64(std::uint64_t value);
  void varint(std::uint64_t value);
  void text(std::string_view value);
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

// Every function reads one thing or, leaving the position where that thing began, gives nothing.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::size_t position() const { return position_; }
  std::size_t left() const { return bytes_.size() - position_; }
  std::optional<std::uint8_t> byte();
  std::optional<std::uint16_t> fixed16();
  std::optional<std::uint64_t> fixed64();
  std::optional<std::uint64_t> varint();                   // the shortest form only
  std::optional<std::string> text(std::size_t max_bytes);  // never allocates more than there is

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
};

}  // namespace rensa::duel
