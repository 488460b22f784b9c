#include "clients/bindings/wasm/message.h"

#include <algorithm>

namespace rensa::wasm {

namespace {

constexpr std::size_t kUsualMessages = 12;

bool is_before(const Message::Value& value, std::size_t field) { return value.field < field; }
bool is_after(std::size_t field, const Message::Value& value) { return field < value.field; }

}  // namespace

Message::Message(const MessageType& type) {
  nodes_.reserve(kUsualMessages);
  add_node(type);
}

std::size_t Message::add_node(const MessageType& type) {
  nodes_.push_back({.type = &type, .values = {}});
  nodes_.back().values.reserve(std::min<std::size_t>(type.fields.size(), kUsualMessages));
  return nodes_.size() - 1;
}

std::span<const Message::Value> Message::values_of(std::size_t place, std::size_t field) const {
  const std::vector<Value>& values = nodes_[place].values;
  const auto first = std::lower_bound(values.begin(), values.end(), field, is_before);
  return {first, std::upper_bound(first, values.end(), field, is_after)};
}

// Values mostly come in the order of their fields.
Message::Value& Message::put(std::size_t place, std::size_t field) {
  std::vector<Value>& values = nodes_[place].values;
  const MessageField& of = nodes_[place].type->fields[field];
  if (of.oneof != 0) {
    std::erase_if(values, [&](const Value& value) {
      return value.field != field && nodes_[place].type->fields[value.field].oneof == of.oneof;
    });
  }
  const auto after = values.empty() || values.back().field <= field
                         ? values.end()
                         : std::upper_bound(values.begin(), values.end(), field, is_after);
  if (of.label != FieldLabel::repeated && after != values.begin() && (after - 1)->field == field) return *(after - 1);
  return *values.insert(after, {.field = static_cast<std::uint8_t>(field)});
}

void Message::put_number(std::size_t place, std::size_t field, std::uint64_t number) {
  put(place, field).number = number;
}

void Message::put_text(std::size_t place, std::size_t field, std::string_view text) {
  Value& value = put(place, field);
  value.text_begin = texts_.size();
  value.text_size = text.size();
  texts_ += text;
}

std::size_t Message::put_message(std::size_t place, std::size_t field) {
  Value& value = put(place, field);
  // The root is in no field, so that its place stands for a message that is not there yet.
  if (value.number == kRoot) value.number = nodes_.size();
  const auto inner = static_cast<std::size_t>(value.number);
  if (inner == nodes_.size()) add_node(message_type(nodes_[place].type->fields[field].type));
  return inner;
}

}  // namespace rensa::wasm
