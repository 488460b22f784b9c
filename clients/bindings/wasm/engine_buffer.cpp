#include "clients/bindings/wasm/engine_buffer.h"

#include <vector>

namespace rensa::wasm {

namespace {

std::vector<std::uint8_t>& bytes() {
  static std::vector<std::uint8_t> desk;
  return desk;
}

}  // namespace

std::span<const std::uint8_t> desk() { return bytes(); }

std::string_view text_on_desk() { return {reinterpret_cast<const char*>(bytes().data()), bytes().size()}; }

int put_on_desk(std::string_view text) {
  bytes().assign(text.begin(), text.end());
  return static_cast<int>(text.size());
}

// Makes room for so many bytes, and says where.
RENSA_EXPORT(desk_clear) std::uint8_t* desk_clear(unsigned size) {
  bytes().assign(size, 0);
  return bytes().data();
}

RENSA_EXPORT(desk_size) int desk_size() { return static_cast<int>(bytes().size()); }
RENSA_EXPORT(desk_at) const std::uint8_t* desk_at() { return bytes().data(); }

}  // namespace rensa::wasm
