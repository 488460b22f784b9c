#include "server/storage/memory_store.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <tuple>
#include <utility>

#include "server/base/utc_time.h"
#include "server/storage/token.h"

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
    check_name_is_not_refused(name, restrictions_.restrictions);
    check_no_name_looks_alike(name, tokens_);
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
    if (version != token_version_) list = TokenList{.version = token_version_, .tokens = tokens_};
    for (const auto& [id, granted] : granted_roles_) {
      if (!list) break;
      TokenRow& row = list->tokens[static_cast<std::size_t>(id) - 1].row;
      row.role = granted.role;
      row.tournaments = granted.tournaments;
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
      ++token_version_;
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
  ++token_version_;
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
    check_name_is_not_refused(renaming.name, restrictions_.restrictions);
    check_renaming(renaming, row.name, tokens_);
    Restriction refused = stored_form(restriction_of_old_name(renaming, row.name));
    refused.id = insert(refused);
    row.name = renaming.name;
    ++token_version_;
    return std::optional(refused);
  } catch (const StoreException& problem) {
    return problem.error();
  }
}

void MemoryStore::append_audit_entry(AuditEntry entry, Completion<Success> done) {
  {
    const std::lock_guard lock(mutex_);
    audit_.push_back(stored_form(std::move(entry)));
    audit_.back().number = ++last_audit_number_;
    if (audit_.size() > kMaxAuditEntries) audit_.pop_front();
  }
  post<Success>(std::move(done), Success{});
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
    if (restriction.kind == Restriction::Kind::name) check_no_account_has_name(restriction.subject, tokens_);
    return insert(stored_form(restriction));
  } catch (const StoreException& problem) {
    return problem.error();
  }
}

std::int64_t MemoryStore::insert(Restriction stored) {
  std::vector<Restriction>& all = restrictions_.restrictions;
  std::vector<std::pair<std::string, std::int64_t>> ended;  // the last ones first
  for (const Restriction& one : all) {
    if (one.until <= stored.made) ended.emplace_back(one.until, one.id);
  }
  std::sort(ended.begin(), ended.end(), std::greater<>());
  if (all.size() - ended.size() >= kMaxRestrictions) throw too_many_restrictions();
  if (ended.size() > kMaxEndedRestrictions) {
    const auto last_kept = ended[kMaxEndedRestrictions - 1];
    std::erase_if(all, [&](const Restriction& one) {
      return one.until <= stored.made && std::pair(one.until, one.id) < last_kept;
    });
  }
  stored.id = ++last_restriction_;
  restrictions_.restrictions.push_back(std::move(stored));
  ++restrictions_.version;
  return last_restriction_;
}

void MemoryStore::lift_restriction(std::int64_t id, Completion<bool> done) {
  std::size_t lifted = 0;
  {
    const std::lock_guard lock(mutex_);
    lifted = std::erase_if(restrictions_.restrictions, [id](const Restriction& one) { return one.id == id; });
    if (lifted > 0) ++restrictions_.version;
  }
  post<bool>(std::move(done), lifted > 0);
}

void MemoryStore::list_restrictions_since(std::uint64_t version, Completion<std::optional<RestrictionList>> done) {
  std::optional<RestrictionList> list;
  {
    const std::lock_guard lock(mutex_);
    if (version != restrictions_.version) list = restrictions_;
  }
  post<std::optional<RestrictionList>>(std::move(done), std::move(list));
}

std::int64_t MemoryStore::add_token(HashedToken token) {
  token.row.id = std::ssize(tokens_) + 1;
  token.row.created = base::utc_now();
  tokens_.push_back(std::move(token));
  ++token_version_;
  return std::ssize(tokens_);
}

void MemoryStore::register_account(NewRegistration registration, Completion<Registered> done) {
  post<Registered>(std::move(done), add(registration));
}

StoreResult<Registered> MemoryStore::add(const NewRegistration& registration) {
  try {
    check_token_name(registration.name);
    const std::string text = random_token(Role::worker);
    const TokenHash hash = hash_of_token(text).value();
    const std::lock_guard lock(mutex_);
    std::erase_if(registrations_,
                  [&](const KeptRegistration& one) { return !one.waits && one.row.made < registration.day_before; });
    RegistrationCounts counts;
    std::vector<WaitingRegistration> waiting;
    for (const KeptRegistration& one : registrations_) {
      if (one.waits) waiting.push_back(one.row);
      if (one.row.made < registration.day_before || one.row.made > registration.made) continue;
      ++counts.all;
      counts.of_payer += one.row.payer == registration.payer ? 1 : 0;
    }
    counts.waiting = std::ssize(waiting);
    check_room_for(registration, counts);
    check_name_is_not_refused(registration.name, restrictions_.restrictions);
    check_no_other_has_name(registration.name, tokens_, 0);
    check_name_is_not_awaited(registration.name, waiting);
    const std::int64_t account =
        registration.has_to_wait ? 0
                                 : add_token({.row = {.name = registration.name, .is_unapproved = true}, .hash = hash});
    registrations_.push_back({.row = {.id = ++last_registration_,
                                      .name = registration.name,
                                      .payer = registration.payer,
                                      .made = registration.made},
                              .hash = hash,
                              .waits = registration.has_to_wait});
    return Registered{.registration = last_registration_, .account = account, .token = text};
  } catch (const StoreException& problem) {
    return problem.error();
  }
}

void MemoryStore::approve_registration(std::int64_t id, Completion<std::optional<std::int64_t>> done) {
  post<std::optional<std::int64_t>>(std::move(done), approve(id));
}

StoreResult<std::optional<std::int64_t>> MemoryStore::approve(std::int64_t id) {
  try {
    const std::lock_guard lock(mutex_);
    for (KeptRegistration& one : registrations_) {
      if (one.row.id != id || !one.waits) continue;
      check_name_is_not_refused(one.row.name, restrictions_.restrictions);
      check_no_other_has_name(one.row.name, tokens_, 0);
      one.waits = false;
      return std::optional(add_token({.row = {.name = one.row.name}, .hash = one.hash}));
    }
    return std::optional<std::int64_t>();
  } catch (const StoreException& problem) {
    return problem.error();
  }
}

void MemoryStore::dismiss_registration(std::int64_t id, Completion<bool> done) {
  bool is_known = false;
  {
    const std::lock_guard lock(mutex_);
    for (KeptRegistration& one : registrations_) {
      if (one.row.id == id) is_known = std::exchange(one.waits, false);
    }
  }
  post<bool>(std::move(done), is_known);
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
  post<std::int64_t>(std::move(done), add(report));
}

StoreResult<std::int64_t> MemoryStore::add(const Report& report) {
  Report stored = stored_form(report);
  const std::lock_guard lock(mutex_);
  std::size_t open = 0;
  std::size_t open_of_reporter = 0;
  for (const Report& one : reports_) {
    if (one.state != Report::State::open) continue;
    ++open;
    if (one.reporter != stored.reporter) continue;
    ++open_of_reporter;
    const bool is_same = one.match == stored.match && one.record == stored.record && one.seat == stored.seat;
    if (is_same && one.about == stored.about) return one.id;
  }
  if (open_of_reporter >= kMaxOpenReportsOfReporter) return too_many_reports().error();
  if (open >= kMaxOpenReports) delete_open_report_of_busiest();
  stored.id = ++last_report_;
  reports_.push_back(std::move(stored));
  if (reports_.size() > kMaxReports) {
    const auto oldest = std::find_if(reports_.begin(), reports_.end(),
                                     [](const Report& one) { return one.state != Report::State::open; });
    if (oldest != reports_.end()) reports_.erase(oldest);
  }
  return last_report_;
}

void MemoryStore::delete_open_report_of_busiest() {
  std::map<std::string, std::size_t> counts;
  for (const Report& one : reports_) counts[one.reporter] += one.state == Report::State::open ? 1 : 0;
  std::size_t most = 0;
  for (const auto& [reporter, count] : counts) most = std::max(most, count);
  const auto oldest = std::find_if(reports_.begin(), reports_.end(), [&](const Report& one) {
    return one.state == Report::State::open && counts.at(one.reporter) == most;
  });
  if (oldest != reports_.end()) reports_.erase(oldest);
}

void MemoryStore::close_report(std::int64_t id, ReportClosure closure, Completion<bool> done) {
  bool is_open = false;
  {
    const std::lock_guard lock(mutex_);
    const auto report =
        std::find_if(reports_.begin(), reports_.end(), [id](const Report& one) { return one.id == id; });
    is_open = report != reports_.end() && report->state == Report::State::open &&
              !(closure.except_about && is_about(*report, *closure.except_about));
    if (is_open) {
      report->state = closure.state;
      report->closed = std::move(closure.closed);
      report->closer = std::move(closure.closer);
    }
  }
  post<bool>(std::move(done), is_open);
}

void MemoryStore::list_reports(const ReportQuery& query, Completion<std::vector<Report>> done) {
  std::vector<Report> reports;
  {
    const std::lock_guard lock(mutex_);
    for (auto one = reports_.rbegin(); one != reports_.rend() && std::ssize(reports) < query.limit; ++one) {
      if (query.before != 0 && one->id >= query.before) continue;
      if (query.except_about && is_about(*one, *query.except_about)) continue;
      if (!query.state || *query.state == one->state) reports.push_back(*one);
    }
  }
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
