#pragma once

#include <cstddef>

namespace rensa::base {

// Asks the processor for an object that is needed soon: where thousands are gone through, waiting for memory is most of
// the work.
template <typename Object>
void prefetch(const Object& object) {
  constexpr std::size_t kLine = 64;
  const auto* bytes = reinterpret_cast<const std::byte*>(&object);
  for (std::size_t at = 0; at < sizeof(Object); at += kLine) __builtin_prefetch(bytes + at);
}

}  // namespace rensa::base
