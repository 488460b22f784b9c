#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "tests/clients/bindings/c/world.h"

namespace rensa::bindings {

// An argument of any function of rensa.h. All have this one type, so that the checks need no templates, which would be
// compiled anew for each function.
class Argument {
 public:
  template <std::integral T>
  Argument(T number) : bits_(static_cast<std::uint64_t>(number)) {}
  Argument(const void* pointer) : bits_(reinterpret_cast<std::uintptr_t>(pointer)) {}

  template <typename T>
  T as() const {
    if constexpr (std::is_pointer_v<T>) {
      return reinterpret_cast<T>(static_cast<std::uintptr_t>(bits_));
    } else {
      return static_cast<T>(bits_);
    }
  }

 private:
  std::uint64_t bits_;
};

struct Parameter {
  enum class Kind { engine, number, handle, text, pointer };

  Kind kind;
  std::size_t alignment = 1;  // of the value that a pointer leads to
  std::string name{};         // as in rensa.h
  bool may_be_null = false;
};

// The error that a wrong argument leads to.
struct Refusal {
  rensa_status status = RENSA_OK;
  std::string argument;  // with which the text begins; empty: the engine is wrong, and has no text
};

// One call of a function of rensa.h: valid arguments, and wrong values for some of them. Each wrong value has to be
// refused as it should, also while there is no memory, and may change nothing that the caller can see.
// without_memory_test.cpp lets the valid calls lack memory.
class CheckedCall {
 public:
  template <typename... A>
  CheckedCall(World& world, const char* name, rensa_status (*function)(A...) noexcept, std::type_identity_t<A>... valid)
      : CheckedCall(world, name, reinterpret_cast<AnyFunction>(function),
                    caller_of<A...>(std::index_sequence_for<A...>()), {parameter_of<A>()...}, {Argument(valid)...}) {}

  // Wrong values of an argument that lead to the usual error: one of texts for a text, of values for what a pointer
  // leads to, of room for a capacity, and else of arguments.
  CheckedCall& wrong(const std::string& name, std::initializer_list<Argument> values);
  CheckedCall& wrong_as(const std::string& name, const Refusal& refusal, std::initializer_list<Argument> values);
  CheckedCall& may_be_null(const std::string& name);

  // Makes all the wrong calls, and at last the valid one.
  void check();

 private:
  using AnyFunction = void (*)();
  using Caller = rensa_status (*)(AnyFunction function, const Argument* arguments);

  struct Wrong {
    std::string what;
    Refusal refusal;
    std::vector<Argument> arguments;
  };

  CheckedCall(World& world, const char* name, AnyFunction function, Caller caller, std::vector<Parameter> parameters,
              std::vector<Argument> valid);

  template <typename... A, std::size_t... I>
  static Caller caller_of(std::index_sequence<I...>) {
    return [](AnyFunction function, const Argument* arguments) {
      return reinterpret_cast<rensa_status (*)(A...) noexcept>(function)(arguments[I].as<A>()...);
    };
  }

  template <typename T>
  static Parameter parameter_of() {
    if constexpr (std::is_same_v<T, rensa_engine*>) {
      return {Parameter::Kind::engine};
    } else if constexpr (std::is_same_v<T, const char*>) {
      return {Parameter::Kind::text};
    } else if constexpr (std::is_pointer_v<T>) {
      return {Parameter::Kind::pointer, alignof(std::remove_pointer_t<T>)};
    } else {
      return {std::is_same_v<T, rensa_handle> ? Parameter::Kind::handle : Parameter::Kind::number};
    }
  }

  std::size_t index_of(const std::string& name) const;
  rensa_status call(const std::vector<Argument>& arguments) const { return caller_(function_, arguments.data()); }
  void add_common_wrongs(std::size_t index);
  void add_wrong_handles(std::size_t index);
  void call_without_memory(rensa_status refusal, const std::vector<Argument>& arguments) const;
  // Leaves an error behind that no call of the tests has.
  void clear_error_text() const;
  std::string error_text() const { return rensa_error_text(world_.engine); }

  World& world_;
  std::string name_;
  AnyFunction function_;
  Caller caller_;
  std::vector<Parameter> parameters_;
  std::vector<Argument> valid_;
  std::vector<Wrong> wrongs_;
};

// The call of a function with an engine of the variable `w`, a World, and with these other arguments.
#define CALL(function, ...) CheckedCall(w, #function, function, w.engine, __VA_ARGS__)

}  // namespace rensa::bindings
