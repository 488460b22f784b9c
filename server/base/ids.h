#pragma once

#include <cstdint>

namespace rensa::base {

// A source of numbers, each of which is given out once. Used on one thread.
class IdSource {
 public:
  virtual ~IdSource() = default;
  virtual bool is_empty() const = 0;
  // Precondition: the source is not empty.
  virtual std::uint64_t take() = 0;
};

// Counts from 1, for tests and measurements without a store.
class CountingIds final : public IdSource {
 public:
  bool is_empty() const override { return false; }
  std::uint64_t take() override { return ++last_; }

 private:
  std::uint64_t last_ = 0;
};

}  // namespace rensa::base
