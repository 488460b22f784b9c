#pragma once

#include <memory>

#include "server/live_tournaments/tournaments.h"
#include "server/net/http.h"
#include "server/pages/leaders.h"
#include "server/pages/path.h"
#include "server/pages/shelf.h"
#include "server/pages/tournament_view.h"
#include "server/pages/visitor.h"

namespace rensa::pages {

// The league as plain HTML: which page is meant, and what it is made of. Called on the thread of the tournaments; pages
// are made elsewhere.
class Pages {
 public:
  // The tournaments outlive it.
  Pages(live_tournaments::Tournaments& tournaments, net::Elsewhere elsewhere);

  // False: it is not one of these pages, and nobody replies.
  bool answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  Shelf::Wanted league(const Visitor& visitor) const;
  Shelf::Wanted page_of(const PagePath& path, const live_tournaments::HostedRun& run, const Visitor& visitor) const;

  live_tournaments::Tournaments& tournaments_;
  std::shared_ptr<Leaders> leaders_;
  Shelf shelf_;
};

}  // namespace rensa::pages
