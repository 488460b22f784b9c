#include "clients/cli/dataset/zip_file.h"

#include <ostream>

namespace rensa::cli {

namespace {

constexpr std::uint16_t kVersion = 20;  // of the format, without ZIP64
constexpr std::uint16_t kZip64Version = 45;
constexpr std::uint16_t kZip64Extra = 1;  // the number of the part of a head that has sizes of 64 bits
constexpr std::uint32_t kInZip64 = 0xFFFF'FFFF;
constexpr std::uint16_t kFirstDay = 0x21;  // 1 January 1980, so that the same rows give the same file

// Numbers in archives have their lowest byte first.
class Bytes {
 public:
  Bytes& two(std::uint16_t number) { return add(number, 2); }
  Bytes& four(std::uint32_t number) { return add(number, 4); }
  Bytes& eight(std::uint64_t number) { return add(number, 8); }
  Bytes& text(const std::string& text) {
    bytes_ += text;
    return *this;
  }
  const std::string& all() const { return bytes_; }

 private:
  Bytes& add(std::uint64_t number, int count) {
    for (int i = 0; i < count; ++i) bytes_ += static_cast<char>(number >> 8 * i & 0xFFU);
    return *this;
  }

  std::string bytes_;
};

}  // namespace

void ZipFile::write(const std::string& bytes) {
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  byte_count_ += bytes.size();
}

void ZipFile::begin_member(const std::string& name, std::uint64_t size, std::uint32_t checksum) {
  members_.push_back({.name = name, .size = size, .offset = byte_count_, .checksum = checksum});
  const bool is_zip64 = is_large(size);
  const std::uint32_t plain_size = is_zip64 ? kInZip64 : static_cast<std::uint32_t>(size);
  Bytes head;
  head.four(0x0403'4B50).two(is_zip64 ? kZip64Version : kVersion).two(0).two(0).two(0).two(kFirstDay).four(checksum);
  head.four(plain_size).four(plain_size).two(static_cast<std::uint16_t>(name.size())).two(is_zip64 ? 20 : 0).text(name);
  if (is_zip64) head.two(kZip64Extra).two(16).eight(size).eight(size);
  write(head.all());
  byte_count_ += size;
}

std::string ZipFile::directory_entry_of(const Member& member) const {
  const bool has_large_size = is_large(member.size);
  const bool has_large_offset = is_large(member.offset);
  Bytes large;
  if (has_large_size) large.eight(member.size).eight(member.size);
  if (has_large_offset) large.eight(member.offset);
  Bytes extra;
  if (!large.all().empty()) {
    extra.two(kZip64Extra).two(static_cast<std::uint16_t>(large.all().size())).text(large.all());
  }
  const std::uint16_t version = large.all().empty() ? kVersion : kZip64Version;
  const std::uint32_t size = has_large_size ? kInZip64 : static_cast<std::uint32_t>(member.size);
  Bytes entry;
  entry.four(0x0201'4B50).two(version).two(version).two(0).two(0).two(0).two(kFirstDay).four(member.checksum);
  entry.four(size).four(size).two(static_cast<std::uint16_t>(member.name.size()));
  entry.two(static_cast<std::uint16_t>(extra.all().size())).two(0).two(0).two(0).four(0);
  entry.four(has_large_offset ? kInZip64 : static_cast<std::uint32_t>(member.offset)).text(member.name);
  return entry.text(extra.all()).all();
}

void ZipFile::finish() {
  const std::uint64_t directory = byte_count_;
  for (const Member& member : members_) write(directory_entry_of(member));
  const std::uint64_t directory_size = byte_count_ - directory;
  const std::uint64_t end = byte_count_;
  Bytes tail;
  if (is_large(directory)) {
    tail.four(0x0606'4B50).eight(44).two(kZip64Version).two(kZip64Version).four(0).four(0).eight(members_.size());
    tail.eight(members_.size()).eight(directory_size).eight(directory);
    tail.four(0x0706'4B50).four(0).eight(end).four(1);
  }
  const auto count = static_cast<std::uint16_t>(members_.size());
  tail.four(0x0605'4B50).two(0).two(0).two(count).two(count).four(static_cast<std::uint32_t>(directory_size));
  tail.four(is_large(directory) ? kInZip64 : static_cast<std::uint32_t>(directory)).two(0);
  write(tail.all());
}

}  // namespace rensa::cli
