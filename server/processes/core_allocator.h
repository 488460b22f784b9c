#pragma once

#include <sched.h>
#include <vector>

namespace rensa::processes {

// Spreads programs over the cores of this machine that this process may use. All calls are on one thread.
class CoreAllocator {
 public:
  // Some cores, leased for as long as this object lives. The allocator outlives it.
  class Lease {
   public:
    Lease() = default;
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&& other) noexcept;
    ~Lease();

    const cpu_set_t& set() const { return set_; }

   private:
    friend class CoreAllocator;
    CoreAllocator* allocator_ = nullptr;
    cpu_set_t set_{};
  };

  // Leases as many cores as wanted: those with the fewest leases, or all if there are fewer. Leases no cores if the
  // system does not say which cores there are.
  Lease lease(int wanted);

 private:
  std::vector<int> leases_;  // by core
};

}  // namespace rensa::processes
