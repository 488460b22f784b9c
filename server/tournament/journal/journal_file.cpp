#include "server/tournament/journal/journal_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"
#include "server/base/kept_size.h"

namespace rensa::tournament {

namespace {

[[noreturn]] void fail_for(const std::filesystem::path& file, const std::string& what) {
  throw std::runtime_error(file.string() + ": " + what);
}

// Locks and reads an open journal. The lock ends when the descriptor is closed.
ParsedJournal lock_and_read(int descriptor, const std::filesystem::path& file, std::uint64_t plan) {
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) fail_for(file, "another program runs this tournament");
  if (const auto why = base::why_cut(file)) throw std::runtime_error(*why);
  const std::string text = base::read_text_file(file);
  ParsedJournal read = parse_journal(text);
  if (!read.error.empty()) fail_for(file, read.error);
  if (read.plan_digest && *read.plan_digest != plan) fail_for(file, other_plan_error(read.events));
  return read;
}

}  // namespace

std::vector<Event> read_continuable_journal(const std::filesystem::path& file, std::uint64_t plan) {
  const base::Descriptor descriptor(open(file.c_str(), O_RDWR | O_CLOEXEC));
  if (!descriptor.is_open()) fail_for(file, std::strerror(errno));
  return lock_and_read(descriptor.number(), file, plan).events;
}

JournalFile::JournalFile(const std::filesystem::path& file, std::uint64_t plan)
    : file_(file), descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) fail(std::strerror(errno));
  try {
    ParsedJournal read = lock_and_read(descriptor_, file, plan);
    if (ftruncate(descriptor_, static_cast<off_t>(read.complete_bytes)) != 0) fail(std::strerror(errno));
    bytes_ = read.complete_bytes;
    encoder_ = read.encoder;
    events_ = std::move(read.events);
    if (!read.plan_digest) {
      write(encoder_.plan_line(plan));
      sync();
    }
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

JournalFile::~JournalFile() { close(descriptor_); }

void JournalFile::append(const Event& event) { write(encoder_.event_line(event)); }

void JournalFile::sync() {
  if (fdatasync(descriptor_) != 0) fail(std::strerror(errno));
  base::keep_size(file_, bytes_);
}

void JournalFile::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor_, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) fail(std::strerror(errno));
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  bytes_ += text.size();
}

void JournalFile::fail(const std::string& what) const { fail_for(file_, what); }

}  // namespace rensa::tournament
