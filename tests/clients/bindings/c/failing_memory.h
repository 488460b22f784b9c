#pragma once

namespace rensa::bindings {

// While it lives, the allocation of this number fails on this thread, 1 is the next one, and so do all later ones if
// `Later` says so. All others succeed. The other tests of this program allocate as usual.
class FailingAllocation {
 public:
  enum class Later { succeed, fail };

  explicit FailingAllocation(int number, Later later = Later::succeed);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;

  // Returns true once an allocation has failed.
  bool has_failed() const;
};

}  // namespace rensa::bindings
