#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "server/daily/period.h"

namespace rensa::daily {

// Draws the seeds of all periods from one secret, and names persons so that nobody can tell who they are. The key is
// the secret of all servers that use the same data: so a restart changes no seed, and nobody knows the next one.
class Secrets {
 public:
  explicit Secrets(std::string key) : key_(std::move(key)) {}

  std::uint64_t seed_of(const Period& period) const;
  // Returns the name under which a person's try is stored. `identity`: the token of an account, or what the page of a
  // guest keeps.
  std::string person_of(const Period& period, std::string_view identity) const;

 private:
  std::uint64_t number_of(const std::string& text) const;

  std::string key_;
};

}  // namespace rensa::daily
