#include "engine/json/flat_object.h"

#include <algorithm>
#include <limits>

#include "engine/json/positioned_reader.h"

namespace rensa::json {
namespace {

// Collects the members of one flat object.
class FlatReader final : public PositionedReader {
 public:
  enum class Lists : bool { refused, of_strings };

  FlatReader(std::string_view text, Lists lists) : PositionedReader(text), lists_(lists) {}

  bool null() override { return refuse_value("null"); }
  bool boolean(bool) override { return refuse_value("true or false"); }
  bool number_float(number_float_t, const string_t& digits) override { return refuse_value(digits); }
  bool binary(binary_t&) override { return refuse_value("binary data"); }
  bool start_array(std::size_t) override {
    if (lists_ == Lists::refused || !is_open_ || is_in_list_) return refuse_value("an array");
    is_in_list_ = true;
    object_.push_back({last_key(), "", key_line_, true});
    return true;
  }
  bool end_array() override {
    is_in_list_ = false;
    return true;
  }

  bool start_object(std::size_t) override {
    if (is_open_) return refuse_value("an object");  // also in a list
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
  bool string(string_t& value) override {
    if (!is_in_list_) return add_member(value);
    std::string& joined = std::get<std::string>(object_.back().value);
    joined.append(joined.empty() ? "" : " ").append(value);
    return true;
  }

  bool key(string_t& name) override {
    const auto same = [&name](const FlatMember& member) { return member.key == name; };
    if (std::any_of(object_.begin(), object_.end(), same)) return refuse(quoted_key(name) + " is given twice");
    key_line_ = line();
    set_last_key(name);
    return true;
  }

  FlatObject&& take_object() { return std::move(object_); }

 private:
  bool add_member(FlatValue value) {
    if (!is_open_) return refuse("the text has to be an object, { ... }");
    if (is_in_list_) return refuse(quoted_key(last_key()) + " is a list, and has to have strings only");
    object_.push_back({last_key(), std::move(value), key_line_, false});
    return true;
  }

  bool refuse_value(const std::string& value) {
    if (!is_open_) return refuse("the text has to be an object, { ... }");
    return refuse(quoted_key(last_key()) + " is " + value + ", but values are whole numbers and strings here");
  }

  const Lists lists_;
  bool is_open_ = false;
  bool is_in_list_ = false;
  std::size_t key_line_ = 0;
  FlatObject object_;
};

rules::Parsed<FlatObject> read_object(std::string_view text, FlatReader::Lists lists) {
  FlatReader reader(text, lists);
  if (!reader.read()) return reader.error();
  return reader.take_object();
}

}  // namespace

rules::Parsed<FlatObject> flat_object_of(std::string_view text) {
  return read_object(text, FlatReader::Lists::refused);
}

rules::Parsed<FlatObject> flat_object_with_lists_of(std::string_view text) {
  return read_object(text, FlatReader::Lists::of_strings);
}

rules::ParseError error_in(const FlatMember& member, std::string_view why) {
  std::string message = member.line == 0 ? "" : "line " + std::to_string(member.line) + ": ";
  return {message.append(quoted_key(member.key)).append(" ").append(why), 0};
}

}  // namespace rensa::json
