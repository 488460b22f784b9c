#include "engine/json/flat_object.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace rensa::json {
namespace {

using nlohmann::json;

// Returns the line and column of the byte at `position` as text. Position, line and column are counted from 1.
std::string line_and_column(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position == 0 ? 0 : position - 1, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_end = before.rfind('\n');
  const std::size_t column = line_end == std::string_view::npos ? before.size() + 1 : before.size() - line_end;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// Collects the members of one flat object. A callback that returns false ends the reading and has set `error_`.
class FlatReader : public nlohmann::json_sax<json> {
 public:
  explicit FlatReader(std::string_view text) : text_(text) {}

  bool null() override { return refuse_value("null"); }
  bool boolean(bool) override { return refuse_value("true or false"); }
  bool number_float(number_float_t, const string_t& digits) override { return refuse_value(digits); }
  bool binary(binary_t&) override { return refuse_value("binary data"); }
  bool start_array(std::size_t) override { return refuse_value("an array"); }
  bool end_array() override { return true; }

  bool start_object(std::size_t) override {
    if (is_open_) return refuse_value("an object");
    is_open_ = true;
    return true;
  }
  bool end_object() override { return true; }

  bool number_integer(number_integer_t value) override { return add_member(value); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
      return refuse_value(std::to_string(value));
    }
    return add_member(static_cast<std::int64_t>(value));
  }
  bool string(string_t& value) override { return add_member(value); }

  bool key(string_t& name) override {
    const auto same = [&name](const auto& member) { return member.first == name; };
    if (std::any_of(object_.begin(), object_.end(), same)) return refuse("\"" + name + "\" is given twice");
    key_ = name;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& exception) override {
    error_ = {line_and_column(text_, position) + ": " + reason_of(exception.what()), position};
    return false;
  }

  FlatObject&& take_object() { return std::move(object_); }
  rules::ParseError&& take_error() { return std::move(error_); }

 private:
  bool add_member(FlatValue value) {
    if (!is_open_) return refuse("the text has to be an object, { ... }");
    object_.emplace_back(key_, std::move(value));
    return true;
  }

  bool refuse(std::string message) {
    error_ = {std::move(message), 0};
    return false;
  }

  bool refuse_value(const std::string& what) {
    if (!is_open_) return refuse("the text has to be an object, { ... }");
    return refuse("\"" + key_ + "\" is " + what + ", but values are whole numbers and strings here");
  }

  // Returns the library's error message without its number and position.
  static std::string reason_of(std::string_view what) {
    if (const std::size_t place = what.find("column "); place != std::string_view::npos) {
      if (const std::size_t colon = what.find(": ", place); colon != std::string_view::npos) {
        return std::string(what.substr(colon + 2));
      }
    }
    const std::size_t bracket = what.find("] ");
    return std::string(bracket == std::string_view::npos ? what : what.substr(bracket + 2));
  }

  std::string_view text_;
  bool is_open_ = false;
  std::string key_;
  FlatObject object_;
  rules::ParseError error_;
};

}  // namespace

rules::Parsed<FlatObject> flat_object_of(std::string_view text) {
  FlatReader reader(text);
  if (!json::sax_parse(text.begin(), text.end(), &reader)) return reader.take_error();
  return reader.take_object();
}

}  // namespace rensa::json
