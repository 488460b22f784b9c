#include "engine/json/json_writer.h"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <utility>

namespace rensa::json {

namespace {

bool is_plain(char character) { return character >= ' ' && character <= '~' && character != '"' && character != '\\'; }

// Without `replace`, the library throws for text that is not UTF-8.
std::string quoted(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(1, '"').append(text).append(1, '"');
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void JsonWriter::add(std::string_view text) { add_literal(quoted(text)); }

void JsonWriter::key(std::string_view name) {
  assert(depth_ > 0 && !is_after_key_);
  begin_element();
  text_.append(quoted(name)).append(": ");
  is_after_key_ = true;
}

void JsonWriter::begin(char bracket) {
  assert(depth_ < has_elements_.size());
  begin_element();
  text_ += bracket;
  has_elements_[depth_++] = false;
}

void JsonWriter::end(char bracket) {
  assert(depth_ > 0 && !is_after_key_);
  if (has_elements_[--depth_]) break_line();
  text_ += bracket;
}

void JsonWriter::add_literal(std::string_view literal) {
  begin_element();
  text_ += literal;
}

void JsonWriter::begin_element() {
  if (std::exchange(is_after_key_, false) || depth_ == 0) return;
  if (std::exchange(has_elements_[depth_ - 1], true)) text_ += ',';
  break_line();
}

void JsonWriter::break_line() { text_.append(1, '\n').append(depth_ * indentation_, ' '); }

}  // namespace rensa::json
