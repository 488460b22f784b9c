#pragma once

#include <cstdint>
#include <string>

namespace rensa::python {

// Raises rensa.RensaError with a status of rensa.h, as a function of rensa.h would do by ctypes.
[[noreturn]] void raise_error(std::int32_t status, const std::string& text);

}  // namespace rensa::python
