#pragma once

#include <cstdint>

// The functions that the page calls besides those of rensa.h. Each writes its result if there is room for it, and
// returns the size of the result; -1 if the input is not a message.

extern "C" {

// A message of the server from its bytes (rensa.v1.pb) to JSON.
std::int32_t page_json_of_server_message(const std::uint8_t* bytes, std::uint32_t length, char* json,
                                         std::uint32_t capacity) noexcept;

// A message of a client from JSON to its bytes.
std::int32_t page_bytes_of_client_message(const char* json, std::uint32_t length, std::uint8_t* bytes,
                                          std::uint32_t capacity) noexcept;
}
