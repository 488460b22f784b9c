#include "engine/notation/share_url.h"

#include "engine/notation/ips.h"
#include "engine/notation/puyop.h"

namespace rensa::notation {

rules::Parsed<Shared> shared_of_url(std::string_view url) {
  if (url.find('?') != std::string_view::npos) return shared_of_ips(url);
  if (url.find("/s/") != std::string_view::npos) return shared_of_puyop(url);
  return rules::ParseError{"this is no share URL: it has neither \"/s/\" (puyop) nor \"?\" (ips)", 0};
}

}  // namespace rensa::notation
