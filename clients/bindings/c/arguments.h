#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "clients/bindings/c/engine.h"
#include "clients/bindings/c/objects.h"
#include "engine/duel/game.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/rules/parsed.h"

namespace rensa::bindings {

// The arguments of one call. Each function of rensa.h first checks all of them, then asks is_ok(), then acts. The first
// wrong argument is the status of the call; its text names the argument and the reason.
class Arguments {
 public:
  explicit Arguments(rensa_engine& engine) : engine_(engine) {}

  bool is_ok() const { return status_ == RENSA_OK; }
  rensa_status status() const { return status_; }
  // Refuses the call, unless it is refused already. Returns the status.
  rensa_status refuse(rensa_status status, std::string_view argument, std::string_view reason);
  rensa_status refuse_text(std::string_view argument, const rules::ParseError& error) {
    return refuse(RENSA_ERROR_TEXT, argument, error.message);
  }

  // Pointers to one value.
  template <typename T>
  bool pointer(const T* value, std::string_view name) {
    return address(value, alignof(T), name);
  }

  // Numbers.
  bool number(std::int64_t value, std::int64_t least, std::int64_t most, std::string_view name);
  // A number in a struct. `element`: the place of the struct in an array, from 0; -1: it is no element of an array.
  bool member(std::int64_t value, std::int64_t least, std::int64_t most, std::string_view argument, int element,
              std::string_view name);
  bool boolean(std::int64_t value, std::string_view name) { return number(value, 0, 1, name); }
  duel::Seat seat(std::int32_t value);
  rules::Placement placement(std::int64_t index, std::string_view name);

  // An array; null is allowed if it is empty.
  template <typename T>
  std::span<const T> array(const T* values, std::uint32_t count, std::string_view name) {
    if (count == 0 || !pointer(values, name)) return {};
    return {values, count};
  }
  std::string_view text(const char* text, std::uint32_t length, std::string_view name);

  // Objects.
  template <typename T>
  T* object(rensa_handle handle, std::string_view name) {
    Object* found = engine_.objects.find(handle);
    if (found == nullptr || found->kind() != T::kKind) {
      refuse_handle(handle, T::kKind, name);
      return nullptr;
    }
    return static_cast<T*>(found);
  }
  // The game of a duel or of a replay.
  const duel::Game* game(rensa_handle handle);
  // Puts a new object into the engine.
  rensa_status add(std::unique_ptr<Object> object, rensa_handle* handle);
  rensa_engine& engine() { return engine_; }

  // Results of a variable size. Each is checked before the call acts, and written after that.

  // Room for a text or a list: null with a capacity of 0 asks for the size only.
  template <typename T>
  bool room(const T* values, std::uint32_t capacity, const std::uint32_t* size, std::string_view name) {
    if (!pointer(size, sizeof(T) == 1 ? "length" : "count")) return false;
    return (values == nullptr && capacity == 0) || pointer(values, name);
  }
  // Room for the events of one step.
  bool event_room(const rensa_event* events, std::uint32_t capacity, const std::uint32_t* count);

  // Precondition: the room was checked.
  rensa_status write_text(std::string_view from, char* text, std::uint32_t capacity, std::uint32_t* length);
  // Converts each value only if there is room for all of them, straight into the memory of the caller.
  template <typename From, typename T, typename Convert>
  rensa_status write_list(const From& from, Convert convert, T* values, std::uint32_t capacity, std::uint32_t* count) {
    if (!fits(std::size(from), values == nullptr, capacity)) return status_;
    if (values != nullptr) {
      for (const auto& value : from) *values++ = convert(value);
    }
    *count = static_cast<std::uint32_t>(std::size(from));
    return RENSA_OK;
  }

 private:
  bool address(const void* pointer, std::size_t alignment, std::string_view name);
  void refuse_handle(rensa_handle handle, std::int32_t kind, std::string_view name);
  bool fits(std::size_t needed, bool asks_for_size, std::uint32_t capacity);

  rensa_engine& engine_;
  rensa_status status_ = RENSA_OK;
};

// Calls body(Arguments&) for a function of rensa.h. No exception leaves it.
template <typename Body>
rensa_status run(rensa_engine* engine, Body&& body) noexcept {
  if (engine == nullptr || reinterpret_cast<std::uintptr_t>(engine) % alignof(rensa_engine) != 0 ||
      engine->mark != rensa_engine::kMark) {
    return RENSA_ERROR_HANDLE;
  }
  Arguments given(*engine);
#if defined(__cpp_exceptions)
  try {
    return body(given);
  } catch (const std::bad_alloc&) {
    return given.refuse(RENSA_ERROR_MEMORY, "", "there is not enough memory");
  } catch (...) {
    return given.refuse(RENSA_ERROR_INTERNAL, "", "this is an error of the library");
  }
#else
  return body(given);
#endif
}

}  // namespace rensa::bindings
