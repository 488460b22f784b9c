#include "tests/clients/bindings/c/failing_memory.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace rensa::bindings {

namespace {

// Allocations until the one that fails; 0: none fails.
thread_local int allocations_left = 0;

void* allocate(std::size_t size, std::size_t alignment) {
  if (allocations_left > 0 && --allocations_left == 0) throw std::bad_alloc();
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

FailingAllocation::FailingAllocation(int number) { allocations_left = number; }
FailingAllocation::~FailingAllocation() { allocations_left = 0; }

}  // namespace rensa::bindings

void* operator new(std::size_t size) { return rensa::bindings::allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return rensa::bindings::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
