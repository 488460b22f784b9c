#include "server/static_files/site.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "server/static_files/script.h"

// The files of clients/web. The assembler makes these arrays (cmake/RensaEmbed.cmake).
extern "C" const rensa::static_files::EmbeddedFile rensa_web_client[];
extern "C" const rensa::static_files::EmbeddedFile rensa_web_client_end[];

namespace rensa::static_files {

namespace {

struct Page {
  std::string_view path;
  const char* file;
};

constexpr std::array kPages{Page{"/", "index.html"},
                            Page{"/play", "play.html"},
                            Page{"/practice", "practice.html"},
                            Page{"/train", "train.html"},
                            Page{"/look", "look.html"},
                            Page{"/tv", "tv.html"},
                            Page{"/how-to-play", "how_to_play.html"},
                            Page{"/help", "how_to_play.html"},
                            Page{"/rules", "how_to_play.html"},
                            Page{"/organise", "organise.html"},
                            Page{"/replay/", "replay.html"}};  // of the record that its query names
constexpr std::array kNumberedPages{Page{"/watch/", "watch.html"}, Page{"/replay/", "replay.html"}};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

net::HttpResponse text_response(int status, const char* text) {
  return {.status = status, .content_type = "text/plain; charset=utf-8", .body = text, .file_name = {}};
}

}  // namespace

std::string file_of_path(std::string_view path) {
  for (const Page& page : kPages) {
    if (path == page.path) return page.file;
  }
  for (const Page& page : kNumberedPages) {
    if (path.starts_with(page.path) && is_number(path.substr(page.path.size()))) return page.file;
  }
  return std::string(path.substr(1));
}

std::optional<std::uint64_t> record_of_path(std::string_view path) {
  constexpr std::string_view kReplay = "/replay/";
  if (!path.starts_with(kReplay)) return std::nullopt;
  const std::string_view number = path.substr(kReplay.size());
  std::uint64_t record = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), record);
  if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
  return record;
}

net::HttpResponse Site::answer(const net::HttpRequest& request) const {
  if (request.method != "GET" && request.method != "HEAD") {
    return text_response(405, "Only GET and HEAD are answered here.\n");
  }
  const auto asset = files_(file_of_path(request.path));
  return asset ? response_of(*asset, request) : not_found(request);
}

net::HttpResponse Site::not_found(const net::HttpRequest& request) const {
  const auto page = files_("not_found.html");
  if (!page) return text_response(404, "There is nothing here.\n");
  net::HttpRequest whole = request;
  whole.if_none_match.clear();
  net::HttpResponse response = response_of(*page, whole);
  response.status = 404;
  return response;
}

namespace {

namespace fs = std::filesystem;

// Returns true if each part of the path is the name of a file that may be shown.
bool has_only_plain_names(std::string_view path) {
  while (true) {
    const std::string_view name = path.substr(0, path.find('/'));
    if (name.empty() || name.front() == '.' || name.find('\0') != std::string_view::npos) return false;
    if (name.size() == path.size()) return true;
    path.remove_prefix(name.size() + 1);
  }
}

bool is_inside_folder(const fs::path& folder, const fs::path& file) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

std::optional<std::string> bytes_of(const fs::path& folder, std::string_view path) {
  if (!has_only_plain_names(path)) return std::nullopt;
  std::error_code problem;
  const fs::path file = fs::canonical(folder / path, problem);  // where links lead
  if (problem || !is_inside_folder(folder, file) || !fs::is_regular_file(file, problem)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(in), {}};
}

std::shared_ptr<const Asset> asset_of(std::string_view path, std::string_view bytes) {
  return std::make_shared<const Asset>(
      make_asset(media_type_of(path), path.ends_with(".js") ? without_comments(bytes) : std::string(bytes)));
}

}  // namespace

std::span<const EmbeddedFile> embedded_files() { return {rensa_web_client, rensa_web_client_end}; }

FileSource embedded_file_source() {
  std::map<std::string, std::shared_ptr<const Asset>, std::less<>> assets;
  for (const EmbeddedFile& file : embedded_files()) {
    assets.emplace(file.path, asset_of(file.path, {file.begin, file.end}));
  }
  return [assets = std::move(assets)](std::string_view path) {
    const auto found = assets.find(path);
    return found == assets.end() ? nullptr : found->second;
  };
}

FileSource folder_file_source(const fs::path& folder) {
  std::error_code problem;
  const fs::path root = fs::canonical(folder, problem);
  if (problem || !fs::is_directory(root, problem)) throw std::runtime_error(folder.string() + " is not a directory");
  return [root](std::string_view path) -> std::shared_ptr<const Asset> {
    const auto bytes = bytes_of(root, path);
    if (!bytes) return nullptr;
    return asset_of(path, *bytes);
  };
}

}  // namespace rensa::static_files
