#pragma once

#include <stdexcept>

namespace rensa::storage {

// What went wrong, as one sentence for people.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The store is well, but does not take this name for a token: the caller's to put right.
class TokenRefused : public StoreError {
 public:
  using StoreError::StoreError;
};

}  // namespace rensa::storage
