#include <algorithm>

#include "clients/bindings/wasm/message.h"
#include "engine/notation/utf8.h"

// Messages from and to Protobuf's binary form.

namespace rensa::wasm {

namespace {

enum class WireType : std::uint8_t { varint, fixed64, length_delimited, group_begin, group_end, fixed32 };

constexpr int kMostDeep = 100;  // as in Protobuf's own library
constexpr std::size_t kLongestTag = 5;
constexpr std::size_t kLongestVarint = 10;
constexpr std::uint64_t kLongestValue = (std::uint64_t{1} << 31) - 17;

WireType wire_type_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::fixed64:
      return WireType::fixed64;
    case FieldKind::text:
    case FieldKind::message:
      return WireType::length_delimited;
    case FieldKind::int32:
    case FieldKind::uint32:
    case FieldKind::uint64:
    case FieldKind::sint64:
    case FieldKind::boolean:
    case FieldKind::enumerator:
      return WireType::varint;
  }
  return WireType::varint;
}

std::uint64_t sign_extended(std::uint64_t value) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(value & 0xFFFFFFFFU)));
}

// The value of a field from its varint.
std::uint64_t decoded(FieldKind kind, std::uint64_t varint) {
  switch (kind) {
    case FieldKind::int32:
    case FieldKind::enumerator:
      return sign_extended(varint);
    case FieldKind::uint32:
      return varint & 0xFFFFFFFFU;
    case FieldKind::boolean:
      return varint != 0 ? 1 : 0;
    case FieldKind::sint64:
      return varint >> 1 ^ (~(varint & 1) + 1);
    default:
      return varint;
  }
}

// Signed numbers of 32 bits keep the sign of their 64 bits.
std::uint64_t encoded(FieldKind kind, std::uint64_t value) {
  if (kind != FieldKind::sint64) return value;
  return value << 1 ^ ((value >> 63 & 1) != 0 ? ~std::uint64_t{0} : 0);
}

class BytesReader {
 public:
  explicit BytesReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool read(Message& message, std::size_t place, int depth) {
    if (depth < 0) return false;
    while (!bytes_.empty()) {
      std::uint64_t tag = 0;
      if (!read_varint(tag, kLongestTag)) return false;
      tag &= 0xFFFFFFFFU;
      if (!read_field(message, place, static_cast<std::uint32_t>(tag), depth)) return false;
    }
    return true;
  }

 private:
  bool read_varint(std::uint64_t& value, std::size_t longest) {
    value = 0;
    for (std::size_t i = 0; i < std::min(longest, bytes_.size()); ++i) {
      value |= static_cast<std::uint64_t>(bytes_[i] & 0x7FU) << (7 * i);
      if (bytes_[i] < 0x80) {
        bytes_ = bytes_.subspan(i + 1);
        return true;
      }
    }
    return false;
  }

  bool read_fixed64(std::uint64_t& value) {
    if (bytes_.size() < 8) return false;
    value = 0;
    for (std::size_t i = 0; i < 8; ++i) value |= static_cast<std::uint64_t>(bytes_[i]) << (8 * i);
    bytes_ = bytes_.subspan(8);
    return true;
  }

  bool read_value(std::span<const std::uint8_t>& value) {
    std::uint64_t length = 0;
    if (!read_varint(length, kLongestTag) || length > kLongestValue || length > bytes_.size()) return false;
    value = bytes_.first(static_cast<std::size_t>(length));
    bytes_ = bytes_.subspan(value.size());
    return true;
  }

  bool read_field(Message& message, std::size_t place, std::uint32_t tag, int depth) {
    const auto wire = static_cast<WireType>(tag & 7U);
    const std::uint32_t number = tag >> 3;
    if (number == 0 || wire == WireType::group_end || wire > WireType::fixed32) return false;
    const auto& fields = message.node(place).type->fields;
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const MessageField& one) { return one.number == number; });
    if (found == fields.end()) return skip(number, wire, depth);
    const auto field = static_cast<std::size_t>(found - fields.begin());
    const WireType expected = wire_type_of(found->kind);
    if (wire == WireType::length_delimited && expected != wire && found->label == FieldLabel::repeated) {
      return read_packed(message, place, field);
    }
    return wire == expected ? read_one(message, place, field, depth) : skip(number, wire, depth);
  }

  bool read_one(Message& message, std::size_t place, std::size_t field, int depth) {
    const FieldKind kind = message.node(place).type->fields[field].kind;
    if (kind == FieldKind::text || kind == FieldKind::message) {
      std::span<const std::uint8_t> value;
      if (!read_value(value)) return false;
      // A message that comes again is merged.
      if (kind == FieldKind::message)
        return BytesReader(value).read(message, message.put_message(place, field), depth - 1);
      const std::string_view text(reinterpret_cast<const char*>(value.data()), value.size());
      if (!notation::is_utf8(text)) return false;
      message.put_text(place, field, text);
      return true;
    }
    std::uint64_t number = 0;
    if (!(kind == FieldKind::fixed64 ? read_fixed64(number) : read_varint(number, kLongestVarint))) return false;
    message.put_number(place, field, decoded(kind, number));
    return true;
  }

  bool read_packed(Message& message, std::size_t place, std::size_t field) {
    std::span<const std::uint8_t> list;
    if (!read_value(list)) return false;
    BytesReader reader(list);
    while (!reader.bytes_.empty()) {
      if (!reader.read_one(message, place, field, 0)) return false;
    }
    return true;
  }

  bool skip(std::uint32_t number, WireType wire, int depth) {
    std::uint64_t ignored = 0;
    std::span<const std::uint8_t> value;
    switch (wire) {
      case WireType::varint:
        return read_varint(ignored, kLongestVarint);
      case WireType::fixed64:
        return read_fixed64(ignored);
      case WireType::length_delimited:
        return read_value(value);
      case WireType::group_begin:
        return skip_group(number, depth - 1);
      case WireType::fixed32:
        if (bytes_.size() < 4) return false;
        bytes_ = bytes_.subspan(4);
        return true;
      case WireType::group_end:
        return false;
    }
    return false;
  }

  // Groups are an old form of nested messages, which none of our fields has.
  bool skip_group(std::uint32_t number, int depth) {
    if (depth < 0) return false;
    while (!bytes_.empty()) {
      std::uint64_t tag = 0;
      if (!read_varint(tag, kLongestTag)) return false;
      const auto inner = static_cast<std::uint32_t>((tag & 0xFFFFFFFFU) >> 3);
      const auto wire = static_cast<WireType>(tag & 7U);
      if (wire == WireType::group_end) return inner == number;
      if (inner == 0 || wire > WireType::fixed32 || !skip(inner, wire, depth)) return false;
    }
    return false;
  }

  std::span<const std::uint8_t> bytes_;
};

void write_varint(std::uint64_t value, std::string& bytes) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

void write_tag(const MessageField& field, WireType wire, std::string& bytes) {
  write_varint(field.number << 3 | static_cast<std::uint32_t>(wire), bytes);
}

void write_value(const MessageField& field, std::string_view value, std::string& bytes) {
  write_tag(field, WireType::length_delimited, bytes);
  write_varint(value.size(), bytes);
  bytes += value;
}

void write_number(FieldKind kind, std::uint64_t number, std::string& bytes) {
  if (kind != FieldKind::fixed64) return write_varint(encoded(kind, number), bytes);
  for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xFF);
}

std::string bytes_of_node(const Message& message, std::size_t place);

void write_list_of_numbers(const MessageField& field, std::span<const Message::Value> values, std::string& bytes) {
  std::string packed;
  for (const Message::Value& value : values) write_number(field.kind, value.number, packed);
  if (!values.empty()) write_value(field, packed, bytes);
}

void write_one(const Message& message, const MessageField& field, const Message::Value& value, std::string& bytes) {
  const bool may_be_default = field.label != FieldLabel::singular;
  if (field.kind == FieldKind::message) {
    write_value(field, bytes_of_node(message, static_cast<std::size_t>(value.number)), bytes);
  } else if (field.kind == FieldKind::text) {
    if (may_be_default || value.text_size != 0) write_value(field, message.text_of(value), bytes);
  } else if (may_be_default || value.number != 0) {
    write_tag(field, wire_type_of(field.kind), bytes);
    write_number(field.kind, value.number, bytes);
  }
}

std::string bytes_of_node(const Message& message, std::size_t place) {
  std::string bytes;
  const auto& fields = message.node(place).type->fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto values = message.values_of(place, i);
    const bool is_packed = fields[i].label == FieldLabel::repeated && fields[i].kind != FieldKind::text &&
                           fields[i].kind != FieldKind::message;
    if (is_packed) {
      write_list_of_numbers(fields[i], values, bytes);
      continue;
    }
    for (const Message::Value& value : values) write_one(message, fields[i], value, bytes);
  }
  return bytes;
}

}  // namespace

std::optional<Message> message_of_bytes(const MessageType& type, std::span<const std::uint8_t> bytes) {
  std::optional<Message> message(type);
  if (!BytesReader(bytes).read(*message, Message::kRoot, kMostDeep)) message.reset();
  return message;
}

std::string bytes_of(const Message& message) { return bytes_of_node(message, Message::kRoot); }

}  // namespace rensa::wasm
