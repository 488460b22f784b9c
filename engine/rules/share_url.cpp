#include "engine/rules/share_url.h"

#include "engine/rules/ips.h"
#include "engine/rules/puyop.h"

namespace rensa::rules {

Parsed<Shared> shared_of_url(std::string_view url) {
  if (url.find('?') != std::string_view::npos) return shared_of_ips(url);
  if (url.find("/s/") != std::string_view::npos) return shared_of_puyop(url);
  return ParseError{"this is no share URL: it has neither \"/s/\" (puyop) nor \"?\" (ips)", 0};
}

}  // namespace rensa::rules
