#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rensa::pages {

// The addresses of the pages of the league and of submitted bots.

// The colours of an image. A page shows the image whose colours fit its own.
enum class ColourScheme : std::uint8_t { light, dark };

enum class PageKind : std::uint8_t { league, tournament, sprt_plot, player, player_plot, bot };

struct PagePath {
  PageKind kind = PageKind::league;
  std::string tournament;                     // empty for the league and for a bot
  std::string player;                         // of player and player_plot; the name of a bot
  ColourScheme scheme = ColourScheme::light;  // of the plots
  friend bool operator==(const PagePath&, const PagePath&) = default;
};

// Parses the path of a page; nullopt: it is no page of the league. The name of a player may contain any character, also
// slashes.
std::optional<PagePath> parse_page_path(std::string_view path);

// The URL of a page, with escapes.
std::string url_of(const PagePath& path);
// The URL of the page on which a running match is watched.
std::string watch_url(std::uint64_t match);
// The URL of the replay page for a game.
std::string replay_url(std::string_view tournament, std::string_view game);

}  // namespace rensa::pages
