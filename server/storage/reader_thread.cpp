#include "server/storage/reader_thread.h"

#include <cassert>
#include <utility>

namespace rensa::storage {

ReaderThread::~ReaderThread() {
  assert(std::this_thread::get_id() != thread_.get_id());
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  has_work_.notify_one();
  thread_.join();
}

bool ReaderThread::push(std::function<void()> read) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() == kMostWaiting) return false;
  waiting_.push_back(std::move(read));
  has_work_.notify_one();
  return true;
}

void ReaderThread::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    has_work_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::function<void()> read = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    read();
  }
}

}  // namespace rensa::storage
