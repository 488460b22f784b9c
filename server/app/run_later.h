#pragma once

#include <chrono>
#include <functional>

namespace rensa::app {

// Runs a function on the thread of the event loop after a delay.
using RunLater = std::function<void(std::chrono::milliseconds, std::function<void()>)>;

}  // namespace rensa::app
