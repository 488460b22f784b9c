#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/live_tournaments/tournament_registry.h"

namespace rensa::http_api {

// The names that nobody may choose for an account, because they belong to others than accounts: to built-in players,
// to submitted bots, and to the players of tournaments. A tournament knows its players by the names of their accounts
// alone.
class ReservedNames {
 public:
  // The parameter outlives it.
  explicit ReservedNames(const live_tournaments::TournamentRegistry& tournaments) : tournaments_(tournaments) {}

  // Reserves names of submitted bots, too. The function says if a name is that of a bot or its author, or looks like
  // it.
  void use_bots(std::function<bool(const std::string& name)> is_like_bot) { is_like_bot_ = std::move(is_like_bot); }
  // The function says if the settings name the account of this name as one that may submit bots. A submitted bot is a
  // program that runs on this machine, so nobody may get such a name without an administrator.
  void use_authors(std::function<bool(const std::string& name)> is_of_author) {
    is_of_author_ = std::move(is_of_author);
  }
  bool is_of_author(const std::string& name) const { return is_of_author_(name); }
  // Returns the reason why nobody may choose a name that is reserved, or that looks like a reserved one.
  std::optional<std::string> why_reserved(const std::string& name);
  // Returns the tournament that is not over in which the account with this name plays; empty: there is none.
  std::string tournament_of_account(const std::string& name) const;

 private:
  const std::string& skeleton_of(const std::string& name);

  const live_tournaments::TournamentRegistry& tournaments_;
  std::function<bool(const std::string& name)> is_like_bot_ = [](const std::string&) { return false; };
  std::function<bool(const std::string& name)> is_of_author_ = [](const std::string&) { return false; };
  std::unordered_map<std::string, std::string> skeletons_;  // of names, since a skeleton takes long to find
};

}  // namespace rensa::http_api
