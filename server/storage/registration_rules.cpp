#include "server/storage/registration_rules.h"

#include "server/base/name_skeleton.h"
#include "server/storage/restrictions.h"

namespace rensa::storage {

RegistrationCounts count_for(const NewRegistration& registration, std::span<const TakenRegistration> taken) {
  RegistrationCounts counts;
  const std::string neighbourhood = neighbourhood_of_payer(registration.payer);
  for (const TakenRegistration& one : taken) {
    const bool is_recent = one.made >= registration.day_before && one.made <= registration.day_after;
    if (one.waits) ++counts.waiting;
    if (is_recent) ++counts.all;
    if (is_recent && one.payer == registration.payer) ++counts.of_payer;
    if ((is_recent || one.waits) && neighbourhood_of_payer(one.payer) == neighbourhood) ++counts.of_neighbourhood;
  }
  return counts;
}

void check_room_for(const NewRegistration& registration, const RegistrationCounts& counts, std::int64_t unapproved) {
  const auto refuse = [](const std::string& why) { throw StoreException(why, StoreError::Kind::refused); };
  if (counts.of_payer >= registration.most_of_payer) {
    refuse("There were " + std::to_string(counts.of_payer) +
           " registrations from this address within a day: try again tomorrow.");
  }
  if (counts.of_neighbourhood >= kMaxRegistrationsOfNeighbourhood) {
    refuse("There were many registrations from addresses near this one: try again tomorrow.");
  }
  if (unapproved >= kMaxUnapprovedAccounts) refuse("There are too many unapproved accounts.");
  if (counts.all >= registration.most) refuse("There were many registrations today: try again tomorrow.");
  if (registration.has_to_wait && counts.waiting >= kMaxWaitingRegistrations) {
    refuse("Many registrations wait for approval: try again later.");
  }
}

std::string neighbourhood_of_payer(const std::string& payer) {
  return neighbourhood_of(parts_of_subject(payer).network);
}

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
