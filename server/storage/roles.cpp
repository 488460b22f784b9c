#include "server/storage/roles.h"

#include <algorithm>

#include "server/base/log_line.h"

namespace rensa::storage {

namespace {

constexpr std::size_t kMaxTournaments = 50;
constexpr std::size_t kMaxTournamentBytes = 64;
constexpr Role kRoles[] = {Role::worker, Role::organiser, Role::moderator, Role::administrator};

bool is_letter_of_id(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
}

bool is_prefix(std::string_view tournament) { return tournament.ends_with('*'); }

// Returns the id, or the beginning of ids.
std::string_view without_star(std::string_view tournament) {
  return is_prefix(tournament) ? tournament.substr(0, tournament.size() - 1) : tournament;
}

bool is_valid_tournament(std::string_view tournament) {
  const std::string_view id = without_star(tournament);
  return !tournament.empty() && tournament.size() <= kMaxTournamentBytes &&
         std::all_of(id.begin(), id.end(), is_letter_of_id);
}

}  // namespace

std::string_view name_of(Role role) {
  switch (role) {
    case Role::worker:
      return "worker";
    case Role::organiser:
      return "organiser";
    case Role::moderator:
      return "moderator";
    case Role::administrator:
      return "administrator";
  }
  return "";
}

std::optional<Role> role_from_name(std::string_view text) {
  for (const Role role : kRoles) {
    if (text == name_of(role)) return role;
  }
  return std::nullopt;
}

std::optional<std::string> why_not_grantable(const RoleGrant& grant) {
  const bool is_organiser = grant.role == Role::organiser;
  if (!is_organiser && !grant.tournaments.empty()) {
    return "Only an organiser has tournaments, and not a " + std::string(name_of(grant.role)) + ".";
  }
  if (is_organiser && grant.tournaments.empty()) {
    return "An organiser needs the tournaments that it may manage: ids, or the beginning of ids with a star behind it.";
  }
  if (grant.tournaments.size() > kMaxTournaments) {
    return "An organiser has at most " + std::to_string(kMaxTournaments) +
           " tournaments: name the beginning of their ids with a star behind it.";
  }
  for (const std::string& tournament : grant.tournaments) {
    if (is_valid_tournament(tournament)) continue;
    return base::quoted_for_log(tournament) + " is no id of a tournament: it has small letters, digits and dashes, " +
           "at most " + std::to_string(kMaxTournamentBytes) + ", and may end with a star for all ids that begin so.";
  }
  return std::nullopt;
}

std::string joined_tournaments(const std::vector<std::string>& tournaments) {
  std::string text;
  for (const std::string& tournament : tournaments) text.append(text.empty() ? "" : " ").append(tournament);
  return text;
}

std::vector<std::string> split_tournaments(std::string_view text) {
  std::vector<std::string> tournaments;
  while (!text.empty()) {
    const std::string_view tournament = text.substr(0, text.find_first_of(" ,"));
    if (!tournament.empty()) tournaments.emplace_back(tournament);
    text.remove_prefix(std::min(text.size(), tournament.size() + 1));
  }
  return tournaments;
}

bool may_manage(const RoleGrant& grant, std::string_view tournament) {
  if (grant.role == Role::administrator) return true;
  if (grant.role != Role::organiser) return false;
  return std::any_of(grant.tournaments.begin(), grant.tournaments.end(), [tournament](const std::string& named) {
    return is_prefix(named) ? tournament.starts_with(without_star(named)) : tournament == named;
  });
}

}  // namespace rensa::storage
