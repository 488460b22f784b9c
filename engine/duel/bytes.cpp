#include "engine/duel/bytes.h"

namespace rensa::duel {

void ByteWriter::fixed16(std::uint16_t value) {
  byte(value & 0xFFU);
  byte(static_cast<unsigned>(value >> 8));
}

void ByteWriter::fixed64(std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) byte(static_cast<unsigned>(value >> shift & 0xFFU));
}

void ByteWriter::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) byte(static_cast<unsigned>(value & 0x7FU) | 0x80U);
  byte(static_cast<unsigned>(value));
}

void ByteWriter::text(std::string_view value) {
  varint(value.size());
  bytes_.insert(bytes_.end(), value.begin(), value.end());
}

std::optional<std::uint8_t> ByteReader::byte() {
  if (left() == 0) return std::nullopt;
  return bytes_[position_++];
}

std::optional<std::uint16_t> ByteReader::fixed16() {
  if (left() < 2) return std::nullopt;
  const unsigned value = static_cast<unsigned>(bytes_[position_]) | static_cast<unsigned>(bytes_[position_ + 1]) << 8;
  position_ += 2;
  return static_cast<std::uint16_t>(value);
}

std::optional<std::uint64_t> ByteReader::fixed64() {
  if (left() < 8) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) value |= std::uint64_t{bytes_[position_ + i]} << (8 * i);
  position_ += 8;
  return value;
}

std::optional<std::uint64_t> ByteReader::varint() {
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

std::optional<std::string> ByteReader::text(std::size_t max_bytes) {
  const std::size_t start = position_;
  const auto size = varint();
  if (!size || *size > max_bytes || *size > left()) {
    position_ = start;
    return std::nullopt;
  }
  std::string value(bytes_.begin() + static_cast<std::ptrdiff_t>(position_),
                    bytes_.begin() + static_cast<std::ptrdiff_t>(position_ + *size));
  position_ += *size;
  return value;
}

}  // namespace rensa::duel
