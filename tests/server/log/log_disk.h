#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "server/log/append_file.h"

namespace rensa::log::test {

// A disk with the file of one log. It can be full, and it knows which bytes were synced: only these are sure to be
// there when the machine loses its power.
class LogDisk {
 public:
  using Content = std::vector<std::uint8_t>;

  LogDisk() = default;
  // The disk of a machine that starts again.
  explicit LogDisk(Content content) : content_(content), synced_(std::move(content)) {}

  // Each file must end before the disk.
  std::unique_ptr<AppendFile> open() { return std::make_unique<File>(*this); }
  // From now on it is called on the thread of the log after each append and before its sync. A machine that loses its
  // power then has the synced bytes, and any part of what comes behind them.
  void watch(std::function<void(const Content& synced, const Content& content)> watcher) {
    const std::lock_guard lock(mutex_);
    watcher_ = std::move(watcher);
  }
  void set_full(bool is_full) {
    const std::lock_guard lock(mutex_);
    is_full_ = is_full;
  }
  // What another process finds after kill -9.
  Content content() const {
    const std::lock_guard lock(mutex_);
    return content_;
  }
  // What is there at least after a loss of power.
  Content synced() const {
    const std::lock_guard lock(mutex_);
    return synced_;
  }

 private:
  class File final : public AppendFile {
   public:
    explicit File(LogDisk& disk) : disk_(disk) {}

    Content read() override { return disk_.content(); }
    void append(std::span<const std::uint8_t> bytes) override {
      const std::lock_guard lock(disk_.mutex_);
      disk_.check_room();
      disk_.content_.insert(disk_.content_.end(), bytes.begin(), bytes.end());
      if (disk_.watcher_) disk_.watcher_(disk_.synced_, disk_.content_);
    }
    void sync() override {
      const std::lock_guard lock(disk_.mutex_);
      disk_.synced_ = disk_.content_;
    }
    void truncate(std::size_t size) override {
      const std::lock_guard lock(disk_.mutex_);
      disk_.content_.resize(size);
    }
    void prepare(std::span<const std::uint8_t> bytes) override {
      const std::lock_guard lock(disk_.mutex_);
      disk_.check_room();
      prepared_.assign(bytes.begin(), bytes.end());
    }
    void use_prepared(std::span<const std::uint8_t> rest) override {
      const std::lock_guard lock(disk_.mutex_);
      prepared_.insert(prepared_.end(), rest.begin(), rest.end());
      disk_.content_ = disk_.synced_ = prepared_;
    }
    std::string keep_damaged(std::span<const std::uint8_t>) override { return "matches.log.damaged"; }

   private:
    LogDisk& disk_;
    Content prepared_;
  };

  void check_room() const {
    if (is_full_) throw std::runtime_error("matches.log: No space left on device");
  }

  mutable std::mutex mutex_;
  Content content_;
  Content synced_;
  bool is_full_ = false;
  std::function<void(const Content&, const Content&)> watcher_;
};

}  // namespace rensa::log::test
