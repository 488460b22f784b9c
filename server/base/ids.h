#pragma once

#include <cstdint>

namespace rensa::base {

// One connection's conversation, from its first message to the last. Never used again.
enum class SessionId : std::uint64_t {};

}  // namespace rensa::base
