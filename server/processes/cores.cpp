#include "server/processes/cores.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace rensa::processes {

namespace {

constexpr std::size_t kMostCores = CPU_SETSIZE;

}  // namespace

Cores::Loan Cores::lend(int wanted) {
  Loan loan;
  cpu_set_t ours;
  if (sched_getaffinity(0, sizeof ours, &ours) != 0) return loan;
  loans_.resize(kMostCores);
  std::vector<std::size_t> free;
  for (std::size_t core = 0; core < kMostCores; ++core) {
    if (CPU_ISSET(core, &ours)) free.push_back(core);
  }
  std::sort(free.begin(), free.end(), [this](std::size_t one, std::size_t two) {
    return loans_[one] != loans_[two] ? loans_[one] < loans_[two] : one < two;
  });
  free.resize(std::min(free.size(), static_cast<std::size_t>(wanted)));
  for (const std::size_t core : free) {
    CPU_SET(core, &loan.set_);
    ++loans_[core];
  }
  loan.lender_ = this;
  return loan;
}

Cores::Loan::Loan(Loan&& other) noexcept : lender_(std::exchange(other.lender_, nullptr)), set_(other.set_) {}

Cores::Loan& Cores::Loan::operator=(Loan&& other) noexcept {
  std::swap(lender_, other.lender_);
  std::swap(set_, other.set_);
  return *this;
}

Cores::Loan::~Loan() {
  if (lender_ == nullptr) return;
  for (std::size_t core = 0; core < kMostCores; ++core) {
    if (CPU_ISSET(core, &set_)) --lender_->loans_[core];
  }
}

}  // namespace rensa::processes
