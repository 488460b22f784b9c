#include "clients/worker/invitation.h"

#include <cstdlib>

namespace rensa::worker {

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Invitation invitation() { return {variable("RENSA_SERVER"), variable("RENSA_TOKEN")}; }

}  // namespace rensa::worker
