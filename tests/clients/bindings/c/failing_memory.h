#pragma once

namespace rensa::bindings {

// While it lives, the allocation of this number fails on this thread, 1 is the next one. All others succeed. The other
// tests of this program allocate as usual.
class FailingAllocation {
 public:
  explicit FailingAllocation(int number);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
};

}  // namespace rensa::bindings
