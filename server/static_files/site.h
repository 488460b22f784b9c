#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/net/http.h"
#include "server/static_files/asset.h"

namespace rensa::static_files {

// The sources of the web client's files: those in this program, or those in a folder. Both give scripts without their
// comments.

// A file of clients/web as it was when the program was built.
struct EmbeddedFile {
  const char* path;  // "draw/board.js"
  const char* begin;
  const char* end;
};
std::span<const EmbeddedFile> embedded_files();

// Returns the source of the files in this program. All of them are compressed now, so that no request has to wait.
FileSource embedded_file_source();

// Reads the files of a folder anew for each request. Only for work on the page, since the server waits meanwhile. Files
// outside the folder, also behind links, and files whose name begins with a dot are not read. Throws std::runtime_error
// if there is no such folder.
FileSource folder_file_source(const std::filesystem::path& folder);

// Returns the file for a path of the site. Pages have addresses of their own, other files have their own path.
// Precondition: the path begins with '/'.
std::string file_of_path(std::string_view path);

// Returns the number of the record whose page has this path, "/replay/12"; nullopt: it is another path.
std::optional<std::uint64_t> record_of_path(std::string_view path);

// Answers requests for the files of the web client.
class Site {
 public:
  explicit Site(FileSource files) : files_(std::move(files)) {}

  net::HttpResponse answer(const net::HttpRequest& request) const;

 private:
  net::HttpResponse not_found(const net::HttpRequest& request) const;

  FileSource files_;
};

}  // namespace rensa::static_files
