#include "server/submissions/archive/bot_archive.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "engine/json/document.h"

namespace rensa::submissions {

namespace {

constexpr std::size_t kBlockBytes = 512;
constexpr std::uint64_t kMaxFileBytes = 077777777777;  // that the header can say

// A part of a header: its first byte, and its length.
struct Span {
  std::size_t begin = 0;
  std::size_t size = 0;
};
constexpr Span kName{0, 100};
constexpr Span kMode{100, 8};
constexpr Span kOwner{108, 8};
constexpr Span kGroup{116, 8};
constexpr Span kSize{124, 12};
constexpr Span kTime{136, 12};
constexpr Span kChecksum{148, 8};
constexpr std::size_t kType = 156;
constexpr Span kMagic{257, 8};
constexpr Span kPrefix{345, 155};

constexpr std::string_view kPosixMagic{"ustar\00000", 8};
constexpr std::string_view kGnuMagic{"ustar  \0", 8};  // its headers have no prefix
constexpr unsigned kExecutable = 0100;

rules::ParseError error_at(std::size_t position, std::string message) { return {std::move(message), position + 1}; }

bool is_letter_of_path(char c) {
  constexpr std::string_view kMarks = "._-+@=, ";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kMarks.find(c) != std::string_view::npos;
}

std::string_view field(std::string_view header, Span span) { return header.substr(span.begin, span.size); }

// Returns the text up to the first zero.
std::string_view text_in(std::string_view header, Span span) {
  const std::string_view all = field(header, span);
  return all.substr(0, all.find('\0'));
}

// Reads octal digits, around which spaces and zeros may stand. GNU's numbers in base 256 are refused.
std::optional<std::uint64_t> number_in(std::string_view header, Span span) {
  std::string_view text = text_in(header, span);
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty() || text.size() > 12) return std::nullopt;
  std::uint64_t number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '7') return std::nullopt;
    number = number * 8 + static_cast<std::uint64_t>(digit - '0');
  }
  return number;
}

std::uint64_t checksum_of(std::string_view header) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const bool is_of_checksum = i >= kChecksum.begin && i < kChecksum.begin + kChecksum.size;
    sum += is_of_checksum ? std::uint64_t{' '} : static_cast<unsigned char>(header[i]);
  }
  return sum;
}

bool is_zero(std::string_view bytes) { return bytes.find_first_not_of('\0') == std::string_view::npos; }

std::size_t whole_blocks(std::size_t bytes) { return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes; }

std::string path_in(std::string_view header) {
  std::string path(text_in(header, kName));
  const std::string_view prefix = text_in(header, kPrefix);
  if (field(header, kMagic) == kPosixMagic && !prefix.empty()) path = std::string(prefix) + "/" + path;
  while (path.starts_with("./")) path.erase(0, 2);  // `tar -C DIR .` writes it
  return path;
}

std::string why_not_this_type(char type) {
  switch (type) {
    case '1':
    case '2':
      return "is a link, and a bot has only files and folders";
    case '3':
    case '4':
    case '6':
      return "is a device or a pipe, and a bot has only files and folders";
    case 'x':
    case 'g':
    case 'L':
    case 'K':
      return "has an extended header: shorten the path, and write the archive with tar --format=ustar";
    default:
      return "is of an unknown kind, and a bot has only files and folders";
  }
}

class ArchiveReader {
 public:
  explicit ArchiveReader(std::string_view archive) : archive_(archive) {}

  rules::Parsed<std::vector<ArchivedFile>> read() {
    if (archive_.size() % kBlockBytes != 0) return error_at(archive_.size(), "the archive is no tar file, or is cut");
    while (true) {
      if (at_ == archive_.size()) return error_at(at_, "the archive is cut: it has no end");
      const std::string_view header = archive_.substr(at_, kBlockBytes);
      if (is_zero(header)) break;
      if (auto error = read_entry(header)) return *std::move(error);
    }
    if (!is_zero(archive_.substr(at_))) return error_at(at_, "the archive goes on behind its end");
    if (std::string why = why_not_together(files_); !why.empty()) return rules::ParseError{std::move(why), 0};
    return std::move(files_);
  }

 private:
  // Reads a file or a folder. Folders are made of the paths of files.
  std::optional<rules::ParseError> read_entry(std::string_view header) {
    const std::string_view magic = field(header, kMagic);
    if (magic != kPosixMagic && magic != kGnuMagic) return error_at(at_, "the archive is no tar file in ustar format");
    if (number_in(header, kChecksum) != checksum_of(header)) return error_at(at_, "the archive is damaged");
    const auto size = number_in(header, kSize);
    const auto mode = number_in(header, kMode);
    if (!size || !mode) return error_at(at_, "the archive has a number that cannot be read");
    std::string path = path_in(header);
    const char type = header[kType];
    const bool is_folder = type == '5';
    if (is_folder && path.ends_with('/')) path.pop_back();
    const bool is_whole_folder = is_folder && (path.empty() || path == ".");
    const std::string name = rensa::json::quoted_key(path);
    if (const std::string why = is_whole_folder ? "" : why_not_a_path(path); !why.empty()) {
      return error_at(at_, name + " " + why);
    }
    if (!is_folder && type != '0' && type != '\0') return error_at(at_, name + " " + why_not_this_type(type));
    if (is_folder && *size != 0) return error_at(at_, name + " is a folder with bytes of its own");
    const std::size_t left = archive_.size() - at_ - kBlockBytes;
    if (*size > left || whole_blocks(*size) > left) return error_at(at_, "the archive is cut within " + name);
    if (!is_folder) {
      if (files_.size() == kMaxArchivedFiles) {
        return error_at(at_, "a bot has at most " + std::to_string(kMaxArchivedFiles) + " files");
      }
      files_.push_back({.path = std::move(path),
                        .bytes = std::string(archive_.substr(at_ + kBlockBytes, *size)),
                        .is_executable = (*mode & kExecutable) != 0});
    } else if (++folders_ > kMaxArchivedFolders) {
      return error_at(at_, "a bot has at most " + std::to_string(kMaxArchivedFolders) + " folders");
    }
    at_ += kBlockBytes + whole_blocks(*size);
    return std::nullopt;
  }

  const std::string_view archive_;
  std::size_t at_ = 0;
  std::vector<ArchivedFile> files_;
  std::size_t folders_ = 0;  // that have a header of their own
};

void write_number(std::string& header, Span span, std::uint64_t number) {
  for (std::size_t digit = span.size - 1; digit-- > 0; number /= 8) {
    header[span.begin + digit] = static_cast<char>('0' + number % 8);
  }
}

void write_text(std::string& header, Span span, std::string_view text) {
  header.replace(span.begin, text.size(), text);
}

// Returns where the name in the header begins. A path that is too long for the name has its first folders in the
// prefix. Precondition: no part of the path is longer than the name.
std::size_t begin_of_name_in(std::string_view path) {
  std::size_t begin = 0;
  while (path.size() - begin > kName.size) begin = path.find('/', begin) + 1;
  return begin;
}

std::string header_of(const ArchivedFile& file) {
  std::string header(kBlockBytes, '\0');
  const std::size_t begin_of_name = begin_of_name_in(file.path);
  write_text(header, kName, std::string_view(file.path).substr(begin_of_name));
  if (begin_of_name > 0) write_text(header, kPrefix, std::string_view(file.path).substr(0, begin_of_name - 1));
  write_number(header, kMode, file.is_executable ? 0755 : 0644);
  write_number(header, kOwner, 0);
  write_number(header, kGroup, 0);
  write_number(header, kSize, std::min<std::uint64_t>(file.bytes.size(), kMaxFileBytes));
  write_number(header, kTime, 0);  // the same files make the same archive
  header[kType] = '0';
  write_text(header, kMagic, kPosixMagic);
  write_number(header, Span{kChecksum.begin, kChecksum.size - 1}, checksum_of(header));
  header[kChecksum.begin + kChecksum.size - 1] = ' ';
  return header;
}

}  // namespace

std::string why_not_a_path(std::string_view path) {
  constexpr std::size_t kMaxPartBytes = kName.size;
  if (path.empty()) return "is an empty path";
  if (path.size() > kMaxPathBytes) return "is longer than " + std::to_string(kMaxPathBytes) + " bytes";
  if (path.starts_with('/')) return "begins with a slash: paths are those in the folder of the bot";
  std::size_t parts = 0;
  for (std::string_view rest = path;; ++parts) {
    const std::string_view part = rest.substr(0, rest.find('/'));
    if (part == "..") return "leads out of the folder of the bot";
    if (part.empty() || part == ".") return "has an empty part or a point alone";
    if (part.starts_with('-') || part.starts_with(' ') || part.ends_with(' ')) {
      return "has a part that begins with a hyphen, or begins or ends with a space";
    }
    if (part.size() > kMaxPartBytes) return "has a part of more than " + std::to_string(kMaxPartBytes) + " bytes";
    if (!std::all_of(part.begin(), part.end(), is_letter_of_path)) {
      return "has a character that is none of the letters a to z and A to Z, digits, spaces and . _ - + @ = ,";
    }
    if (part.size() == rest.size()) break;
    rest.remove_prefix(part.size() + 1);
  }
  if (parts >= kMaxPathParts) return "has more than " + std::to_string(kMaxPathParts) + " parts";
  if (begin_of_name_in(path) > kPrefix.size + 1) {
    return "is too long for an archive, which has room for " + std::to_string(kPrefix.size) + " bytes of folders and " +
           std::to_string(kName.size) + " bytes behind them";
  }
  return {};
}

std::string why_not_together(const std::vector<ArchivedFile>& files) {
  std::set<std::string_view> paths;
  std::set<std::string_view> folders;
  for (const ArchivedFile& file : files) {
    const std::string_view path = file.path;
    if (!paths.insert(path).second) return "the file " + file.path + " stands there twice";
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
      folders.insert(path.substr(0, slash));
    }
  }
  if (files.size() > kMaxArchivedFiles) return "a bot has at most " + std::to_string(kMaxArchivedFiles) + " files";
  if (folders.size() > kMaxArchivedFolders) {
    return "a bot has at most " + std::to_string(kMaxArchivedFolders) + " folders";
  }
  for (const std::string_view folder : folders) {
    if (paths.contains(folder)) return std::string(folder) + " is a file and a folder";
  }
  return "";
}

std::string archive_of(const std::vector<ArchivedFile>& files) {
  std::string archive;
  for (const ArchivedFile& file : files) {
    archive += header_of(file);
    archive += file.bytes;
    archive.resize(whole_blocks(archive.size()));
  }
  archive.resize(archive.size() + 2 * kBlockBytes);
  return archive;
}

rules::Parsed<std::vector<ArchivedFile>> read_archive(std::string_view archive) {
  return ArchiveReader(archive).read();
}

}  // namespace rensa::submissions
