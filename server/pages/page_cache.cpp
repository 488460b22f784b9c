#include "server/pages/page_cache.h"

#include <exception>
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
  if (page->is_pending) {
    page->next.push_back({request, reply});
    page->next_request = wanted;
    return;
  }
  if (page->asset && page->version == wanted.version) return reply(static_files::response_of(*page->asset, request));
  page->waiting.push_back({request, reply});
  start_making(std::shared_ptr<Page>(page), wanted);
  remove_if_full();
}

void PageCache::start_making(const std::shared_ptr<Page>& page, const PageRequest& wanted) {
  page->is_pending = true;
  page->version = wanted.version;
  page->asset.reset();
  // The background thread writes the result before the reply, and this thread reads it after the reply.
  const auto result = std::make_shared<std::shared_ptr<const static_files::Asset>>();
  run_in_background_(
      [make = wanted.prepare(), result] {
        try {
          *result = make();
        } catch (const std::exception& problem) {
          return page_text_response(503, std::string("This page cannot be made: ") + problem.what() + "\n");
        }
        return page_text_response(404, "There is nothing here.\n");
      },
      [this, page, result](const net::HttpResponse& fallback) {
        page->asset = *result;
        finish(page, fallback);
      });
}

void PageCache::finish(const std::shared_ptr<Page>& page, const net::HttpResponse& fallback) {
  page->is_pending = false;
  const std::vector<WaitingClient> waiting = std::exchange(page->waiting, {});
  const auto wanted = std::exchange(page->next_request, std::nullopt);
  const std::shared_ptr<const static_files::Asset> asset = page->asset;
  if (wanted) {
    page->waiting = std::exchange(page->next, {});
    start_making(page, *wanted);
  }
  for (const WaitingClient& one : waiting) one.reply(asset ? static_files::response_of(*asset, one.request) : fallback);
}

void PageCache::remove_if_full() {
  if (pages_.size() <= kMaxPages) return;
  std::erase_if(pages_, [](const auto& entry) { return !entry.second->is_pending; });
}

}  // namespace rensa::pages
