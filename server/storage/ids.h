#pragma once

#include <cstdint>
#include <string_view>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for numbers that are given out once: a block of them is reserved on disk before its first number is
// used, so no process that uses this store ever gives out a number of it again. Numbers of records are not reserved:
// the store gives one to each game in the transaction that stores it.

enum class IdKind : std::uint8_t { match, session };

inline std::string_view name_of(IdKind kind) {
  switch (kind) {
    case IdKind::match:
      return "match";
    case IdKind::session:
      return "session";
  }
  return "";
}

struct IdBlock {
  std::uint64_t first = 1;
  std::uint64_t count = 0;

  bool operator==(const IdBlock&) const = default;
};

inline constexpr std::uint64_t kMaxIdBlock = 1'000'000'000'000;

// All calls return at once and may be made from any thread.
class Ids {
 public:
  virtual ~Ids() = default;

  // The numbers of matches are also larger than those of all stored matches. Precondition: 0 < count <= kMaxIdBlock. If
  // the answer is an error, the numbers may be lost, but are given to no other.
  virtual void reserve_ids(IdKind kind, std::uint64_t count, Completion<IdBlock> done) = 0;
};

}  // namespace rensa::storage
