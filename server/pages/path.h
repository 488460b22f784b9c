#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rensa::pages {

// The addresses of the league's pages.

// Of the colours of an image: a page that is shown chooses its own.
enum class Scheme : std::uint8_t { light, dark };

enum class PageKind : std::uint8_t { league, tournament, test_plot, player, player_plot };

struct PagePath {
  PageKind kind = PageKind::league;
  std::string tournament;         // but for the league
  std::string player;             // of the last two
  Scheme scheme = Scheme::light;  // of the plots
  friend bool operator==(const PagePath&, const PagePath&) = default;
};

// nullopt: it is none of them. A player's name may hold anything, slashes too.
std::optional<PagePath> page_path_of(std::string_view path);

// As it stands in links: escaped where that has to be.
std::string text_of(const PagePath& path);
// Of a game's record, as the replay page takes it.
std::string replay_of(std::string_view tournament, std::string_view game);

}  // namespace rensa::pages
