#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rensa::record {

// Writes numbers and texts as bytes, for the binary form of records. Fixed numbers are little-endian. Varints hold
// seven bits a byte, the lowest first, in as few bytes as possible.
class ByteWriter {
 public:
  void write_byte(unsigned value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
  void write_fixed16(std::uint16_t value);
  void write_fixed64(std::uint64_t value);
  void write_varint(std::uint64_t value) {
    if (value < 0x80) return write_byte(static_cast<unsigned>(value));
    write_long_varint(value);
  }
  void write_text(std::string_view value);
  void write_bytes(std::span<const std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  // Returns the bytes, and begins anew without any.
  std::vector<std::uint8_t> take_bytes() { return std::exchange(bytes_, {}); }

 private:
  void write_long_varint(std::uint64_t value);

  std::vector<std::uint8_t> bytes_;
};

// Reads numbers and texts from bytes. A function that fails returns nothing and leaves the position unchanged.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }
  std::optional<std::uint8_t> read_byte();
  std::optional<std::uint16_t> read_fixed16();
  std::optional<std::uint64_t> read_fixed64();
  std::optional<std::uint64_t> read_varint();  // the shortest form only
  std::optional<std::span<const std::uint8_t>> read_bytes(std::size_t count);
  std::optional<std::string> read_text(std::size_t max_bytes);  // never allocates more than remaining()

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
};

}  // namespace rensa::record
