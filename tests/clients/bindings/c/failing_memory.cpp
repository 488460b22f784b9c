#include "tests/clients/bindings/c/failing_memory.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace rensa::bindings {
namespace {

thread_local int allocations_left = 0;  // until the one that fails; 0: none fails
thread_local bool later_ones_fail = false;
thread_local bool is_failing = false;

void* allocate_or_null(std::size_t size, std::size_t alignment) {
  const bool fails = allocations_left > 0 && --allocations_left == 0;
  if (fails || (is_failing && later_ones_fail)) {
    is_failing = true;
    return nullptr;
  }
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
}

void* allocate(std::size_t size, std::size_t alignment) {
  void* memory = allocate_or_null(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

constexpr std::size_t kUsual = alignof(std::max_align_t);

}  // namespace

FailingAllocation::FailingAllocation(int number, Later later) {
  allocations_left = number;
  later_ones_fail = later == Later::fail;
  is_failing = false;
}

FailingAllocation::~FailingAllocation() {
  allocations_left = 0;
  later_ones_fail = false;
}

bool FailingAllocation::has_failed() const { return is_failing; }

}  // namespace rensa::bindings

// Every form of new, because the library's own forms may call malloc() themselves.
using namespace rensa::bindings;

void* operator new(std::size_t size) { return allocate(size, kUsual); }
void* operator new[](std::size_t size) { return allocate(size, kUsual); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate_or_null(size, kUsual); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate_or_null(size, kUsual); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate_or_null(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate_or_null(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
