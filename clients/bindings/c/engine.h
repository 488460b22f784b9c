#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"

namespace rensa::bindings {

// An object that a handle names.
class Object {
 public:
  explicit Object(std::int32_t kind) : kind_(kind) {}
  virtual ~Object() = default;
  std::int32_t kind() const { return kind_; }

 private:
  std::int32_t kind_;  // RENSA_KIND_...
};

// The objects of an engine by their handles. A handle holds the place of its object in the table (24 bits), its kind
// (8 bits), the number of the engine (20 bits), and the number of objects that this place has had (12 bits). So the
// handle of a freed object is never that of another one, and no other engine has it. Numbers of engines are given out
// in turn, and come again after a million engines.
class ObjectTable {
 public:
  ObjectTable();
  ObjectTable(const ObjectTable&) = delete;
  ObjectTable& operator=(const ObjectTable&) = delete;
  // Precondition: not is_full().
  rensa_handle add(std::unique_ptr<Object> object);
  // Returns null if there is no object with this handle.
  Object* find(rensa_handle handle) const;
  // Returns false if there is no object with this handle.
  bool remove(rensa_handle handle);

  bool is_full() const { return free_.empty() && slots_.size() >= kMaxSlots; }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kMaxSlots = (std::size_t{1} << 24) - 1;

  struct Slot {
    std::uint32_t uses = 0;
    std::unique_ptr<Object> object;
  };

  rensa_handle handle_of(std::size_t slot) const;  // precondition: there is an object

  const std::uint32_t engine_;  // its number in this process
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;  // slots without an object; has room for all slots
  std::size_t size_ = 0;
};

}  // namespace rensa::bindings

// The type that rensa.h only names.
struct rensa_engine {
  static constexpr std::uint64_t kMark = 0x5245'4E53'4120'3031U;

  std::uint64_t mark = kMark;  // cleared when the engine is freed
  rensa::bindings::ObjectTable objects;
  std::array<char, 512> error_text{};

  // Cuts off what does not fit. Never allocates.
  void set_error_text(std::string_view argument, std::string_view reason);
};
