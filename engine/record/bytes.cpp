#include "engine/record/bytes.h"

namespace rensa::record {

void ByteWriter::write_fixed16(std::uint16_t value) {
  write_byte(value & 0xFFU);
  write_byte(static_cast<unsigned>(value >> 8));
}

void ByteWriter::write_fixed64(std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) write_byte(static_cast<unsigned>(value >> shift & 0xFFU));
}

void ByteWriter::write_long_varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) write_byte(static_cast<unsigned>(value & 0x7FU) | 0x80U);
  write_byte(static_cast<unsigned>(value));
}

void ByteWriter::write_text(std::string_view value) {
  write_varint(value.size());
  bytes_.insert(bytes_.end(), value.begin(), value.end());
}

std::optional<std::uint8_t> ByteReader::read_byte() {
  if (remaining() == 0) return std::nullopt;
  return bytes_[position_++];
}

std::optional<std::uint16_t> ByteReader::read_fixed16() {
  if (remaining() < 2) return std::nullopt;
  const unsigned value = static_cast<unsigned>(bytes_[position_]) | static_cast<unsigned>(bytes_[position_ + 1]) << 8;
  position_ += 2;
  return static_cast<std::uint16_t>(value);
}

std::optional<std::uint64_t> ByteReader::read_fixed64() {
  if (remaining() < 8) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) value |= std::uint64_t{bytes_[position_ + i]} << (8 * i);
  position_ += 8;
  return value;
}

std::optional<std::uint64_t> ByteReader::read_varint() {
  std::uint64_t value = 0;
  std::size_t at = position_;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at == bytes_.size()) return std::nullopt;
    const std::uint64_t byte = bytes_[at++];
    if (shift == 63 && byte > 1) return std::nullopt;
    if (byte == 0 && shift > 0) return std::nullopt;  // a shorter form exists
    value |= (byte & 0x7FU) << shift;
    if (byte < 0x80) {
      position_ = at;
      return value;
    }
  }
  return std::nullopt;
}

std::optional<std::span<const std::uint8_t>> ByteReader::read_bytes(std::size_t count) {
  if (remaining() < count) return std::nullopt;
  const auto bytes = bytes_.subspan(position_, count);
  position_ += count;
  return bytes;
}

std::optional<std::string> ByteReader::read_text(std::size_t max_bytes) {
  const std::size_t start = position_;
  const auto size = read_varint();
  if (!size || *size > max_bytes || *size > remaining()) {
    position_ = start;
    return std::nullopt;
  }
  std::string value(bytes_.begin() + static_cast<std::ptrdiff_t>(position_),
                    bytes_.begin() + static_cast<std::ptrdiff_t>(position_ + *size));
  position_ += *size;
  return value;
}

}  // namespace rensa::record
