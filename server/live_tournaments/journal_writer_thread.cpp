#include "server/live_tournaments/journal_writer_thread.h"

#include <exception>
#include <utility>

#include "engine/record/codec.h"
#include "server/tournament/journal/atomic_file.h"

namespace rensa::live_tournaments {

JournalWriterThread::JournalWriterThread(tournament::JournalFile& journal,
                                         std::function<void(std::function<void()>)> post,
                                         std::function<void(std::string)> failed)
    : journal_(journal), post_(std::move(post)), failed_(std::move(failed)), thread_([this] { run(); }) {}

JournalWriterThread::~JournalWriterThread() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void JournalWriterThread::write(const tournament::Event& event) { add(event); }

void JournalWriterThread::write(std::filesystem::path file, std::vector<std::uint8_t> bytes) {
  add(File{std::move(file), std::move(bytes)});
}

void JournalWriterThread::write(std::filesystem::path file, record::Record record) {
  add(File{std::move(file), std::move(record)});
}

void JournalWriterThread::sync(std::function<void()> done) { add(std::move(done)); }

void JournalWriterThread::add(Task task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
}

void JournalWriterThread::run() {
  while (true) {
    std::deque<Task> tasks;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return is_stopping_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      tasks.swap(tasks_);
    }
    try {
      if (!has_failed_) perform(tasks);
    } catch (const std::exception& error) {
      has_failed_ = true;
      post_([failed = failed_, why = std::string(error.what())] { failed(why); });
    }
    notify_waiters(tasks);
  }
}

void JournalWriterThread::perform(std::deque<Task>& tasks) {
  bool has_waiters = false;
  for (Task& task : tasks) {
    if (const auto* event = std::get_if<tournament::Event>(&task)) journal_.append(*event);
    if (const auto* file = std::get_if<File>(&task)) {
      const auto* record = std::get_if<record::Record>(&file->content);
      tournament::write_file_atomically(file->path,
                                        record != nullptr ? record::encode(*record) : std::get<0>(file->content));
    }
    has_waiters = has_waiters || std::holds_alternative<std::function<void()>>(task);
  }
  if (has_waiters) journal_.sync();
}

void JournalWriterThread::notify_waiters(std::deque<Task>& tasks) {
  std::vector<std::function<void()>> done;
  for (Task& task : tasks) {
    if (auto* call = std::get_if<std::function<void()>>(&task)) done.push_back(std::move(*call));
  }
  if (done.empty()) return;
  post_([done = std::move(done)] {
    for (const auto& call : done) call();
  });
}

}  // namespace rensa::live_tournaments
