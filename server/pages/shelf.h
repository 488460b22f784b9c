#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/net/http.h"
#include "server/static_files/asset.h"

namespace rensa::pages {

// Pages that were made, as long as they are of today. However many ask for one, it is made for all of them at once, and
// not again while what it shows is the same: what many look at costs no more than what one looks at. Belongs to one
// thread, and outlives what it has asked for elsewhere.
class Shelf {
 public:
  // Called elsewhere. nullptr: there is no such page after all.
  using Make = std::function<std::shared_ptr<const static_files::Asset>()>;
  struct Wanted {
    std::string key;                // which page
    std::string version;            // of what it shows
    std::function<Make()> prepare;  // takes what is needed: now, or later on this thread
  };

  explicit Shelf(net::Elsewhere elsewhere) : elsewhere_(std::move(elsewhere)) {}

  void give(const Wanted& wanted, const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  struct Asking {
    net::HttpRequest request;
    net::HttpReply reply;
  };
  struct Page {
    std::string version;
    std::shared_ptr<const static_files::Asset> asset;
    bool is_being_made = false;
    std::vector<Asking> asking;  // for what is being made
    // Who has come since, for what may be there by now.
    std::vector<Asking> next;
    std::optional<Wanted> wanted_next;
  };

  void make(const std::shared_ptr<Page>& page, const Wanted& wanted);
  void made(const std::shared_ptr<Page>& page, const net::HttpResponse& otherwise);
  void make_room();

  const net::Elsewhere elsewhere_;
  std::map<std::string, std::shared_ptr<Page>> pages_;
};

}  // namespace rensa::pages
