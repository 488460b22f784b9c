#include "server/pages/path.h"

namespace rensa::pages {

namespace {

constexpr std::string_view kLeague = "/league";
constexpr std::string_view kPlayers = "players/";
constexpr std::string_view kRatings = "ratings/";
constexpr std::string_view kTestPlot = "llr.svg";
constexpr std::string_view kSvgEnding = ".svg";

// As a part of a URL: all but letters, digits and a few marks by their bytes.
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

}  // namespace

std::optional<PagePath> page_path_of(std::string_view path) {
  if (!path.starts_with(kLeague)) return std::nullopt;
  path.remove_prefix(kLeague.size());
  if (path.empty()) return PagePath{};
  if (path.front() != '/') return std::nullopt;
  path.remove_prefix(1);
  if (path.empty()) return PagePath{};
  PagePath page{.kind = PageKind::tournament, .tournament = std::string(path.substr(0, path.find('/'))), .player = {}};
  if (page.tournament.size() == path.size()) return page;
  path.remove_prefix(page.tournament.size() + 1);
  if (path == kTestPlot) {
    page.kind = PageKind::test_plot;
  } else if (path.starts_with(kPlayers) && path.size() > kPlayers.size()) {
    page.kind = PageKind::player;
    page.player = path.substr(kPlayers.size());
  } else if (path.starts_with(kRatings) && path.ends_with(kSvgEnding) &&
             path.size() > kRatings.size() + kSvgEnding.size()) {
    page.kind = PageKind::player_plot;
    page.player = path.substr(kRatings.size(), path.size() - kRatings.size() - kSvgEnding.size());
  } else {
    return std::nullopt;
  }
  return page;
}

std::string text_of(const PagePath& path) {
  const std::string tournament = std::string(kLeague) + "/" + percent_encoded(path.tournament);
  switch (path.kind) {
    case PageKind::league:
      break;
    case PageKind::tournament:
      return tournament;
    case PageKind::test_plot:
      return tournament + "/" + std::string(kTestPlot);
    case PageKind::player:
      return tournament + "/" + std::string(kPlayers) + percent_encoded(path.player);
    case PageKind::player_plot:
      return tournament + "/" + std::string(kRatings) + percent_encoded(path.player) + std::string(kSvgEnding);
  }
  return std::string(kLeague);
}

std::string replay_of(std::string_view tournament, std::string_view game) {
  return "/replay/?record=" +
         percent_encoded("/api/v1/tournaments/" + percent_encoded(tournament) + "/records/" + percent_encoded(game));
}

}  // namespace rensa::pages
