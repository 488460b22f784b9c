#include "server/storage/memory/memory_store.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <tuple>
#include <utility>

#include "server/base/name_skeleton.h"
#include "server/base/utc_time.h"
#include "server/storage/registration_rules.h"

namespace rensa::storage {

MemoryStore::~MemoryStore() { store_waiting_games(); }

void MemoryStore::save_game(GameToSave game, Completion<std::uint64_t> done) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({std::move(game), std::move(done)});
  }
  if (saving_ == Saving::at_once) store_waiting_games();
}

bool MemoryStore::release_one() {
  std::unique_lock lock(mutex_);
  if (waiting_.empty()) return false;
  WaitingSave save = std::move(waiting_.front());
  waiting_.pop_front();
  StoreResult<std::uint64_t> result = store(std::move(save.game));
  lock.unlock();
  post(std::move(save.done), std::move(result));
  return true;
}

void MemoryStore::store_waiting_games() {
  while (release_one()) {
  }
}

std::size_t MemoryStore::waiting_count() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

StoreResult<std::uint64_t> MemoryStore::store(GameToSave save) {
  const auto refused = [](std::string why) {
    return StoreError{.kind = StoreError::Kind::refused, .message = std::move(why)};
  };
  if (auto why = why_not_storable(save.match, save.game)) return refused(std::move(*why));
  const auto match = matches_.find(save.match.match);
  if (match != matches_.end() && match->second != save.match) return refused(match_conflict(save.match));
  const auto stored = std::find_if(games_.begin(), games_.end(), [&](const auto& other) {
    return other.second.row.match == save.game.match && other.second.row.game == save.game.game;
  });
  save.game.record = stored == games_.end() ? last_record_ + 1 : stored->first;
  const std::uint64_t record = save.game.record;
  if (stored == games_.end()) {
    const auto guest_bytes = save.is_between_guests ? std::optional(guest_game_bytes(save)) : std::nullopt;
    matches_.emplace(save.match.match, save.match);
    games_.emplace(record, StoredGame{std::move(save.game), std::move(save.record), guest_bytes});
    last_record_ = record;
  } else if (stored->second.row != save.game || stored->second.record != save.record) {
    return refused(game_conflict(save.game));
  }
  return record;
}

void MemoryStore::list_games(const GamesQuery& query, Completion<std::vector<GameRow>> done) {
  std::vector<GameRow> rows;
  {
    const std::lock_guard lock(mutex_);
    for (auto game = games_.rbegin(); game != games_.rend() && std::ssize(rows) < query.limit; ++game) {
      if (matches(query, game->second.row)) rows.push_back(game->second.row);
    }
  }
  post<std::vector<GameRow>>(std::move(done), std::move(rows));
}

void MemoryStore::list_games_of_match(std::uint64_t match, Completion<std::vector<GameRow>> done) {
  std::vector<GameRow> rows;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [record, game] : games_) {
      if (game.row.match == match) rows.push_back(game.row);
    }
  }
  std::sort(rows.begin(), rows.end(), [](const GameRow& a, const GameRow& b) { return a.game < b.game; });
  post<std::vector<GameRow>>(std::move(done), std::move(rows));
}

void MemoryStore::find_game(std::uint64_t record, Completion<std::optional<GameRow>> done) {
  std::optional<GameRow> row;
  {
    const std::lock_guard lock(mutex_);
    if (const auto game = games_.find(record); game != games_.end()) row = game->second.row;
  }
  post<std::optional<GameRow>>(std::move(done), std::move(row));
}

void MemoryStore::read_record(std::uint64_t record, Completion<std::optional<std::vector<std::uint8_t>>> done) {
  std::optional<std::vector<std::uint8_t>> bytes;
  {
    const std::lock_guard lock(mutex_);
    if (const auto game = games_.find(record); game != games_.end()) bytes = game->second.record;
  }
  post<std::optional<std::vector<std::uint8_t>>>(std::move(done), std::move(bytes));
}

std::vector<GuestGame> MemoryStore::guest_games() const {
  std::vector<GuestGame> guests;
  for (const auto& [record, game] : games_) {
    if (game.guest_bytes) guests.push_back({.record = record, .ended = game.row.ended, .bytes = *game.guest_bytes});
  }
  std::sort(guests.begin(), guests.end(), [](const GuestGame& a, const GuestGame& b) {
    return std::tie(a.ended, a.record) < std::tie(b.ended, b.record);
  });
  return guests;
}

GuestGameCounts MemoryStore::delete_beyond(const GuestGameLimits& limits) {
  const std::vector<GuestGame> guests = guest_games();
  GuestGameCounts counts{.games = guests.size()};
  for (const GuestGame& game : guests) counts.bytes += game.bytes;
  const std::size_t beyond = count_beyond(limits, guests, counts.bytes);
  counts.deleted = std::min(beyond, static_cast<std::size_t>(kDeletedGuestGames));
  counts.has_more = beyond > counts.deleted;
  for (std::size_t i = 0; i < counts.deleted; ++i) {
    const std::uint64_t match = games_.at(guests[i].record).row.match;
    games_.erase(guests[i].record);
    const bool has_games = std::any_of(games_.begin(), games_.end(),
                                       [match](const auto& other) { return other.second.row.match == match; });
    if (!has_games) matches_.erase(match);
    --counts.games;
    counts.bytes -= guests[i].bytes;
  }
  return counts;
}

void MemoryStore::delete_guest_games(const GuestGameLimits& limits, Completion<GuestGameCounts> done) {
  std::unique_lock lock(mutex_);
  const GuestGameCounts counts = delete_beyond(limits);
  lock.unlock();
  post<GuestGameCounts>(std::move(done), counts);
}

void MemoryStore::create_token(const std::string& name, Role role, Completion<std::string> done) {
  post<std::string>(std::move(done), make_token(name, role));
}

StoreResult<std::string> MemoryStore::make_token(const std::string& name, Role role) {
  try {
    check_token_role(role);
    check_token_name(name);
    std::string text = random_token(role);
    const std::lock_guard lock(mutex_);
    check_name_is_not_refused(name, restrictions_.all());
    check_no_name_looks_alike(name, with_name_like(name));
    for (const HashedToken& token : tokens_) {
      if (token.row.name == name && token.row.role == role && !token.row.revoked) {
        throw TokenNameError(name_taken_message(name, role));
      }
    }
    add_token({.row = {.name = name, .role = role}, .hash = hash_of_token(text).value()});
    return text;
  } catch (const StoreException& problem) {
    return problem.error();
  }
}

void MemoryStore::list_tokens_since(std::uint64_t version, Completion<std::optional<TokenList>> done) {
  std::optional<TokenList> list;
  {
    const std::lock_guard lock(mutex_);
    if (version != token_version_) list = TokenList{.version = token_version_, .tokens = {}};
    for (const HashedToken& token : tokens_) {
      if (!list || changed_.at(token.row.id) <= version) continue;
      list->tokens.push_back(token);
      const auto granted = granted_roles_.find(token.row.id);
      if (granted == granted_roles_.end()) continue;
      TokenRow& row = list->tokens.back().row;
      row.role = granted->second.role;
      row.tournaments = granted->second.tournaments;
      row.is_unapproved = false;
    }
  }
  post<std::optional<TokenList>>(std::move(done), std::move(list));
}

void MemoryStore::revoke_token(std::int64_t id, Completion<bool> done) {
  bool is_known = false;
  {
    const std::lock_guard lock(mutex_);
    is_known = id >= 1 && id <= std::ssize(tokens_);
    if (is_known) {
      tokens_[static_cast<std::size_t>(id) - 1].row.revoked = true;
      mark_changed(id);
    }
  }
  post<bool>(std::move(done), is_known);
}

void MemoryStore::set_role(std::int64_t id, RoleGrant grant, Completion<bool> done) {
  post<bool>(std::move(done), this->grant(id, std::move(grant)));
}

StoreResult<bool> MemoryStore::grant(std::int64_t id, RoleGrant grant) {
  if (const auto why = why_not_grantable(grant)) return StoreError{.kind = StoreError::Kind::refused, .message = *why};
  const std::lock_guard lock(mutex_);
  if (id < 1 || id > std::ssize(tokens_) || tokens_[static_cast<std::size_t>(id) - 1].row.revoked) return false;
  granted_roles_[id] = std::move(grant);
  mark_changed(id);
  return true;
}

void MemoryStore::rename_account(Renaming renaming, Completion<std::optional<Restriction>> done) {
  post<std::optional<Restriction>>(std::move(done), rename(renaming));
}

StoreResult<std::optional<Restriction>> MemoryStore::rename(const Renaming& renaming) {
  try {
    check_token_name(renaming.name);
    const std::lock_guard lock(mutex_);
    const std::int64_t id = renaming.account;
    if (id < 1 || id > std::ssize(tokens_)) return std::optional<Restriction>();
    TokenRow& row = tokens_[static_cast<std::size_t>(id) - 1].row;
    if (row.revoked) return std::optional<Restriction>();
    check_name_is_not_refused(renaming.name, restrictions_.all());
    check_new_name_differs(renaming.name, row.name);
    check_no_other_has_name(renaming.name, with_name_like(renaming.name), id);
    check_no_other_has_name(row.name, with_name_like(row.name), id);
    Restriction refused = stored_form(restriction_of_old_name(renaming, row.name));
    refused.id = restrictions_.insert(refused);
    row.name = renaming.name;
    mark_changed(id);
    return std::optional(refused);
  } catch (const StoreException& problem) {
    return problem.error();
  }
}

void MemoryStore::append_audit_entry(AuditEntry entry, Completion<Success> done) {
  {
    const std::lock_guard lock(mutex_);
    append(entry);
  }
  post<Success>(std::move(done), Success{});
}

void MemoryStore::append(const AuditEntry& entry) {
  audit_.push_back(stored_form(entry));
  audit_.back().number = ++last_audit_number_;
  if (audit_.size() > kMaxAuditEntries) audit_.pop_front();
}

void MemoryStore::list_audit_entries(const AuditQuery& query, Completion<std::vector<AuditEntry>> done) {
  std::vector<AuditEntry> entries;
  {
    const std::lock_guard lock(mutex_);
    for (auto entry = audit_.rbegin(); entry != audit_.rend() && std::ssize(entries) < query.limit; ++entry) {
      const bool is_wanted = (query.before == 0 || entry->number < query.before) &&
                             (query.actor.empty() || query.actor == entry->actor) &&
                             (query.tournament.empty() || is_about_tournament(*entry, query.tournament));
      if (is_wanted) entries.push_back(*entry);
    }
  }
  post<std::vector<AuditEntry>>(std::move(done), std::move(entries));
}

void MemoryStore::add_restriction(Restriction restriction, Completion<std::int64_t> done) {
  post<std::int64_t>(std::move(done), add(restriction));
}

StoreResult<std::int64_t> MemoryStore::add(const Restriction& restriction) {
  try {
    const std::lock_guard lock(mutex_);
    if (restriction.kind == Restriction::Kind::name) check_no_account_has_name(with_name_like(restriction.subject));
    return restrictions_.insert(stored_form(restriction));
  } catch (const StoreException& problem) {
    return problem.error();
  }
}

void MemoryStore::lift_restriction(std::int64_t id, Completion<bool> done) {
  std::unique_lock lock(mutex_);
  const bool is_lifted = restrictions_.lift(id);
  lock.unlock();
  post<bool>(std::move(done), is_lifted);
}

void MemoryStore::list_restrictions_since(std::uint64_t version, Completion<std::optional<RestrictionList>> done) {
  std::unique_lock lock(mutex_);
  std::optional<RestrictionList> list = restrictions_.list_since(version);
  lock.unlock();
  post<std::optional<RestrictionList>>(std::move(done), std::move(list));
}

std::int64_t MemoryStore::add_token(HashedToken token) {
  token.row.id = std::ssize(tokens_) + 1;
  token.row.created = base::utc_now();
  tokens_.push_back(std::move(token));
  mark_changed(std::ssize(tokens_));
  return std::ssize(tokens_);
}

std::vector<TokenRow> MemoryStore::with_name_like(const std::string& name) const {
  const std::string skeleton = base::skeleton_of(name);
  std::vector<TokenRow> alike;
  for (const HashedToken& token : tokens_) {
    if (!token.row.revoked && base::skeleton_of(token.row.name) == skeleton) alike.push_back(token.row);
  }
  return alike;
}

void MemoryStore::register_account(NewRegistration registration, Completion<Registered> done) {
  post<Registered>(std::move(done), add(registration));
}

StoreResult<Registered> MemoryStore::add(const NewRegistration& registration) {
  try {
    check_token_name(registration.name);
    const std::lock_guard lock(mutex_);
    std::erase_if(registrations_, [&](const KeptRegistration& one) {
      return one.row.made < (one.waits ? registration.waiting_since : registration.day_before);
    });
    if (const auto earlier = earlier_answer(registration)) return *earlier;
    for (const HashedToken& token : tokens_) {
      if (token.hash == registration.hash) throw used_token();
    }
    check_room(registration);
    check_name_is_not_refused(registration.name, restrictions_.all());
    check_no_other_has_name(registration.name, with_name_like(registration.name), 0);
    std::vector<WaitingRegistration> waiting;
    for (const KeptRegistration& one : registrations_) {
      if (one.waits) waiting.push_back(one.row);
    }
    check_name_is_not_awaited(registration.name, waiting);
    Registered made{.token = registration.hash ? "" : random_token(Role::worker)};
    const TokenHash hash = registration.hash ? *registration.hash : hash_of_token(made.token).value();
    if (!registration.has_to_wait) {
      made.account = add_token({.row = {.name = registration.name, .is_unapproved = true}, .hash = hash});
    }
    made.registration = ++last_registration_;
    registrations_.push_back({.row = {.id = made.registration,
                                      .name = registration.name,
                                      .payer = registration.payer,
                                      .made = registration.made},
                              .hash = hash,
                              .waits = registration.has_to_wait});
    append(entry_of(registration, made));
    return made;
  } catch (const StoreException& problem) {
    return problem.error();
  }
}

void MemoryStore::check_room(const NewRegistration& registration) const {
  std::vector<TakenRegistration> taken;
  for (const KeptRegistration& one : registrations_) {
    taken.push_back({.payer = one.row.payer, .made = one.row.made, .waits = one.waits});
  }
  const auto unapproved = std::ranges::count_if(tokens_, [this](const HashedToken& token) {
    return token.row.is_unapproved && !token.row.revoked && !granted_roles_.contains(token.row.id);
  });
  check_limits(registration, count_for(registration, taken), unapproved);
}

std::optional<Registered> MemoryStore::earlier_answer(const NewRegistration& registration) const {
  if (!registration.hash) return std::nullopt;
  Registered earlier;
  std::optional<std::string> name;
  for (const KeptRegistration& one : registrations_) {
    if (one.hash != *registration.hash) continue;
    earlier.registration = one.row.id;
    if (one.waits) name = one.row.name;
  }
  for (const HashedToken& token : tokens_) {
    if (token.hash != *registration.hash || token.row.revoked) continue;
    earlier.account = token.row.id;
    name = token.row.name;
  }
  if (!name) return std::nullopt;
  check_is_for_this_name(registration, *name);
  return earlier;
}

void MemoryStore::approve_registration(std::int64_t id, Completion<std::optional<std::int64_t>> done) {
  post<std::optional<std::int64_t>>(std::move(done), approve(id));
}

StoreResult<std::optional<std::int64_t>> MemoryStore::approve(std::int64_t id) {
  try {
    const std::lock_guard lock(mutex_);
    for (KeptRegistration& one : registrations_) {
      if (one.row.id != id || !one.waits) continue;
      check_name_is_not_refused(one.row.name, restrictions_.all());
      check_no_other_has_name(one.row.name, with_name_like(one.row.name), 0);
      one.waits = false;
      return std::optional(add_token({.row = {.name = one.row.name}, .hash = one.hash}));
    }
    return std::optional<std::int64_t>();
  } catch (const StoreException& problem) {
    return problem.error();
  }
}

void MemoryStore::dismiss_registration(Dismissal dismissal, Completion<std::int64_t> done) {
  std::int64_t dismissed = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto wanted = std::ranges::find_if(
        registrations_, [&](const KeptRegistration& one) { return one.row.id == dismissal.registration && one.waits; });
    if (wanted != registrations_.end()) {
      const std::string neighbourhood = neighbourhood_of_payer(wanted->row.payer);
      for (KeptRegistration& one : registrations_) {
        const bool is_of_all = dismissal.of_all && neighbourhood_of_payer(one.row.payer) == neighbourhood;
        if ((is_of_all || one.row.id == dismissal.registration) && std::exchange(one.waits, false)) ++dismissed;
      }
    }
  }
  post<std::int64_t>(std::move(done), dismissed);
}

void MemoryStore::list_waiting_registrations(Completion<std::vector<WaitingRegistration>> done) {
  std::vector<WaitingRegistration> waiting;
  {
    const std::lock_guard lock(mutex_);
    for (const KeptRegistration& one : registrations_) {
      if (one.waits) waiting.push_back(one.row);
    }
  }
  post<std::vector<WaitingRegistration>>(std::move(done), std::move(waiting));
}

void MemoryStore::add_report(Report report, Completion<std::int64_t> done) {
  std::unique_lock lock(mutex_);
  StoreResult<std::int64_t> id = reports_.add(report);
  lock.unlock();
  post<std::int64_t>(std::move(done), std::move(id));
}

void MemoryStore::close_report(std::int64_t id, ReportClosure closure, Completion<bool> done) {
  std::unique_lock lock(mutex_);
  const bool is_open = reports_.close(id, closure);
  lock.unlock();
  post<bool>(std::move(done), is_open);
}

void MemoryStore::list_reports(const ReportQuery& query, Completion<std::vector<Report>> done) {
  std::unique_lock lock(mutex_);
  std::vector<Report> reports = reports_.list(query);
  lock.unlock();
  post<std::vector<Report>>(std::move(done), std::move(reports));
}

void MemoryStore::reserve_ids(IdKind kind, std::uint64_t count, Completion<IdBlock> done) {
  assert(count > 0 && count <= kMaxIdBlock);
  IdBlock block{.count = count};
  {
    const std::lock_guard lock(mutex_);
    std::uint64_t& last = reserved_[kind];
    if (kind == IdKind::match && !matches_.empty()) last = std::max(last, matches_.rbegin()->first);
    block.first = last + 1;
    last += count;
  }
  post<IdBlock>(std::move(done), block);
}

void MemoryStore::check_files(Completion<Success> done) { post<Success>(std::move(done), Success{}); }

}  // namespace rensa::storage
