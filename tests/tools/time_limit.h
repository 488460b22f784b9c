#pragma once

#include <chrono>

namespace rensa::test {

// The longest time that a test waits for an event. A limit only ends a test that hangs. It is never a measure of speed:
// on a busy machine the same test takes much longer, and must still pass.
inline constexpr std::chrono::minutes kTimeLimit{5};

}  // namespace rensa::test
