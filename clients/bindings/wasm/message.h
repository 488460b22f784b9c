#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clients/bindings/wasm/message_schema.h"

namespace rensa::wasm {

// A message with the messages in it. All texts share one buffer, and messages name each other by their places in one
// list, because a page reads dozens of messages a second and most of the time would go into small allocations.
class Message {
 public:
  struct Value {
    std::uint8_t field = 0;    // its index in the type
    std::uint64_t number = 0;  // signed numbers as their two's complement of 64 bits; of a message, its place
    std::size_t text_begin = 0;
    std::size_t text_size = 0;
  };
  struct Node {
    const MessageType* type = nullptr;
    std::vector<Value> values;  // by field; a field that is not repeated has at most one
  };

  static constexpr std::size_t kRoot = 0;

  explicit Message(const MessageType& type);

  const Node& node(std::size_t place) const { return nodes_[place]; }
  std::string_view text_of(const Value& value) const {
    return std::string_view(texts_).substr(value.text_begin, value.text_size);
  }
  // The values of a field.
  std::span<const Value> values_of(std::size_t place, std::size_t field) const;

  // Adds a value, or replaces the value of a field that is not repeated. A field of a oneof replaces the others.
  void put_number(std::size_t place, std::size_t field, std::uint64_t number);
  void put_text(std::size_t place, std::size_t field, std::string_view text);
  // Returns the place of the message in this field: of a new one, or of the one that is there already.
  std::size_t put_message(std::size_t place, std::size_t field);

 private:
  Value& put(std::size_t place, std::size_t field);
  std::size_t add_node(const MessageType& type);

  std::vector<Node> nodes_;
  std::string texts_;
};

// Protobuf's binary form. Reading accepts the same bytes as Protobuf's own library: fields in any order and more than
// once, unknown fields, packed lists and lists that are not. Returns nullopt for bytes that are not a message.
std::optional<Message> message_of_bytes(const MessageType& type, std::span<const std::uint8_t> bytes);
std::string bytes_of(const Message& message);

// Protobuf's form in JSON. Reading accepts the texts that writing makes, with spaces and with members in any order.
// Returns nullopt for all other texts, also for members that the type does not have.
std::optional<Message> message_of_json(const MessageType& type, std::string_view json);
std::string json_of(const Message& message);

}  // namespace rensa::wasm
