#include "clients/bindings/c/engine.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

namespace rensa::bindings {

namespace {

constexpr unsigned kKindShift = 24;
constexpr unsigned kEngineShift = 32;
constexpr unsigned kUsesShift = 52;
constexpr std::uint64_t kSlotMask = (std::uint64_t{1} << kKindShift) - 1;
constexpr std::uint32_t kMaxEngine = (std::uint32_t{1} << (kUsesShift - kEngineShift)) - 1;
constexpr std::uint32_t kMaxUses = (std::uint32_t{1} << (64 - kUsesShift)) - 1;

std::uint32_t next_engine_number() {
  static std::atomic<std::uint32_t> engines = 0;
  return engines.fetch_add(1, std::memory_order_relaxed) & kMaxEngine;
}

}  // namespace

ObjectTable::ObjectTable() : engine_(next_engine_number()) {}

rensa_handle ObjectTable::handle_of(std::size_t slot) const {
  const auto kind = static_cast<std::uint64_t>(slots_[slot].object->kind());
  return (slot + 1) | kind << kKindShift | std::uint64_t{engine_} << kEngineShift |
         std::uint64_t{slots_[slot].uses} << kUsesShift;
}

rensa_handle ObjectTable::add(std::unique_ptr<Object> object) {
  if (free_.empty()) {
    free_.reserve(slots_.size() + 1);
    slots_.emplace_back();
    free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
  }
  const std::size_t index = free_.back();
  free_.pop_back();
  ++size_;
  Slot& slot = slots_[index];
  slot.object = std::move(object);
  ++slot.uses;
  return handle_of(index);
}

Object* ObjectTable::find(rensa_handle handle) const {
  const std::uint64_t index = (handle & kSlotMask) - 1;  // a handle without a slot is out of range
  if (index >= slots_.size() || slots_[index].object == nullptr) return nullptr;
  return handle_of(index) == handle ? slots_[index].object.get() : nullptr;
}

bool ObjectTable::remove(rensa_handle handle) {
  if (find(handle) == nullptr) return false;
  const std::uint64_t index = (handle & kSlotMask) - 1;
  Slot& slot = slots_[index];
  slot.object.reset();
  --size_;
  // A slot is never used again once its counter of uses is at its largest value.
  if (slot.uses != kMaxUses) free_.push_back(static_cast<std::uint32_t>(index));
  return true;
}

}  // namespace rensa::bindings

void rensa_engine::set_error_text(std::string_view argument, std::string_view reason) {
  std::size_t size = 0;
  const auto add = [&](std::string_view text) {
    const std::size_t fits = std::min(text.size(), error_text.size() - 1 - size);
    std::copy_n(text.begin(), fits, error_text.begin() + static_cast<std::ptrdiff_t>(size));
    size += fits;
  };
  if (!argument.empty()) {
    add(argument);
    add(": ");
  }
  add(reason);
  // A character that was cut in its middle is left out.
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(error_text[at]); };
  if (size == error_text.size() - 1) {
    while (size > 0 && (byte(size - 1) & 0xC0U) == 0x80) --size;
    if (size > 0 && byte(size - 1) >= 0xC0) --size;
  }
  error_text[size] = '\0';
}

uint32_t rensa_version() noexcept { return RENSA_API_VERSION; }

rensa_status rensa_engine_create(rensa_engine** engine) noexcept {
  if (engine == nullptr || reinterpret_cast<std::uintptr_t>(engine) % alignof(rensa_engine*) != 0) {
    return RENSA_ERROR_ARGUMENT;
  }
  auto* made = new (std::nothrow) rensa_engine;
  if (made == nullptr) return RENSA_ERROR_MEMORY;
  *engine = made;
  return RENSA_OK;
}

void rensa_engine_free(rensa_engine* engine) noexcept {
  if (engine == nullptr || engine->mark != rensa_engine::kMark) return;
  // Later calls may recognise that the mark is gone. Without `volatile` a compiler may leave this out.
  static_cast<volatile std::uint64_t&>(engine->mark) = 0;
  delete engine;
}

const char* rensa_error_text(const rensa_engine* engine) noexcept {
  if (engine == nullptr || engine->mark != rensa_engine::kMark) return "engine: this is not an engine";
  return engine->error_text.data();
}
