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

// Keeps pages while they are up to date. A page is made once for all clients that wait for it, and not again before its
// content changes. All calls are on one thread. The cache outlives its tasks in the background.
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
  struct Page {
    std::string version;
    std::shared_ptr<const static_files::Asset> asset;
    bool is_pending = false;
    std::vector<WaitingClient> waiting;  // for the page that is being made
    // The clients that asked after the snapshot of the content was taken. They get the next page.
    std::vector<WaitingClient> next;
    std::optional<PageRequest> next_request;
  };

  void start_making(const std::shared_ptr<Page>& page, const PageRequest& wanted);
  void finish(const std::shared_ptr<Page>& page, const net::HttpResponse& otherwise);
  void remove_if_full();

  const net::RunInBackground run_in_background_;
  std::map<std::string, std::shared_ptr<Page>> pages_;
};

}  // namespace rensa::pages
