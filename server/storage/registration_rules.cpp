#include "server/storage/registration_rules.h"

#include <algorithm>

#include "server/base/name_skeleton.h"
#include "server/storage/restrictions.h"

namespace rensa::storage {

RegistrationCounts count_for(const NewRegistration& registration, std::span<const TakenRegistration> taken) {
  RegistrationCounts counts;
  const std::string neighbourhood = neighbourhood_of_payer(registration.payer);
  const std::string region = region_of_payer(registration.payer);
  for (const TakenRegistration& one : taken) {
    const bool is_of_payer = one.payer == registration.payer;
    const bool is_of_neighbourhood = neighbourhood_of_payer(one.payer) == neighbourhood;
    const bool is_of_region = region_of_payer(one.payer) == region;
    const auto add_to = [&](RegistrationCounts::Shares& shares) {
      ++shares.all;
      if (is_of_payer) ++shares.of_payer;
      if (is_of_neighbourhood) ++shares.of_neighbourhood;
      if (is_of_region) ++shares.of_region;
    };
    if (one.made >= registration.day_before && one.made <= registration.day_after) add_to(counts.recent);
    if (one.waits) add_to(counts.waiting);
  }
  return counts;
}

namespace {

void refuse_registration(const std::string& why) { throw StoreException(why, StoreError::Kind::refused); }

// Returns the limit that holds for a neighbourhood with so many registrations. The last quarter of the places is for
// neighbourhoods that have none yet.
std::int64_t limit_for(std::int64_t of_neighbourhood, std::int64_t places) {
  return of_neighbourhood == 0 ? places : places - places / 4;
}

// A region has a quarter of all places, so that a flood from few providers leaves places for all others.
std::int64_t limit_of_region(std::int64_t of_neighbourhood, std::int64_t places) {
  return std::max(kMaxRegistrationsOfNeighbourhood, limit_for(of_neighbourhood, places / 4));
}

void check_waiting(const NewRegistration& registration, const RegistrationCounts::Shares& waiting) {
  if (waiting.of_payer >= registration.most_of_payer) {
    refuse_registration("From this address, " + std::to_string(waiting.of_payer) +
                        " registrations wait for approval. Another one is taken when one of them has been approved or "
                        "dismissed, or has waited for 14 days.");
  }
  if (waiting.of_neighbourhood >= kMaxRegistrationsOfNeighbourhood ||
      waiting.of_region >= limit_of_region(waiting.of_neighbourhood, kMaxWaitingRegistrations) ||
      waiting.all >= limit_for(waiting.of_neighbourhood, kMaxWaitingRegistrations)) {
    refuse_registration(
        "Many registrations wait for approval: try again when some of them have been approved or dismissed.");
  }
}

}  // namespace

void check_limits(const NewRegistration& registration, const RegistrationCounts& counts, std::int64_t unapproved) {
  const RegistrationCounts::Shares& recent = counts.recent;
  if (recent.of_payer >= registration.most_of_payer) {
    refuse_registration("There were " + std::to_string(recent.of_payer) +
                        " registrations from this address within a day: try again tomorrow.");
  }
  if (recent.of_neighbourhood >= kMaxRegistrationsOfNeighbourhood ||
      recent.of_region >= limit_of_region(recent.of_neighbourhood, registration.most)) {
    refuse_registration("There were many registrations from addresses near this one: try again tomorrow.");
  }
  if (unapproved >= kMaxUnapprovedAccounts) refuse_registration("There are too many unapproved accounts.");
  if (recent.all >= limit_for(recent.of_neighbourhood, registration.most)) {
    refuse_registration("There were many registrations today: try again tomorrow.");
  }
  if (registration.has_to_wait) check_waiting(registration, counts.waiting);
}

std::string neighbourhood_of_payer(const std::string& payer) {
  return neighbourhood_of(parts_of_subject(payer).network);
}

std::string region_of_payer(const std::string& payer) { return region_of(parts_of_subject(payer).network); }

AuditEntry entry_of(const NewRegistration& registration, const Registered& made) {
  const bool waits = made.account == 0;
  const std::string number =
      waits ? "registration " + std::to_string(made.registration) : "account " + std::to_string(made.account);
  return {.actor = registration.payer,
          .role = "guest",
          .act = waits ? "account requested" : "account registered",
          .target = number + ": " + registration.name};
}

void check_is_for_this_name(const NewRegistration& registration, const std::string& earlier_name) {
  if (registration.name == earlier_name) return;
  throw TokenNameError("This token has been registered for the name \"" + earlier_name + "\": draw another one.");
}

TokenNameError used_token() { return TokenNameError("This token has been revoked: draw another one."); }

void check_name_is_not_awaited(const std::string& name, std::span<const WaitingRegistration> waiting) {
  const std::string skeleton = base::skeleton_of(name);
  for (const WaitingRegistration& one : waiting) {
    if (base::skeleton_of(one.name) != skeleton) continue;
    throw TokenNameError("A registration with the name \"" + one.name + "\" waits for approval.");
  }
}

}  // namespace rensa::storage
