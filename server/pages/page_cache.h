#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/net/http.h"
#include "server/static_files/asset.h"

namespace rensa::pages {

// Keeps pages while they are up to date. A page is made once for all clients that wait for it, and not again before its
// content changes. Background work has its turns by network (see HttpRequest), so a client never waits for the turn of
// another network: until a page is begun, each network that wants it has its own turn for it, and the first one that
// comes makes it for all. All calls are on one thread. The cache must outlive its tasks in the background.
class PageCache {
 public:
  // Makes the page, on a background thread. Returns nullptr if there is no such page.
  using MakePage = std::function<std::shared_ptr<const static_files::Asset>()>;
  struct PageRequest {
    std::string key;                    // identifies the page
    std::string version;                // changes with its content
    std::function<MakePage()> prepare;  // takes a snapshot of the content, on this thread
  };

  explicit PageCache(net::RunInBackground run_in_background) : run_in_background_(std::move(run_in_background)) {}

  void answer(const PageRequest& wanted, const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  struct WaitingClient {
    net::HttpRequest request;
    net::HttpReply reply;
  };
  // Is shared with the background thread, which writes the asset before it replies.
  struct Job {
    std::atomic<bool> is_begun = false;
    std::atomic<bool> is_needless = false;  // another network has made this page
    std::shared_ptr<const static_files::Asset> asset;
  };
  // The turn of a network in which a page is made.
  struct Turn {
    std::string version;
    std::uint64_t number = 0;  // in the order in which the content was taken
    std::shared_ptr<Job> job = std::make_shared<Job>();
    std::vector<WaitingClient> waiting;
    // The clients of this network that want newer content. They get the next page.
    std::vector<WaitingClient> next{};
    std::optional<PageRequest> next_request{};
  };
  struct Page {
    std::string version;
    std::uint64_t number = 0;
    std::shared_ptr<const static_files::Asset> asset;
    std::map<std::string, Turn> turns;  // by network
  };

  static Turn* turn_to_wait_for(Page& page, const std::string& network, const std::string& version);
  void start_turn(const std::shared_ptr<Page>& page, const PageRequest& wanted, std::vector<WaitingClient> waiting);
  void finish_turn(const std::shared_ptr<Page>& page, const std::string& network, const net::HttpResponse& fallback);
  void remove_if_full();

  const net::RunInBackground run_in_background_;
  std::map<std::string, std::shared_ptr<Page>> pages_;
  std::uint64_t last_number_ = 0;
};

}  // namespace rensa::pages
