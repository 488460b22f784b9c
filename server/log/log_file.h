#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/base/lifetime.h"
#include "server/base/task_thread.h"
#include "server/log/append_file.h"

namespace rensa::log {

// A log of frames in a file: a line that names its form, and then one frame after another. A frame has its length, a
// checksum and its bytes. If no whole frame follows an incomplete or changed one, it was being written when the machine
// stopped, and is cut. Otherwise the file was damaged. Then its user chooses what stays of the whole frames, and all
// bytes from the first damaged one on are copied to a file of their own.
//
// The log has threads that wait for the disk. All functions are called on the thread of the event loop, and their
// callbacks come there.
class LogFile {
 public:
  using Frame = std::vector<std::uint8_t>;
  // nullopt: the call has succeeded, and its result is on disk. Otherwise the error.
  using Done = std::function<void(const std::optional<std::string>& error)>;
  // Runs a function soon on the thread of the event loop, never within the call.
  using Executor = std::function<void(std::function<void()>)>;
  // Returns the frames that stay of a damaged file. `parts`: the whole frames before, between and behind the damaged
  // places, of which there is at least one.
  using Repair = std::function<std::vector<Frame>(std::vector<std::vector<Frame>> parts)>;

  // Reads the file, which waits for the disk. `header`: the line without its end. Throws std::runtime_error if the file
  // cannot be read, or begins with another line; and what `repair` throws, and then the file stays as it is.
  LogFile(std::unique_ptr<AppendFile> file, const std::string& header, Executor post,
          const Repair& repair = keep_first_part);
  // Waits for the frames that were appended before. A rewrite that has not ended is dropped.
  ~LogFile() {
    rewriting_thread_.finish();
    thread_.finish();
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  // Takes the frames that the file had at its start, after its repair.
  std::vector<Frame> take_frames() { return std::move(frames_); }
  // The number of bytes that were in no whole frame, and have been removed.
  std::size_t removed_bytes() const { return removed_bytes_; }
  // The file to which all bytes from the first damaged one on were copied. Empty: the log was not damaged, and the
  // removed bytes were the frame that was being written when the machine stopped.
  const std::string& damaged_part() const { return damaged_part_; }

  // Adds a frame. If it fails, nothing is added, and the same frame may be given again.
  void append(Frame frame, Done done);
  // Adds a last frame behind the call before, which has not been answered yet and adds `previous`. If that call fails,
  // both frames are added. An empty last frame is left out. The result is not told: the log is about to end.
  void append_last(Frame previous, Frame last);
  // Replaces all frames by those that `choose` makes of them. It is called on another thread. Frames that are appended
  // meanwhile follow them. Precondition: no other rewrite is running.
  using Choose = std::function<std::vector<Frame>(std::vector<Frame>)>;
  void rewrite(Choose choose, Done done);

 private:
  static std::vector<Frame> keep_first_part(std::vector<std::vector<Frame>> parts) { return std::move(parts.front()); }
  void run(std::function<void()> task, Done done);
  void cut_what_failed();
  std::vector<std::uint8_t> content_of(const std::vector<Frame>& frames) const;
  void write(const Frame& frame);
  void prepare(std::shared_ptr<std::vector<std::uint8_t>> content, Choose choose, Done done);
  void replace(const std::shared_ptr<std::vector<std::uint8_t>>& content,
               const std::optional<std::string>& why_not_prepared, Done done);

  std::unique_ptr<AppendFile> file_;
  const std::string header_;
  const Executor post_;
  std::vector<Frame> frames_;
  std::size_t removed_bytes_ = 0;
  std::string damaged_part_;
  // Used on the thread of the log.
  std::size_t size_ = 0;     // of the part of the file that is valid
  bool has_failed_ = false;  // there may be other bytes after it
  bool is_content_unknown_ = false;
  bool has_append_failed_ = false;  // the last one
  bool is_rewriting_ = false;
  std::vector<std::uint8_t> added_;  // bytes that were appended since the rewrite began
  base::Lifetime lifetime_;
  // The loop of the matches never waits for these: on one core, a sync or a rewrite would make it late.
  base::TaskThread thread_{base::TaskThread::Priority::kBackground};
  base::TaskThread rewriting_thread_{base::TaskThread::Priority::kBackground};  // makes the new content of a rewrite
};

// The form of frames, for tests and tools.
std::vector<std::uint8_t> bytes_of_frame(std::span<const std::uint8_t> content);
struct ReadFrames {
  std::vector<LogFile::Frame> frames;
  std::size_t valid_bytes = 0;  // of the file, up to the end of the last whole frame
};
ReadFrames read_frames(std::span<const std::uint8_t> bytes, std::size_t begin);
// Reads all whole frames, also behind damaged places. Each place begins a further part.
struct ReadParts {
  std::vector<std::vector<LogFile::Frame>> parts;
  std::size_t valid_bytes = 0;    // up to the first damaged place, or to the end of the last whole frame
  std::size_t damaged_bytes = 0;  // that are in no whole frame
};
ReadParts read_parts(std::span<const std::uint8_t> bytes, std::size_t begin);

}  // namespace rensa::log
