#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rensa::wasm {

// The messages of proto/rensa/v1 as tables. Message types and enumerations are named by their indices.

struct Enumerator {
  std::int32_t number;
  std::string_view name;
};

enum class FieldKind : std::uint8_t {
  int32,
  uint32,
  uint64,
  sint64,
  fixed64,
  boolean,
  enumerator,
  text,
  message,
};

enum class FieldLabel : std::uint8_t {
  singular,  // absent means the default value
  optional,  // known to be present or absent
  repeated,
};

struct MessageField {
  std::uint32_t number;
  std::string_view name;  // in JSON
  FieldKind kind;
  FieldLabel label;
  std::uint8_t type;   // of an enumerator or a message
  std::uint8_t oneof;  // at most one field with this number is present; 0: any
};

struct MessageType {
  std::string_view name;
  std::span<const MessageField> fields;  // by number
};

std::span<const Enumerator> enumerators(std::size_t type);
const MessageType& message_type(std::size_t type);
const MessageType& client_message_type();
const MessageType& server_message_type();

}  // namespace rensa::wasm
