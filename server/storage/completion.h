#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace rensa::storage {

// The answers of a store: each is a value or an error, and is given to a completion. No exception leaves a call.

struct StoreError {
  enum class Kind : std::uint8_t {
    unavailable,  // the store cannot do it now; it may succeed later
    refused,      // the request contradicts what is stored, or one of the two is invalid: it would fail again
  };
  Kind kind = Kind::unavailable;
  std::string message;  // one sentence for people

  bool operator==(const StoreError&) const = default;
};

template <typename Value>
class [[nodiscard]] StoreResult {
 public:
  StoreResult(Value value) : content_(std::in_place_index<0>, std::move(value)) {}
  StoreResult(StoreError error) : content_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }
  // Precondition of the value: there is no error; and of the error: there is one.
  Value& operator*() { return value(); }
  const Value& operator*() const { return const_cast<StoreResult*>(this)->value(); }
  Value* operator->() { return &value(); }
  const Value* operator->() const { return &const_cast<StoreResult*>(this)->value(); }
  const StoreError& error() const {
    assert(content_.index() == 1);
    return *std::get_if<1>(&content_);
  }

 private:
  Value& value() {
    assert(content_.index() == 0);
    return *std::get_if<0>(&content_);
  }

  std::variant<Value, StoreError> content_;
};

// The answer of a call that has nothing to say but that it succeeded.
using Success = std::monostate;

// Is called exactly once, through the store's executor, and must not throw.
template <typename Value>
using Completion = std::function<void(StoreResult<Value>)>;

// Runs a function soon on the thread of the event loop, never within the call. May be called from any thread.
using Executor = std::function<void(std::function<void()>)>;

// An error while a store is opened, and within the folder of storage.
class StoreException : public std::runtime_error {
 public:
  explicit StoreException(const std::string& message, StoreError::Kind kind = StoreError::Kind::unavailable)
      : std::runtime_error(message), kind_(kind) {}
  StoreError error() const { return {.kind = kind_, .message = what()}; }

 private:
  StoreError::Kind kind_;
};

}  // namespace rensa::storage
