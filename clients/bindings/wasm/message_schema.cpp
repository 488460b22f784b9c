#include "clients/bindings/wasm/message_schema.h"

#include <algorithm>

namespace rensa::wasm {

namespace {

#include "clients/bindings/wasm/message_tables.inl"

consteval std::size_t index_of_message(std::string_view name) {
  std::size_t index = 0;
  while (kMessages[index].name != name) ++index;
  return index;
}

consteval bool are_fields_by_number() {
  return std::all_of(std::begin(kMessages), std::end(kMessages), [](const MessageType& type) {
    return std::is_sorted(type.fields.begin(), type.fields.end(),
                          [](const MessageField& a, const MessageField& b) { return a.number < b.number; });
  });
}
static_assert(are_fields_by_number());

}  // namespace

std::span<const Enumerator> enumerators(std::size_t type) { return kEnums[type]; }
const MessageType& message_type(std::size_t type) { return kMessages[type]; }
const MessageType& client_message_type() { return kMessages[index_of_message("ClientMessage")]; }
const MessageType& server_message_type() { return kMessages[index_of_message("ServerMessage")]; }

}  // namespace rensa::wasm
