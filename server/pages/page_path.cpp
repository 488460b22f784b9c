#include "server/pages/page_path.h"

#include <array>
#include <utility>

namespace rensa::pages {

namespace {

constexpr std::string_view kLeague = "/league";
constexpr std::string_view kBots = "/bots/";
constexpr std::string_view kPlayers = "players/";
constexpr std::string_view kSvgEnding = ".svg";

// The folders and files of plots in each colour scheme.
constexpr std::array<ColourScheme, 2> kSchemes{ColourScheme::light, ColourScheme::dark};
constexpr std::string_view rating_folder(ColourScheme scheme) {
  return scheme == ColourScheme::dark ? "ratings-dark/" : "ratings/";
}
// Returns the name of the plot of a sequential test's log-likelihood ratio.
constexpr std::string_view sprt_plot_file(ColourScheme scheme) {
  return scheme == ColourScheme::dark ? "llr-dark.svg" : "llr.svg";
}

// Escapes all bytes except those of letters, digits and a few marks.
std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    if (is_letter || (byte >= '0' && byte <= '9') || byte == '-' || byte == '_' || byte == '.' || byte == '~') {
      out += character;
    } else {
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}

constexpr std::string_view kHexMark = "~x";
constexpr std::string_view kHexDigits = "0123456789ABCDEF";

// Returns true if browsers, proxies or the server take a part of the name for a folder above.
bool has_dot_folder(std::string_view name) {
  while (true) {
    const std::string_view part = name.substr(0, name.find_first_of("/\\"));
    if (part == "." || part == "..") return true;
    if (part.size() == name.size()) return false;
    name.remove_prefix(part.size() + 1);
  }
}

// The name of a player as the end of a path. A name that cannot be written as it is stands there as its bytes.
std::string path_part_of(std::string_view name) {
  if (!has_dot_folder(name) && !name.starts_with(kHexMark)) return percent_encoded(name);
  std::string part(kHexMark);
  for (const char character : name) {
    const auto byte = static_cast<unsigned char>(character);
    part += kHexDigits[byte >> 4];
    part += kHexDigits[byte & 15];
  }
  return part;
}

std::string name_of_path_part(std::string_view part) {
  if (!part.starts_with(kHexMark) || part.size() % 2 != 0) return std::string(part);
  std::string name;
  for (std::size_t at = kHexMark.size(); at < part.size(); at += 2) {
    const std::size_t high = kHexDigits.find(part[at]);
    const std::size_t low = kHexDigits.find(part[at + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::string(part);
    name += static_cast<char>(high << 4 | low);
  }
  return name;
}

// Parses the path of a plot. `rest` is the part of the path after the tournament.
std::optional<PagePath> plot_path_of(PagePath page, std::string_view rest) {
  for (const ColourScheme scheme : kSchemes) {
    page.scheme = scheme;
    if (rest == sprt_plot_file(scheme)) {
      page.kind = PageKind::sprt_plot;
      return page;
    }
    const std::string_view ratings = rating_folder(scheme);
    if (rest.starts_with(ratings) && rest.ends_with(kSvgEnding) && rest.size() > ratings.size() + kSvgEnding.size()) {
      page.kind = PageKind::player_plot;
      page.player = name_of_path_part(rest.substr(ratings.size(), rest.size() - ratings.size() - kSvgEnding.size()));
      return page;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<PagePath> parse_page_path(std::string_view path) {
  if (path.starts_with(kBots) && path.size() > kBots.size()) {
    return PagePath{.kind = PageKind::bot, .tournament = {}, .player = std::string(path.substr(kBots.size()))};
  }
  if (!path.starts_with(kLeague)) return std::nullopt;
  path.remove_prefix(kLeague.size());
  if (path.empty()) return PagePath{};
  if (path.front() != '/') return std::nullopt;
  path.remove_prefix(1);
  if (path.empty()) return PagePath{};
  PagePath page{.kind = PageKind::tournament, .tournament = std::string(path.substr(0, path.find('/'))), .player = {}};
  if (page.tournament.size() == path.size()) return page;
  path.remove_prefix(page.tournament.size() + 1);
  if (path.starts_with(kPlayers) && path.size() > kPlayers.size()) {
    page.kind = PageKind::player;
    page.player = name_of_path_part(path.substr(kPlayers.size()));
    return page;
  }
  return plot_path_of(std::move(page), path);
}

std::string url_of(const PagePath& path) {
  const std::string tournament = std::string(kLeague) + "/" + percent_encoded(path.tournament);
  switch (path.kind) {
    case PageKind::league:
      break;
    case PageKind::bot:
      return std::string(kBots) + percent_encoded(path.player);
    case PageKind::tournament:
      return tournament;
    case PageKind::sprt_plot:
      return tournament + "/" + std::string(sprt_plot_file(path.scheme));
    case PageKind::player:
      return tournament + "/" + std::string(kPlayers) + path_part_of(path.player);
    case PageKind::player_plot:
      return tournament + "/" + std::string(rating_folder(path.scheme)) + path_part_of(path.player) +
             std::string(kSvgEnding);
  }
  return std::string(kLeague);
}

std::string watch_url(std::uint64_t match) { return "/watch/" + std::to_string(match); }

std::string replay_url(std::string_view tournament, std::string_view game) {
  return "/replay/?record=" +
         percent_encoded("/api/v1/tournaments/" + percent_encoded(tournament) + "/records/" + percent_encoded(game));
}

}  // namespace rensa::pages
