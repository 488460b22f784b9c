#include "clients/cli/vectors/vector_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <zlib.h>

#include "engine/notation/text.h"

namespace rensa::cli {

namespace {

constexpr std::size_t kMaxLineBytes = 1 << 20;

using nlohmann::json;

constexpr std::size_t kFieldDigits = rules::kColumns * rules::kHiddenRow;

[[noreturn]] void fail(const char* name, const std::string& why) { throw InputError(std::string(name) + ": " + why); }

const json& member(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) fail(name, "missing");
  return *found;
}

}  // namespace

struct LineReader::File {
  gzFile handle = nullptr;
  ~File() {
    if (handle != nullptr) gzclose(handle);
  }
};

LineReader::LineReader(const std::string& path) : file_(std::make_unique<File>()) {
  const int descriptor = path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw InputError(std::strerror(errno));
  file_->handle = gzdopen(descriptor, "rb");
  if (file_->handle == nullptr) {
    close(descriptor);
    throw InputError("no memory to read it");
  }
}

LineReader::~LineReader() = default;

bool LineReader::fill() {
  const int bytes = gzread(file_->handle, buffer_.data(), static_cast<unsigned>(buffer_.size()));
  if (bytes <= 0) {
    int code = Z_OK;
    const char* message = gzerror(file_->handle, &code);
    if (code == Z_ERRNO) throw InputError(std::strerror(errno));
    if (code == Z_BUF_ERROR) throw InputError("the compressed data ends too early");
    if (bytes < 0) throw InputError(std::string("the compressed data is damaged: ") + message);
  }
  used_ = 0;
  size_ = static_cast<std::size_t>(bytes);
  return size_ > 0;
}

bool LineReader::next(std::string& line) {
  line.clear();
  for (;;) {
    if (used_ == size_ && !fill()) return !line.empty();
    const char* const from = buffer_.data() + used_;
    const char* const end = buffer_.data() + size_;
    const char* const newline = std::find(from, end, '\n');
    line.append(from, newline);
    used_ += static_cast<std::size_t>(newline - from);
    if (line.size() > kMaxLineBytes) throw InputError("a line of more than a megabyte");
    if (newline == end) continue;
    ++used_;
    return true;
  }
}

int int_at(const json& object, const char* name, int lowest, int highest) {
  const json& value = member(object, name);
  if (!value.is_number_integer()) fail(name, "is no whole number");
  const bool too_large = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(highest);
  if (too_large || value.get<std::int64_t>() < lowest || value.get<std::int64_t>() > highest) {
    fail(name, "is not within " + std::to_string(lowest) + ".." + std::to_string(highest));
  }
  return value.get<int>();
}

bool flag_at(const json& object, const char* name) {
  const json& value = member(object, name);
  if (value.is_boolean()) return value.get<bool>();
  return int_at(object, name, 0, 1) == 1;
}

const std::string& text_at(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_string()) fail(name, "is no text");
  return value.get_ref<const std::string&>();
}

rules::Field field_at(const json& object, const char* name) {
  const std::string& digits = text_at(object, name);
  if (digits.size() != kFieldDigits) fail(name, "has " + std::to_string(digits.size()) + " cells and not 78");
  const rules::Parsed<rules::Field> field = notation::parse_field_digits(digits);
  if (!field.ok()) fail(name, field.error().message);
  if (!field->is_at_rest()) fail(name, "something floats in it");
  return *field;
}

rules::Pair pair_at(const json& object, const char* name) {
  const std::string& digits = text_at(object, name);
  if (digits.size() != 2) fail(name, "has " + std::to_string(digits.size()) + " cells and not 2");
  const rules::Parsed<rules::PairQueue> queue = notation::parse_queue_digits(digits);
  if (!queue.ok()) fail(name, queue.error().message);
  return queue->at(0);
}

rules::Placement placement_at(const json& object) {
  const rules::Placement placement{static_cast<std::int8_t>(int_at(object, "x", 1, rules::kColumns)),
                                   static_cast<rules::Rotation>(int_at(object, "r", 0, 3))};
  if (!placement.is_on_field()) fail("x, r", "the child is in the wall");
  return placement;
}

std::string digits_of(const rules::Field& field) { return *notation::digits_of(field, rules::kHiddenRow); }

std::optional<std::string> difference(std::string_view name, long expected, long got) {
  if (expected == got) return std::nullopt;
  return difference(name, std::to_string(expected), std::to_string(got));
}

std::optional<std::string> difference(std::string_view name, const std::string& expected, const std::string& got) {
  if (expected == got) return std::nullopt;
  return std::string(name) + ": expected " + expected + ", got " + got;
}

}  // namespace rensa::cli
