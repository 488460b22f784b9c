#include "clients/cli/remote/remote_record.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "clients/cli/remote/http_client.h"

namespace rensa::cli {

namespace {

constexpr std::string_view kPage = "/replay";
constexpr std::string_view kAfterScheme = "://";
constexpr std::string_view kParameter = "record=";
constexpr std::string_view kApi = "/api/";

struct RecordAddress {
  std::string server;  // with the path that a proxy adds
  std::string path;    // of the record on that server
};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

int hex_digit_of(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  const char lower = static_cast<char>(digit | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Undoes the escapes of a query.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit_of(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit_of(text[i + 2]) : -1;
    if (low < 0) {
      out += text[i];
    } else {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

// Returns the path of a record that a query names, such as "?language=ja&record=/api/v1/records/7".
std::optional<std::string> record_in_query(std::string_view query) {
  while (!query.empty()) {
    query.remove_prefix(1);  // the question mark, or an ampersand
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(part.size());
    if (!part.starts_with(kParameter)) continue;
    std::string path = unescaped(part.substr(kParameter.size()));
    return path.starts_with(kApi) ? std::optional(std::move(path)) : std::nullopt;
  }
  return std::nullopt;
}

// Reads "SERVER/replay/7", "SERVER/replay/?record=/api/..." and "SERVER/api/...". A fragment at the end is ignored.
std::optional<RecordAddress> address_of(std::string_view text) {
  text = text.substr(0, text.find('#'));
  const std::size_t scheme = text.find(kAfterScheme);
  const std::size_t path = text.find('/', scheme == std::string_view::npos ? 0 : scheme + kAfterScheme.size());
  if (path == std::string_view::npos) return std::nullopt;
  if (const std::size_t at = text.find(kPage, path); at != std::string_view::npos) {
    const std::string server(text.substr(0, at));
    std::string_view rest = text.substr(at + kPage.size());
    const std::string_view query = rest.substr(std::min(rest.find('?'), rest.size()));
    rest.remove_suffix(query.size());
    if (rest.starts_with('/') && is_number(rest.substr(1))) {
      return RecordAddress{server, std::string("/api/v1/records").append(rest)};
    }
    auto record = rest.empty() || rest == "/" ? record_in_query(query) : std::nullopt;
    return record ? std::optional(RecordAddress{server, *std::move(record)}) : std::nullopt;
  }
  const std::size_t at = text.find(kApi, path);
  if (at == std::string_view::npos) return std::nullopt;
  return RecordAddress{std::string(text.substr(0, at)), std::string(text.substr(at))};
}

}  // namespace

bool is_web_address(std::string_view text) { return text.starts_with("http://") || text.starts_with("https://"); }

std::vector<std::uint8_t> download_record(const std::string& address) {
  const std::optional<RecordAddress> record = address_of(address);
  const auto is_plain = [](char character) { return character > ' ' && character <= '~'; };
  if (!record || !std::all_of(record->path.begin(), record->path.end(), is_plain)) {
    throw std::runtime_error(address + ": this address names no record; that of a replay's page does, such as " +
                             "https://example.org/replay/7");
  }
  const rules::Parsed<ServerUrl> server = server_url_of(record->server);
  if (!server) throw std::runtime_error(server.error().message);
  const HttpResponse response = send_http_request(*server, {.target = record->path, .token = {}});
  if (response.status != 200) {
    throw std::runtime_error(address + ": the server has no such record (it answers with status " +
                             std::to_string(response.status) + ")");
  }
  return {response.body.begin(), response.body.end()};
}

}  // namespace rensa::cli
