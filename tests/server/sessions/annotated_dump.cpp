#include "tests/server/sessions/annotated_dump.h"

#include <algorithm>
#include <cstdint>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>
#include <string_view>

#include "proto/codec.h"
#include "rensa/v1/client.pb.h"
#include "rensa/v1/server.pb.h"

namespace rensa::sessions::test {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;

constexpr std::size_t kBytesOfALine = 12;
constexpr std::size_t kBegin = 42;      // of the meaning
constexpr std::size_t kEqualBytes = 8;  // so many of them in a row are written as a count

std::string hex_of_byte(char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return {kDigits[value >> 4U], kDigits[value & 15U]};
}

// Writes the bytes of a message field by field.
class Dump {
 public:
  explicit Dump(std::string_view bytes) : bytes_(bytes) {}

  std::string write(const Descriptor& type) {
    add_line(4, 0, "length: " + std::to_string(bytes_.size() - 4));
    write_fields(type, bytes_.size(), 0);
    return std::move(text_);
  }

 private:
  void write_fields(const Descriptor& type, std::size_t end, std::size_t depth) {
    while (at_ < end) {
      const std::size_t begin = at_;
      const std::uint64_t tag = take_number();
      const FieldDescriptor* const field = type.FindFieldByNumber(static_cast<int>(tag >> 3U));
      ASSERT_NE(field, nullptr) << type.full_name() << " has no field " << (tag >> 3U);
      write_field(*field, tag & 7U, begin, depth);
    }
    ASSERT_EQ(at_, end) << type.full_name();
  }

  void write_field(const FieldDescriptor& field, std::uint64_t wire_type, std::size_t begin, std::size_t depth) {
    const std::string name = field.name();
    if (wire_type == WireFormatLite::WIRETYPE_VARINT) {
      const std::uint64_t value = take_number();
      return add_line(at_ - begin, depth, name + ": " + text_of(field, value), begin);
    }
    if (wire_type == WireFormatLite::WIRETYPE_FIXED64) {
      at_ += 8;
      return add_line(at_ - begin, depth, name + ": a number of eight bytes", begin);
    }
    ASSERT_EQ(wire_type, WireFormatLite::WIRETYPE_LENGTH_DELIMITED) << name;
    const std::size_t size = take_number();
    const std::string bytes = std::to_string(size) + " bytes";
    if (field.type() == FieldDescriptor::TYPE_MESSAGE) {
      add_line(at_ - begin, depth, name + ": " + bytes, begin);
      return write_fields(*field.message_type(), at_ + size, depth + 1);
    }
    const std::string_view value = bytes_.substr(at_, size);
    at_ += size;
    add_line(at_ - begin, depth,
             name + (field.type() == FieldDescriptor::TYPE_STRING ? ": \"" + shortened(value) + "\"" : ": " + bytes),
             begin);
  }

  static std::string shortened(std::string_view value) {
    constexpr std::size_t kMost = 32;
    return value.size() <= kMost ? std::string(value) : std::string(value.substr(0, kMost)) + "...";
  }

  static std::string text_of(const FieldDescriptor& field, std::uint64_t value) {
    if (field.type() == FieldDescriptor::TYPE_BOOL) return value != 0 ? "true" : "false";
    if (field.type() == FieldDescriptor::TYPE_ENUM) {
      return field.enum_type()->FindValueByNumber(static_cast<int>(value))->name();
    }
    const bool is_signed = field.type() == FieldDescriptor::TYPE_SINT32 || field.type() == FieldDescriptor::TYPE_SINT64;
    return std::to_string(is_signed ? WireFormatLite::ZigZagDecode64(value) : static_cast<std::int64_t>(value));
  }

  std::uint64_t take_number() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; at_ < bytes_.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      number |= static_cast<std::uint64_t>(byte & 127U) << shift;
      if (byte < 128) break;
    }
    return number;
  }

  void add_line(std::size_t count, std::size_t depth, const std::string& meaning, std::size_t begin = 0) {
    if (at_ < begin + count) at_ = begin + count;
    std::size_t on_line = 0;
    std::string line = "  ";
    bool has_meaning = false;
    const auto end_line = [&] {
      if (!has_meaning) {
        line.resize(std::max(line.size() + 1, kBegin), ' ');
        line += std::string(2 * depth, ' ') + meaning;
      }
      has_meaning = true;
      text_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line = "  ";
      on_line = 0;
    };
    for (std::size_t i = begin; i < begin + count;) {
      std::size_t equal = 1;
      while (i + equal < begin + count && bytes_[i + equal] == bytes_[i]) ++equal;
      const bool is_run = equal >= kEqualBytes;
      if (on_line + (is_run ? 3 : 1) > kBytesOfALine) end_line();
      line += hex_of_byte(bytes_[i]) + (is_run ? " (" + std::to_string(equal) + " times) " : " ");
      on_line += is_run ? 5 : 1;
      i += is_run ? equal : 1;
    }
    end_line();
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::string text_;
};

template <typename Message>
std::string dump_of(const Message& message, const Descriptor& type) {
  const std::string body = proto::encode(message, proto::Encoding::binary);
  std::string bytes;
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(body.size() >> shift & 255U);
  return Dump(bytes + body).write(type);
}

}  // namespace

std::string annotated_dump(const proto::ClientMessage& message) {
  return dump_of(message, *v1::ClientMessage::descriptor());
}

std::string annotated_dump(const proto::ServerMessage& message) {
  return dump_of(message, *v1::ServerMessage::descriptor());
}

}  // namespace rensa::sessions::test
