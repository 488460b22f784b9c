#include "server/processes/core_allocator.h"

#include <algorithm>
#include <utility>

namespace rensa::processes {

namespace {

constexpr std::size_t kMaxCores = CPU_SETSIZE;

}  // namespace

CoreAllocator::Lease CoreAllocator::lease(int wanted) {
  Lease lease;
  cpu_set_t ours;
  if (sched_getaffinity(0, sizeof ours, &ours) != 0) return lease;
  leases_.resize(kMaxCores);
  std::vector<std::size_t> free;
  for (std::size_t core = 0; core < kMaxCores; ++core) {
    if (CPU_ISSET(core, &ours)) free.push_back(core);
  }
  std::sort(free.begin(), free.end(), [this](std::size_t one, std::size_t two) {
    return leases_[one] != leases_[two] ? leases_[one] < leases_[two] : one < two;
  });
  free.resize(std::min(free.size(), static_cast<std::size_t>(wanted)));
  for (const std::size_t core : free) {
    CPU_SET(core, &lease.set_);
    ++leases_[core];
  }
  lease.allocator_ = this;
  return lease;
}

CoreAllocator::Lease::Lease(Lease&& other) noexcept
    : allocator_(std::exchange(other.allocator_, nullptr)), set_(other.set_) {}

CoreAllocator::Lease& CoreAllocator::Lease::operator=(Lease&& other) noexcept {
  std::swap(allocator_, other.allocator_);
  std::swap(set_, other.set_);
  return *this;
}

CoreAllocator::Lease::~Lease() {
  if (allocator_ == nullptr) return;
  for (std::size_t core = 0; core < kMaxCores; ++core) {
    if (CPU_ISSET(core, &set_)) --allocator_->leases_[core];
  }
}

}  // namespace rensa::processes
