#include "server/base/task_thread.h"

#include <cassert>
#include <cerrno>
#include <limits>
#include <sys/resource.h>
#include <utility>

namespace rensa::base {

namespace {

// Linux gives each thread a priority of its own. A higher number is a lower priority, and lowering it needs no right.
void lower_priority_of_this_thread() {
  constexpr int kStepsDown = 10;
  errno = 0;
  const int priority = getpriority(PRIO_PROCESS, 0);
  if (errno == 0) (void)setpriority(PRIO_PROCESS, 0, priority + kStepsDown);
}

}  // namespace

TaskThread::TaskThread(Priority priority) : thread_([this, priority] { work(priority); }) {}

TaskThread::~TaskThread() { finish(); }

void TaskThread::finish() {
  if (!thread_.joinable()) return;
  assert(std::this_thread::get_id() != thread_.get_id());
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void TaskThread::run(std::function<void()> task) {
  (void)run_unless_full(std::move(task), std::numeric_limits<std::size_t>::max());
}

void TaskThread::run_first(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    first_tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
}

bool TaskThread::run_unless_full(std::function<void()> task, std::size_t max_waiting) {
  {
    const std::lock_guard lock(mutex_);
    if (tasks_.size() >= max_waiting) return false;
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

void TaskThread::work(Priority priority) {
  if (priority == Priority::kBackground) lower_priority_of_this_thread();
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_stopping_ || !first_tasks_.empty() || !tasks_.empty(); });
    auto& next_tasks = first_tasks_.empty() ? tasks_ : first_tasks_;
    if (next_tasks.empty()) return;
    const std::function<void()> task = std::move(next_tasks.front());
    next_tasks.pop_front();
    lock.unlock();
    task();
  }
}

}  // namespace rensa::base
