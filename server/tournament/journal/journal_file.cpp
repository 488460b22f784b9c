#include "server/tournament/journal/journal_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

#include "server/tournament/journal/atomic_file.h"

namespace rensa::tournament {

JournalFile::JournalFile(const std::filesystem::path& file, std::uint64_t plan)
    : file_(file), descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) fail(std::strerror(errno));
  try {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) fail("another program runs this tournament");
    ParsedJournal read = parse_journal(read_text_file(file));
    if (!read.error.empty()) fail(read.error);
    if (ftruncate(descriptor_, static_cast<off_t>(read.complete_bytes)) != 0) fail(std::strerror(errno));
    encoder_ = read.encoder;
    events_ = std::move(read.events);
    if (!read.plan_digest) {
      write(encoder_.plan_line(plan));
      sync();
    } else if (*read.plan_digest != plan) {
      fail("it belongs to another plan: use another folder");
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
}

void JournalFile::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor_, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) fail(std::strerror(errno));
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

void JournalFile::fail(const std::string& what) const { throw std::runtime_error(file_.string() + ": " + what); }

}  // namespace rensa::tournament
