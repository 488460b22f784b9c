#include "server/app/ticket.h"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <sys/random.h>

#include "server/play/commitment.h"

namespace rensa::app {

namespace {

std::array<std::uint64_t, 2> draw_words() {
  std::array<std::uint64_t, 2> words{};
  if (getrandom(words.data(), sizeof words, 0) != static_cast<ssize_t>(sizeof words)) {
    throw std::runtime_error("the system gives no random numbers");
  }
  return words;
}

}  // namespace

std::string draw_ticket() {
  const auto [first, second] = draw_words();
  return "ticket-" + play::hex_of(first) + play::hex_of(second);
}

std::uint64_t draw_seed() {
  constexpr int kExact = 53;  // bits of a double
  return draw_words()[0] >> (64 - kExact);
}

}  // namespace rensa::app
