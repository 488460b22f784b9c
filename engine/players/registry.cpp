#include "engine/players/registry.h"

#include <algorithm>
#include <array>

#include "engine/players/basic_players.h"
#include "engine/players/champion.h"
#include "engine/players/gaze.h"
#include "engine/players/joseki.h"
#include "engine/players/potential.h"
#include "engine/rules/numbers.h"

namespace rensa::players {

namespace {

template <typename Kind>
std::unique_ptr<Player> make(const PlayerSetup& setup) {
  return std::make_unique<Kind>(setup);
}

template <typename Kind>
std::unique_ptr<Player> copy(const Player& player) {
  return std::make_unique<Kind>(static_cast<const Kind&>(player));
}

template <Joseki (*kMake)(const PlayerSetup&)>
std::unique_ptr<Player> make_joseki(const PlayerSetup& setup) {
  return std::make_unique<Joseki>(kMake(setup));
}

std::unique_ptr<Player> make_best_first(const PlayerSetup& setup) { return std::make_unique<Gaze>(best_first(setup)); }

constexpr SupportedOptions kBuilds{.nodes = true, .weights = true};

constexpr std::array kKinds = {
    PlayerKind{"random", "any placement that the pair can reach", make<Random>, copy<Random>},
    PlayerKind{"greedy", "the chain that scores most at once, else the flattest field", make<Greedy>, copy<Greedy>},
    PlayerKind{"potential", "where the known pairs can fire the greatest chain, and fires it when it must",
               make<Potential>, copy<Potential>},
    PlayerKind{"gaze", "builds towards the longest chain, and fires by what both sides hold against each other",
               make<Gaze>, copy<Gaze>, kBuilds, Gaze::max_nodes()},
    PlayerKind{"bestfirst", "as gaze, but searches what both sides fire by turn-considered Best-First Max-N",
               make_best_first, copy<Gaze>, kBuilds, Gaze::max_nodes()},
    PlayerKind{"template", "builds a known form, the stairs, and fires it; as joseki goes on where none can be built",
               make_joseki<templates_alone>, copy<Joseki>, kBuilds, search::max_nodes({})},
    PlayerKind{"joseki", "opens with a known form, the GTR, and builds on it as far as it can be seen",
               make_joseki<joseki>, copy<Joseki>, kBuilds, search::max_nodes({})},
    PlayerKind{"champion", "builds as gaze, and fires by a search of what the opponent can still answer",
               make<Champion>, copy<Champion>, kBuilds, Champion::max_nodes()},
};

}  // namespace

std::span<const PlayerKind> player_kinds() { return kKinds; }

const PlayerKind* find_player(std::string_view name) {
  for (const PlayerKind& kind : kKinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::string names_of_players() {
  std::string names;
  for (const PlayerKind& kind : kKinds) {
    if (!names.empty()) names += ", ";
    names += kind.name;
  }
  return names;
}

namespace {

// The longest name of a weights file in the name of a player, because a name in a record has at most 64 bytes.
constexpr std::size_t kLongestFileName = 24;

using rules::ParseError;

class SpecReader {
 public:
  explicit SpecReader(std::string_view text) : text_(text) {}

  rules::Parsed<PlayerSpec> read() {
    const std::size_t colon = std::min(text_.find(':'), text_.size());
    const std::string_view name = text_.substr(0, colon);
    spec_.kind = find_player(name);
    if (spec_.kind == nullptr) return refuse(0, "no player " + std::string(name) + "; there are " + names_of_players());
    for (std::size_t at = colon; at < text_.size();) {
      const std::size_t begin = at + 1;
      at = std::min(text_.find(',', begin), text_.size());
      if (!take(begin, text_.substr(begin, at - begin))) return error_;
    }
    return spec_;
  }

 private:
  bool take(std::size_t begin, std::string_view option) {
    const std::size_t equals = option.find('=');
    const std::string name(option.substr(0, equals));
    const bool is_nodes = name == "nodes";
    if (!is_nodes && name != "weights") {
      return fail(begin, name.empty() ? "an option is missing" : "there is no option " + name);
    }
    if (!(is_nodes ? spec_.kind->supports.nodes : spec_.kind->supports.weights)) {
      return fail(begin, std::string(spec_.kind->name) + " does not take " + name);
    }
    if (is_nodes ? spec_.nodes != 0 : !spec_.weights_file.empty()) return fail(begin, name + " is given twice");
    const std::string_view value = equals == std::string_view::npos ? "" : option.substr(equals + 1);
    if (value.empty()) return fail(begin, name + " needs a value, as in " + (is_nodes ? "nodes=N" : "weights=FILE"));
    if (is_nodes) return take_nodes(begin + equals + 1, value);
    spec_.weights_file = value;
    return true;
  }

  bool take_nodes(std::size_t begin, std::string_view value) {
    const auto nodes = rules::parse_number<int>(value);
    if (!nodes || *nodes < 1 || *nodes > kMaxNodes) {
      return fail(begin, "nodes has to be a number from 1 to " + std::to_string(kMaxNodes));
    }
    spec_.nodes = *nodes;
    return true;
  }

  ParseError refuse(std::size_t begin, std::string message) {
    return {.message = std::move(message), .position = begin + 1};
  }

  bool fail(std::size_t begin, const std::string& what) {
    const std::string options = option_summary(*spec_.kind);
    std::string message(text_);
    message.append(": ").append(what).append("; ").append(spec_.kind->name);
    error_ = refuse(begin, message.append(options.empty() ? " has no options" : " has " + options));
    return false;
  }

  std::string_view text_;
  PlayerSpec spec_;
  ParseError error_;
};

bool is_plain(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '.' || character == '-';
}

}  // namespace

rules::Parsed<PlayerSpec> parse_player_spec(std::string_view text) { return SpecReader(text).read(); }

std::string option_summary(const PlayerKind& kind) {
  std::string options = kind.supports.nodes ? "nodes=N" : "";
  if (kind.supports.weights) options.append(options.empty() ? "" : ", ").append("weights=FILE");
  return options;
}

std::string display_name(const PlayerSpec& spec) {
  std::string name(spec.kind->name);
  if (spec.nodes != 0) name.append(":nodes=").append(std::to_string(spec.nodes));
  if (spec.weights_file.empty()) return name;
  std::string file = spec.weights_file.substr(spec.weights_file.rfind('/') + 1);
  file.resize(std::min(file.size(), kLongestFileName));
  std::replace_if(file.begin(), file.end(), [](char character) { return !is_plain(character); }, '_');
  return name.append(spec.nodes != 0 ? "," : ":").append("weights=").append(file);
}

}  // namespace rensa::players
