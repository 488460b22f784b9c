#include "server/log/log_file.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/rules/hash.h"
#include "server/base/log_line.h"

namespace rensa::log {

namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::size_t kFrameHeaderBytes = kLengthBytes + kChecksumBytes;
// The search for frames behind damaged ones ends when it has computed checksums of so many bytes: about a second.
constexpr std::size_t kMaxSearchedBytes = 500'000'000;
constexpr std::ptrdiff_t kMaxShownBytes = 80;  // of an unknown first line

void write_number(std::vector<std::uint8_t>& bytes, std::uint64_t value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

std::uint64_t read_number(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) value |= std::uint64_t{bytes[i]} << 8 * i;
  return value;
}

std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) { return rules::Hash().add_bytes(bytes).value(); }

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// A whole frame with content at the beginning of these bytes, and its length with all; 0: there is none.
std::size_t whole_frame_at(std::span<const std::uint8_t> bytes, std::size_t& budget) {
  if (bytes.size() <= kFrameHeaderBytes) return 0;
  const std::uint64_t length = read_number(bytes.first(kLengthBytes));
  if (length == 0 || length > bytes.size() - kFrameHeaderBytes) return 0;
  if (length > budget) {
    budget = 0;
    return 0;
  }
  budget -= length;
  const std::uint64_t checksum = read_number(bytes.subspan(kLengthBytes, kChecksumBytes));
  return checksum == checksum_of(bytes.subspan(kFrameHeaderBytes, length)) ? kFrameHeaderBytes + length : 0;
}

bool is_chain_of_frames(std::span<const std::uint8_t> bytes, std::size_t& budget) {
  while (!bytes.empty()) {
    const std::size_t frame = whole_frame_at(bytes, budget);
    if (frame == 0) return false;
    bytes = bytes.subspan(frame);
  }
  return true;
}

// Returns where the next whole frame begins behind a damaged one, which these bytes begin with; their size: nowhere.
// Mostly the damaged frame still has its length. Otherwise the next frame may begin at any byte.
std::size_t next_frame_in(std::span<const std::uint8_t> bytes, std::size_t& budget) {
  if (bytes.size() < kFrameHeaderBytes) return bytes.size();
  const std::uint64_t length = read_number(bytes.first(kLengthBytes));
  const std::size_t end = length <= bytes.size() - kFrameHeaderBytes ? kFrameHeaderBytes + length : 0;
  if (end != 0 && whole_frame_at(bytes.subspan(end), budget) > 0) return end;
  // If its length leads to the end, it may be the last frame, and have a text that looks like another one.
  const bool may_be_last = end == bytes.size();
  for (std::size_t begin = 1; begin < bytes.size() && budget > 0; ++begin) {
    const auto rest = bytes.subspan(begin);
    if (may_be_last ? is_chain_of_frames(rest, budget) : whole_frame_at(rest, budget) > 0) return begin;
  }
  return bytes.size();
}

}  // namespace

std::vector<std::uint8_t> bytes_of_frame(std::span<const std::uint8_t> content) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(kFrameHeaderBytes + content.size());
  write_number(bytes, content.size(), kLengthBytes);
  write_number(bytes, checksum_of(content), kChecksumBytes);
  bytes.insert(bytes.end(), content.begin(), content.end());
  return bytes;
}

ReadFrames read_frames(std::span<const std::uint8_t> bytes, std::size_t begin) {
  ReadFrames read{.frames = {}, .valid_bytes = begin};
  for (;;) {
    const auto rest = bytes.subspan(read.valid_bytes);
    if (rest.size() < kFrameHeaderBytes) return read;
    const std::uint64_t length = read_number(rest.first(kLengthBytes));
    if (length > rest.size() - kFrameHeaderBytes) return read;
    const auto content = rest.subspan(kFrameHeaderBytes, length);
    if (read_number(rest.subspan(kLengthBytes, kChecksumBytes)) != checksum_of(content)) return read;
    read.frames.emplace_back(content.begin(), content.end());
    read.valid_bytes += kFrameHeaderBytes + length;
  }
}

ReadParts read_parts(std::span<const std::uint8_t> bytes, std::size_t begin) {
  ReadParts read;
  std::size_t budget = kMaxSearchedBytes;
  for (std::size_t at = begin;;) {
    ReadFrames part = read_frames(bytes, at);
    read.parts.push_back(std::move(part.frames));
    if (read.parts.size() == 1) read.valid_bytes = part.valid_bytes;
    const std::size_t damaged = next_frame_in(bytes.subspan(part.valid_bytes), budget);
    read.damaged_bytes += damaged;
    at = part.valid_bytes + damaged;
    if (at == bytes.size()) return read;
  }
}

LogFile::LogFile(std::unique_ptr<AppendFile> file, const std::string& header, Executor post, const Repair& repair)
    : file_(std::move(file)), header_(header + "\n"), post_(std::move(post)) {
  const std::vector<std::uint8_t> bytes = file_->read();
  const auto line = bytes_of(header_);
  const std::size_t known = std::min(line.size(), bytes.size());
  if (!std::equal(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(known), bytes.begin())) {
    const auto end = std::find(bytes.begin(), bytes.end(), '\n');
    const std::string begin(bytes.begin(), std::min(end, bytes.begin() + std::min(std::ssize(bytes), kMaxShownBytes)));
    throw std::runtime_error("it begins with " + base::quoted_for_log(begin) +
                             ", and this version of Rensa knows only \"" + header +
                             "\": use the version that wrote it, or move the file away");
  }
  if (bytes.size() < line.size()) {  // new, or the machine stopped while it was made
    removed_bytes_ = bytes.size();
    file_->replace(line);
    size_ = line.size();
    return;
  }
  ReadParts read = read_parts(bytes, line.size());
  removed_bytes_ = read.damaged_bytes;
  size_ = read.valid_bytes;
  if (read.parts.size() > 1) {
    frames_ = repair(std::move(read.parts));
    damaged_part_ = file_->keep_damaged(std::span(bytes).subspan(size_));
    const std::vector<std::uint8_t> content = content_of(frames_);
    file_->replace(content);
    size_ = content.size();
    return;
  }
  frames_ = std::move(read.parts.front());
  if (removed_bytes_ == 0) return;
  file_->truncate(size_);
  file_->sync();
}

std::vector<std::uint8_t> LogFile::content_of(const std::vector<Frame>& frames) const {
  std::vector<std::uint8_t> content(header_.begin(), header_.end());
  for (const Frame& frame : frames) {
    const std::vector<std::uint8_t> bytes = bytes_of_frame(frame);
    content.insert(content.end(), bytes.begin(), bytes.end());
  }
  return content;
}

// Runs on the thread of the log. A write that failed may have added a part of its bytes, and it is not known which
// content a file has that could not be replaced.
void LogFile::cut_what_failed() {
  if (!has_failed_) return;
  if (is_content_unknown_) size_ = read_frames(file_->read(), header_.size()).valid_bytes;
  is_content_unknown_ = false;
  file_->truncate(size_);
  has_failed_ = false;
}

void LogFile::run(std::function<void()> task, Done done) {
  thread_.run([this, task = std::move(task), done = lifetime_.guard(std::move(done))]() mutable {
    std::optional<std::string> error;
    try {
      cut_what_failed();
      task();
    } catch (const std::exception& problem) {
      has_failed_ = true;
      error = problem.what();
    }
    post_([done = std::move(done), error = std::move(error)]() mutable { done(error); });
  });
}

void LogFile::write(const Frame& frame) {
  const std::vector<std::uint8_t> bytes = bytes_of_frame(frame);
  file_->append(bytes);
  file_->sync();
  size_ += bytes.size();
  if (is_rewriting_) added_.insert(added_.end(), bytes.begin(), bytes.end());
}

void LogFile::append(Frame frame, Done done) {
  thread_.run([this] { has_append_failed_ = true; });  // until it has been written; cut_what_failed() may fail before
  run(
      [this, frame = std::move(frame)] {
        write(frame);
        has_append_failed_ = false;
      },
      std::move(done));
}

void LogFile::append_last(Frame previous, Frame last) {
  thread_.run([this, previous = std::move(previous), last = std::move(last)] {
    try {
      cut_what_failed();
      if (has_append_failed_) write(previous);
      if (!last.empty()) write(last);
    } catch (const std::exception&) {
      has_failed_ = true;  // a part of a frame is cut when the log is read
    }
  });
}

// The long steps run on a thread of their own, so that frames are appended meanwhile. These are added at the end.
void LogFile::rewrite(Choose choose, Done done) {
  const auto content = std::make_shared<std::vector<std::uint8_t>>();
  run(
      [this, content] {
        *content = file_->read();
        content->resize(size_);
        added_.clear();
        is_rewriting_ = true;
      },
      [this, content, choose = std::move(choose), done = std::move(done)](const auto& error) mutable {
        if (error) return done(error);
        prepare(content, std::move(choose), std::move(done));
      });
}

void LogFile::prepare(std::shared_ptr<std::vector<std::uint8_t>> content, Choose choose, Done done) {
  const Done replaced =
      lifetime_.guard([this, content, done = std::move(done)](const std::optional<std::string>& error) {
        replace(content, error, done);
      });
  rewriting_thread_.run([this, content, choose = std::move(choose), replaced] {
    std::optional<std::string> error;
    try {
      ReadFrames read = read_frames(*content, header_.size());
      if (read.valid_bytes != content->size()) {
        throw std::runtime_error("its byte " + std::to_string(read.valid_bytes) +
                                 " has changed on the disk, so it stays as it is until the next start");
      }
      *content = content_of(choose(std::move(read.frames)));
      file_->prepare(*content);
    } catch (const std::exception& problem) {
      error = problem.what();
    }
    post_([replaced, error] { replaced(error); });
  });
}

void LogFile::replace(const std::shared_ptr<std::vector<std::uint8_t>>& content,
                      const std::optional<std::string>& why_not_prepared, Done done) {
  const auto added = std::make_shared<std::vector<std::uint8_t>>();
  // Also if cut_what_failed() fails.
  thread_.run([this, added] {
    is_rewriting_ = false;
    *added = std::exchange(added_, {});
  });
  run(
      [this, content, why_not_prepared, added] {
        if (why_not_prepared) throw std::runtime_error(*why_not_prepared);
        is_content_unknown_ = true;
        file_->use_prepared(*added);
        is_content_unknown_ = false;
        size_ = content->size() + added->size();
      },
      std::move(done));
}

}  // namespace rensa::log
