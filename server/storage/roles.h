#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::storage {

// What an account may do besides playing.
enum class Role : std::uint8_t {
  worker,         // nothing else
  organiser,      // manages the tournaments that are named to it
  moderator,      // mutes, renames and bans people
  administrator,  // all of that, and everything else
};

std::string_view name_of(Role role);
std::optional<Role> role_from_name(std::string_view text);

// A role that an account is given. `tournaments` are the tournaments of an organiser: each is the id of a tournament,
// or the beginning of ids with a star behind it, "autumn-*". Other roles have none.
struct RoleGrant {
  Role role = Role::worker;
  std::vector<std::string> tournaments{};

  bool operator==(const RoleGrant&) const = default;
};

// Returns the reason why an account cannot be given this role with these tournaments; nullopt: it can.
std::optional<std::string> why_not_grantable(const RoleGrant& grant);

// The tournaments of a grant as one text, with spaces between them, and back; commas may stand for spaces.
std::string joined_tournaments(const std::vector<std::string>& tournaments);
std::vector<std::string> split_tournaments(std::string_view text);

// Returns true if an account with this role may manage the tournament with this id, which need not exist yet.
bool may_manage(const RoleGrant& grant, std::string_view tournament);

}  // namespace rensa::storage
