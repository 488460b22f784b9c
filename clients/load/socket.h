#pragma once

#include <string>

namespace rensa::load {

// A socket connected to HOST:PORT or unix:PATH. Throws std::runtime_error with a sentence when it cannot connect.
int connect_to(const std::string& server);

}  // namespace rensa::load
