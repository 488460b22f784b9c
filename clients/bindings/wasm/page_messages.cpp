#include "clients/bindings/wasm/page_messages.h"

#include <algorithm>
#include <string>

#include "clients/bindings/wasm/message.h"

namespace {

template <typename T>
std::int32_t write_result(const std::string& result, T* to, std::uint32_t capacity) {
  if (result.size() <= capacity) std::copy(result.begin(), result.end(), to);
  return static_cast<std::int32_t>(result.size());
}

}  // namespace

using namespace rensa::wasm;

std::int32_t page_json_of_server_message(const std::uint8_t* bytes, std::uint32_t length, char* json,
                                         std::uint32_t capacity) noexcept {
  const auto message = message_of_bytes(server_message_type(), {bytes, length});
  return message ? write_result(json_of(*message), json, capacity) : -1;
}

std::int32_t page_bytes_of_client_message(const char* json, std::uint32_t length, std::uint8_t* bytes,
                                          std::uint32_t capacity) noexcept {
  const auto message = message_of_json(client_message_type(), {json, length});
  return message ? write_result(bytes_of(*message), bytes, capacity) : -1;
}
