#include "engine/players/entrant.h"

#include <algorithm>
#include <charconv>

namespace rensa::players {

namespace {

constexpr std::size_t kLongestFileName = 24;  // of a weights' file in a name: records take 64 bytes

using rules::ParseError;

// Reads the options of one word, from the left.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  rules::Parsed<PlayerWord> read() {
    const std::size_t colon = std::min(text_.find(':'), text_.size());
    const std::string_view name = text_.substr(0, colon);
    word_.kind = find_player(name);
    if (word_.kind == nullptr) return refuse(0, "no player " + std::string(name) + "; there are " + names_of_players());
    for (std::size_t at = colon; at < text_.size();) {
      const std::size_t begin = at + 1;
      at = std::min(text_.find(',', begin), text_.size());
      if (!take(begin, text_.substr(begin, at - begin))) return error_;
    }
    return word_;
  }

 private:
  bool take(std::size_t begin, std::string_view option) {
    const std::size_t equals = option.find('=');
    const std::string name(option.substr(0, equals));
    const bool is_nodes = name == "nodes";
    if (!is_nodes && name != "weights") {
      return fail(begin, name.empty() ? "an option is missing" : "there is no option " + name);
    }
    if (!(is_nodes ? word_.kind->takes.nodes : word_.kind->takes.weights)) {
      return fail(begin, std::string(word_.kind->name) + " does not take " + name);
    }
    if (is_nodes ? word_.nodes != 0 : !word_.weights_file.empty()) return fail(begin, name + " is given twice");
    const std::string_view value = equals == std::string_view::npos ? "" : option.substr(equals + 1);
    if (value.empty()) return fail(begin, name + " needs a value, as in " + (is_nodes ? "nodes=N" : "weights=FILE"));
    if (is_nodes) return take_nodes(begin + equals + 1, value);
    word_.weights_file = value;
    return true;
  }

  bool take_nodes(std::size_t begin, std::string_view value) {
    int nodes = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, nodes);
    if (error != std::errc() || stop != end || nodes < 1 || nodes > kMostNodes) {
      return fail(begin, "nodes has to be a number from 1 to " + std::to_string(kMostNodes));
    }
    word_.nodes = nodes;
    return true;
  }

  ParseError refuse(std::size_t begin, std::string message) {
    return {.message = std::move(message), .position = begin + 1};
  }

  bool fail(std::size_t begin, const std::string& what) {
    const std::string options = options_of(*word_.kind);
    std::string message(text_);
    message.append(": ").append(what).append("; ").append(word_.kind->name);
    error_ = refuse(begin, message.append(options.empty() ? " has no options" : " has " + options));
    return false;
  }

  std::string_view text_;
  PlayerWord word_;
  ParseError error_;
};

bool is_plain(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '.' || character == '-';
}

}  // namespace

rules::Parsed<PlayerWord> player_word_of(std::string_view text) { return Reader(text).read(); }

std::string options_of(const PlayerKind& kind) {
  std::string options = kind.takes.nodes ? "nodes=N" : "";
  if (kind.takes.weights) options.append(options.empty() ? "" : ", ").append("weights=FILE");
  return options;
}

std::string name_of(const PlayerWord& word) {
  std::string name(word.kind->name);
  if (word.nodes != 0) name.append(":nodes=").append(std::to_string(word.nodes));
  if (word.weights_file.empty()) return name;
  std::string file = word.weights_file.substr(word.weights_file.rfind('/') + 1);
  file.resize(std::min(file.size(), kLongestFileName));
  std::replace_if(file.begin(), file.end(), [](char character) { return !is_plain(character); }, '_');
  return name.append(word.nodes != 0 ? "," : ":").append("weights=").append(file);
}

}  // namespace rensa::players
