#include "server/wiring/ticket.h"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <sys/random.h>

#include "server/play/commitment.h"

namespace rensa::wiring {

std::string draw_ticket() {
  std::array<std::uint64_t, 2> words{};
  if (getrandom(words.data(), sizeof words, 0) != static_cast<ssize_t>(sizeof words)) {
    throw std::runtime_error("the system gives no random numbers");
  }
  return "ticket-" + play::hex_of(words[0]) + play::hex_of(words[1]);
}

}  // namespace rensa::wiring
