#include "clients/bindings/wasm/engine_buffer.h"

#include <vector>

namespace rensa::wasm {

namespace {

std::vector<std::uint8_t>& bytes() {
  static std::vector<std::uint8_t> buffer;
  return buffer;
}

}  // namespace

std::span<const std::uint8_t> buffer_bytes() { return bytes(); }

std::string_view buffer_text() { return {reinterpret_cast<const char*>(bytes().data()), bytes().size()}; }

int write_buffer(std::string_view text) {
  bytes().assign(text.begin(), text.end());
  return static_cast<int>(text.size());
}

// Replaces the contents by `size` zeros and returns the address.
RENSA_EXPORT(buffer_resize) std::uint8_t* buffer_resize(unsigned size) {
  bytes().assign(size, 0);
  return bytes().data();
}

RENSA_EXPORT(buffer_size) int buffer_size() { return static_cast<int>(bytes().size()); }
RENSA_EXPORT(buffer_address) const std::uint8_t* buffer_address() { return bytes().data(); }

}  // namespace rensa::wasm
