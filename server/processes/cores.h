#pragma once

#include <sched.h>
#include <vector>

namespace rensa::processes {

// Spreads programs over the cores of this machine that this process may use itself. All on one thread.
class Cores {
 public:
  // Some of them, lent for as long as this lives. The lender outlives it.
  class Loan {
   public:
    Loan() = default;
    Loan(Loan&& other) noexcept;
    Loan& operator=(Loan&& other) noexcept;
    ~Loan();

    const cpu_set_t& set() const { return set_; }

   private:
    friend class Cores;
    Cores* lender_ = nullptr;
    cpu_set_t set_{};
  };

  // So many of those that have been lent the least, or all; none, where the system does not say which there are.
  Loan lend(int wanted);

 private:
  std::vector<int> loans_;  // by core
};

}  // namespace rensa::processes
