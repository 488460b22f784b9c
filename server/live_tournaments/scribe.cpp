#include "server/live_tournaments/scribe.h"

#include <exception>
#include <utility>
#include <variant>

#include "server/contest/whole_file.h"

namespace rensa::live_tournaments {

Scribe::Scribe(contest::JournalFile& journal, std::function<void(std::function<void()>)> post,
               std::function<void(std::string)> failed)
    : journal_(journal), post_(std::move(post)), failed_(std::move(failed)), thread_([this] { work(); }) {}

Scribe::~Scribe() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Scribe::write(const league::Event& event) { add(event); }

void Scribe::write(std::filesystem::path file, std::vector<std::uint8_t> bytes) {
  add(File{std::move(file), std::move(bytes)});
}

void Scribe::sync(std::function<void()> done) { add(std::move(done)); }

void Scribe::add(Task task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
}

void Scribe::work() {
  while (true) {
    std::deque<Task> tasks;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return is_over_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      tasks.swap(tasks_);
    }
    try {
      if (!has_failed_) carry_out(tasks);
    } catch (const std::exception& error) {
      has_failed_ = true;
      post_([failed = failed_, why = std::string(error.what())] { failed(why); });
    }
    call_back(tasks);
  }
}

void Scribe::carry_out(std::deque<Task>& tasks) {
  bool somebody_waits = false;
  for (Task& task : tasks) {
    if (const auto* event = std::get_if<league::Event>(&task)) journal_.append(*event);
    if (const auto* file = std::get_if<File>(&task)) contest::write_whole(file->path, file->bytes);
    somebody_waits = somebody_waits || std::holds_alternative<std::function<void()>>(task);
  }
  if (somebody_waits) journal_.sync();
}

void Scribe::call_back(std::deque<Task>& tasks) {
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
