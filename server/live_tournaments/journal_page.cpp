#include "server/live_tournaments/journal_page.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include "server/league/journal.h"

namespace rensa::live_tournaments {

namespace {

constexpr std::size_t kPiece = 4'096;          // read at a time, where it is not known how much is wanted
constexpr std::size_t kBeginning = 32;         // of a line, enough for its number
constexpr std::size_t kLongestLine = 1 << 20;  // a longer one is none of ours

class File {
 public:
  explicit File(const std::filesystem::path& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  // Up to so many bytes from there; none: it ends there, or cannot be read.
  std::string bytes(std::uint64_t from, std::size_t most) const {
    std::string bytes(most, '\0');
    ssize_t count = 0;
    do {
      count = pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(from));
    } while (count < 0 && errno == EINTR);
    bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return bytes;
  }

  std::uint64_t size() const {
    const off_t size = lseek(descriptor_, 0, SEEK_END);
    return size < 0 ? 0 : static_cast<std::uint64_t>(size);
  }

  // Where the first line begins that does not begin before `from`; nullopt: none does.
  std::optional<std::uint64_t> line_from(std::uint64_t from) const {
    if (from == 0) return 0;
    for (std::uint64_t at = from - 1; at < from + kLongestLine;) {
      const std::string piece = bytes(at, kPiece);
      if (piece.empty()) return std::nullopt;
      if (const std::size_t end = piece.find('\n'); end != std::string::npos) return at + end + 1;
      at += piece.size();
    }
    return std::nullopt;
  }

 private:
  int descriptor_;
};

// By halving: the numbers of lines rise. A line that is just being written counts as behind all others.
std::optional<std::uint64_t> offset_of(const File& file, std::uint64_t number) {
  const auto number_from = [&file](std::uint64_t offset) {
    const auto begin = file.line_from(offset);
    return begin ? league::number_of_line(file.bytes(*begin, kBeginning)) : std::nullopt;
  };
  std::uint64_t low = 0;
  std::uint64_t high = file.size();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const auto found = number_from(middle);
    if (found && *found < number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return number_from(low) == number ? file.line_from(low) : std::nullopt;
}

}  // namespace

std::optional<Page> read_page(const std::filesystem::path& journal, const Place& from, std::uint64_t end,
                              const PageSize& size) {
  const File file(journal);
  const auto offset = from.offset ? from.offset : offset_of(file, from.number);
  if (!offset) return std::nullopt;
  std::string text = file.bytes(*offset, size.bytes);
  Page page{.lines = {}, .next = {.number = from.number, .offset = *offset}};
  std::size_t at = 0;
  while (page.lines.size() < size.lines && page.next.number < end) {
    const std::size_t behind = text.find('\n', at);
    if (behind == std::string::npos) {
      if (!page.lines.empty()) break;
      const std::string more = file.bytes(*offset + text.size(), kPiece);
      if (more.empty() || text.size() > kLongestLine) return std::nullopt;
      text += more;
      continue;
    }
    const std::string_view line = std::string_view(text).substr(at, behind - at);
    auto open = league::open_line(line);
    if (!open || league::number_of_line(line) != page.next.number) return std::nullopt;
    page.lines.push_back(*std::move(open));
    at = behind + 1;
    page.next = {.number = page.next.number + 1, .offset = *offset + at};
  }
  return page;
}

}  // namespace rensa::live_tournaments
