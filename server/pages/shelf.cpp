#include "server/pages/shelf.h"

#include <exception>
#include <utility>

namespace rensa::pages {

namespace {

constexpr std::size_t kMostPages = 256;

net::HttpResponse sentence(int status, std::string text) {
  return {.status = status, .content_type = "text/plain; charset=utf-8", .body = std::move(text), .file_name = {}};
}

}  // namespace

void Shelf::give(const Wanted& wanted, const net::HttpRequest& request, const net::HttpReply& reply) {
  std::shared_ptr<Page>& page = pages_[wanted.key];
  if (!page) page = std::make_shared<Page>();
  if (page->is_being_made) {
    page->next.push_back({request, reply});
    page->wanted_next = wanted;
    return;
  }
  if (page->asset && page->version == wanted.version) return reply(static_files::response_of(*page->asset, request));
  page->asking.push_back({request, reply});
  make(std::shared_ptr<Page>(page), wanted);
  make_room();
}

void Shelf::make(const std::shared_ptr<Page>& page, const Wanted& wanted) {
  page->is_being_made = true;
  page->version = wanted.version;
  page->asset.reset();
  // The one thread writes before it replies to the other, which reads then.
  const auto made_asset = std::make_shared<std::shared_ptr<const static_files::Asset>>();
  elsewhere_(
      [make = wanted.prepare(), made_asset] {
        try {
          *made_asset = make();
        } catch (const std::exception& problem) {
          return sentence(503, std::string("This page cannot be made: ") + problem.what() + "\n");
        }
        return sentence(404, "There is nothing here.\n");
      },
      [this, page, made_asset](const net::HttpResponse& otherwise) {
        page->asset = *made_asset;
        made(page, otherwise);
      });
}

void Shelf::made(const std::shared_ptr<Page>& page, const net::HttpResponse& otherwise) {
  page->is_being_made = false;
  const std::vector<Asking> asking = std::exchange(page->asking, {});
  const auto wanted = std::exchange(page->wanted_next, std::nullopt);
  const std::shared_ptr<const static_files::Asset> asset = page->asset;
  if (wanted) {
    page->asking = std::exchange(page->next, {});
    make(page, *wanted);
  }
  for (const Asking& one : asking) one.reply(asset ? static_files::response_of(*asset, one.request) : otherwise);
}

void Shelf::make_room() {
  if (pages_.size() <= kMostPages) return;
  std::erase_if(pages_, [](const auto& entry) { return !entry.second->is_being_made; });
}

}  // namespace rensa::pages
