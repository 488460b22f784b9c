#include "server/pages/page_cache.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <iterator>
#include <utility>

namespace rensa::pages {

namespace {

constexpr std::size_t kMaxPages = 256;

net::HttpResponse page_text_response(int status, std::string text) {
  return {.status = status, .content_type = "text/plain; charset=utf-8", .body = std::move(text), .file_name = {}};
}

}  // namespace

void PageCache::answer(const PageRequest& wanted, const net::HttpRequest& request, const net::HttpReply& reply) {
  std::shared_ptr<Page>& page = pages_[wanted.key];
  if (!page) page = std::make_shared<Page>();
  if (page->asset && page->version == wanted.version) return reply(static_files::response_of(*page->asset, request));
  if (Turn* turn = turn_to_wait_for(*page, reply.network, wanted.version)) {
    turn->waiting.push_back({request, reply});
  } else if (const auto own = page->turns.find(reply.network); own != page->turns.end()) {
    own->second.next.push_back({request, reply});
    own->second.next_request = wanted;
  } else {
    start_turn(std::shared_ptr<Page>(page), wanted, {{request, reply}});
    remove_if_full();
  }
}

// Returns the turn that makes this version soon: that of the network itself, or one that has begun; null: there is
// none.
PageCache::Turn* PageCache::turn_to_wait_for(Page& page, const std::string& network, const std::string& version) {
  for (auto& [owner, turn] : page.turns) {
    const bool makes_it = turn.version == version && !turn.job->is_needless;
    if (makes_it && (owner == network || turn.job->is_begun)) return &turn;
  }
  return nullptr;
}

// Precondition: the network of the clients has no turn.
void PageCache::start_turn(const std::shared_ptr<Page>& page, const PageRequest& wanted,
                           std::vector<WaitingClient> waiting) {
  const net::HttpReply first = waiting.front().reply;
  Turn turn{.version = wanted.version, .number = ++last_number_, .waiting = std::move(waiting)};
  const std::shared_ptr<Job> job = turn.job;
  page->turns.emplace(first.network, std::move(turn));
  run_in_background_(
      [make = wanted.prepare(), job] {
        job->is_begun = true;
        try {
          if (!job->is_needless) job->asset = make();
        } catch (const std::exception& problem) {
          return page_text_response(503, std::string("This page cannot be made: ") + problem.what() + "\n");
        }
        return page_text_response(404, "There is nothing here.\n");
      },
      first.calling([this, page, network = first.network](const net::HttpResponse& fallback) {
        finish_turn(page, network, fallback);
      }));
}

void PageCache::finish_turn(const std::shared_ptr<Page>& page, const std::string& network,
                            const net::HttpResponse& fallback) {
  Turn turn = std::move(page->turns.extract(network).mapped());
  if (turn.next_request) start_turn(page, *turn.next_request, std::move(turn.next));
  const std::shared_ptr<const static_files::Asset> asset = turn.job->asset;
  if (asset && turn.number > page->number) {
    page->asset = asset;
    page->version = turn.version;
    page->number = turn.number;
  }
  for (auto& [owner, other] : page->turns) {
    if (!asset || other.version != turn.version) continue;
    other.job->is_needless = true;
    std::move(other.waiting.begin(), other.waiting.end(), std::back_inserter(turn.waiting));
    other.waiting.clear();
  }
  for (const WaitingClient& one : turn.waiting) {
    one.reply(asset ? static_files::response_of(*asset, one.request) : fallback);
  }
}

void PageCache::remove_if_full() {
  if (pages_.size() <= kMaxPages) return;
  std::erase_if(pages_, [](const auto& entry) { return entry.second->turns.empty(); });
}

}  // namespace rensa::pages
