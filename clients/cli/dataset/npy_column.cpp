#include "clients/cli/dataset/npy_column.h"

#include <array>
#include <cassert>
#include <filesystem>
#include <utility>
#include <zlib.h>

#include "clients/cli/match/new_file.h"
#include "clients/command_line/files.h"

namespace rensa::cli {

namespace {

std::uint32_t checksum_of(const std::string& bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

}  // namespace

NpyColumn::NpyColumn(Layout layout, const std::string& file) : layout_(std::move(layout)) {
  const std::string part = name_of_part(file).string() + '.' + layout_.name;
  rows_.open(part, std::ios::binary | std::ios::trunc | std::ios::in | std::ios::out);
  if (!rows_) command_line::fail_to_write(file);
  // The open file stays until the stream is closed, and no name is left if the program is killed.
  std::error_code ignored;
  std::filesystem::remove(part, ignored);
}

void NpyColumn::add(std::uint64_t number) {
  std::array<char, 8> bytes{};
  for (std::size_t i = 0; i < layout_.bytes; ++i) bytes[i] = static_cast<char>(number >> 8 * i & 0xFFU);
  rows_.write(bytes.data(), static_cast<std::streamsize>(layout_.bytes));
  checksum_ = static_cast<std::uint32_t>(
      crc32(checksum_, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(layout_.bytes)));
  byte_count_ += layout_.bytes;
}

std::string NpyColumn::head_for(std::uint64_t row_count) const {
  std::string shape = std::to_string(row_count) + ',';
  for (const std::size_t size : layout_.shape) shape += ' ' + std::to_string(size) + ',';
  std::string text = "{'descr': '" + layout_.type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t kBegin = 10;      // the mark, the version, and the length of the text
  constexpr std::size_t kAlignment = 64;  // of the rows
  text.append((kAlignment - (kBegin + text.size() + 1) % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string head = "\x93NUMPY";
  head += {'\x01', '\x00', static_cast<char>(text.size() & 0xFFU), static_cast<char>(text.size() >> 8)};
  return head + text;
}

std::uint64_t NpyColumn::size_of_npy(std::uint64_t row_count) const { return head_for(row_count).size() + byte_count_; }

std::uint32_t NpyColumn::checksum_of_npy(std::uint64_t row_count) const {
  return static_cast<std::uint32_t>(
      crc32_combine(checksum_of(head_for(row_count)), checksum_, static_cast<z_off_t>(byte_count_)));
}

void NpyColumn::write_npy(std::uint64_t row_count, std::ostream& out) {
  out << head_for(row_count);
  rows_.flush();
  rows_.seekg(0);
  std::array<char, 65536> buffer{};
  std::uint64_t copied = 0;
  while (rows_.read(buffer.data(), buffer.size()), rows_.gcount() > 0) {
    out.write(buffer.data(), rows_.gcount());
    copied += static_cast<std::uint64_t>(rows_.gcount());
  }
  if (copied == byte_count_) rows_.clear();  // the end was reached
}

}  // namespace rensa::cli
