#include "engine/json/document.h"

#include <cstdint>
#include <optional>

#include "engine/json/positioned_reader.h"

namespace rensa::json {
namespace {

template <typename Json>
void clear_inner_values(Json& value) noexcept {
  if (!value.is_structured()) return;
  for (Json& inner : value) clear_inner_values(inner);
  value.clear();
}

// Builds the value of a whole text.
template <typename Json>
class DocumentReader final : public PositionedReader {
 public:
  DocumentReader(std::string_view text, int max_depth)
      : PositionedReader(text), max_depth_(static_cast<std::size_t>(max_depth)) {}
  ~DocumentReader() override { clear_inner_values(whole_); }
  DocumentReader(const DocumentReader&) = delete;
  DocumentReader& operator=(const DocumentReader&) = delete;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return refuse("a text holds no binary data"); }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    const auto [member, is_new] = open_.back()->emplace(name, nullptr);
    if (!is_new) return refuse(quoted_key(name) + " is given twice");
    member_ = &*member;
    set_last_key(std::move(name));
    return true;
  }

  Json&& take_whole() { return std::move(whole_); }

 private:
  // Puts a value where the text has it, and returns its place.
  Json* put(Json value) {
    if (open_.empty()) {
      whole_ = std::move(value);
      return &whole_;
    }
    if (open_.back()->is_array()) {
      open_.back()->push_back(std::move(value));
      return &open_.back()->back();
    }
    *member_ = std::move(value);
    return member_;
  }

  bool add(Json value) {
    put(std::move(value));
    return true;
  }

  bool open(Json container) {
    if (open_.size() == max_depth_) {
      return refuse("it is nested deeper than " + std::to_string(max_depth_) + " levels");
    }
    open_.push_back(put(std::move(container)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::size_t max_depth_;
  Json whole_;
  std::vector<Json*> open_;  // objects and arrays, from the outermost; none moves while one inside of it is open
  Json* member_ = nullptr;   // of the innermost object, with the last key
};

template <typename Json>
rules::Parsed<Json> parse(std::string_view text, int max_depth) {
  DocumentReader<Json> reader(text, max_depth);
  if (!reader.read()) return reader.error();
  return reader.take_whole();
}

// Looks for the value at a path, and stops there.
class LineFinder final : public PositionedReader {
 public:
  LineFinder(std::string_view text, const std::vector<std::string>& path) : PositionedReader(text), path_(path) {}

  std::size_t found() const { return found_; }

  bool null() override { return step(line()); }
  bool boolean(bool) override { return step(line()); }
  bool number_integer(number_integer_t) override { return step(line_of_number()); }
  bool number_unsigned(number_unsigned_t) override { return step(line_of_number()); }
  bool number_float(number_float_t, const string_t&) override { return step(line_of_number()); }
  bool string(string_t&) override { return step(line()); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open({.key = {}, .index = std::nullopt, .key_line = 0}); }
  bool start_array(std::size_t) override { return open({.key = {}, .index = 0, .key_line = 0}); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    open_.back().key = name;
    open_.back().key_line = line();
    return true;
  }

 private:
  struct Container {
    std::string key;                   // of an object
    std::optional<std::size_t> index;  // of an array
    std::size_t key_line = 0;
  };

  bool is_at_path() const {
    if (open_.size() != path_.size()) return false;
    for (std::size_t level = 0; level < path_.size(); ++level) {
      const Container& container = open_[level];
      if ((container.index ? std::to_string(*container.index) : container.key) != path_[level]) return false;
    }
    return true;
  }

  // Returns false if the value that begins here is the one that is looked for.
  bool is_elsewhere(std::size_t line) {
    if (!is_at_path()) return true;
    found_ = open_.empty() || open_.back().index ? line : open_.back().key_line;
    return false;
  }

  void count_value() {
    if (!open_.empty() && open_.back().index) ++*open_.back().index;
  }

  bool step(std::size_t line) {
    if (!is_elsewhere(line)) return false;
    count_value();
    return true;
  }

  bool open(Container container) {
    if (!is_elsewhere(line())) return false;
    open_.push_back(std::move(container));
    return true;
  }

  bool close() {
    open_.pop_back();
    count_value();
    return true;
  }

  const std::vector<std::string>& path_;
  std::vector<Container> open_;
  std::size_t found_ = 0;
};

}  // namespace

rules::Parsed<nlohmann::json> parse_document(std::string_view text, int max_depth) {
  return parse<nlohmann::json>(text, max_depth);
}

rules::Parsed<nlohmann::ordered_json> parse_ordered_document(std::string_view text, int max_depth) {
  return parse<nlohmann::ordered_json>(text, max_depth);
}

void clear_from_within(nlohmann::json& value) noexcept { clear_inner_values(value); }

std::size_t line_of_value(std::string_view text, const std::vector<std::string>& path) {
  LineFinder finder(text, path);
  finder.read();
  return finder.found();
}

std::string quoted_key(std::string_view key) {
  constexpr std::size_t kMostBytes = 64;
  const bool is_long = key.size() > kMostBytes;
  // A key that is cut in the middle of a character is not UTF-8.
  const nlohmann::json shown = std::string(key.substr(0, kMostBytes)).append(is_long ? "..." : "");
  return shown.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace rensa::json
