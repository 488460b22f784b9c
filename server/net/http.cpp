#include "server/net/http.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace rensa::net {

namespace {

struct StatusReason {
  int status;
  std::string_view text;
};
constexpr StatusReason kReasons[] = {{200, "OK"},
                                     {201, "Created"},
                                     {202, "Accepted"},
                                     {204, "No Content"},
                                     {304, "Not Modified"},
                                     {400, "Bad Request"},
                                     {401, "Unauthorized"},
                                     {403, "Forbidden"},
                                     {404, "Not Found"},
                                     {405, "Method Not Allowed"},
                                     {408, "Request Timeout"},
                                     {409, "Conflict"},
                                     {411, "Length Required"},
                                     {413, "Payload Too Large"},
                                     {417, "Expectation Failed"},
                                     {421, "Misdirected Request"},
                                     {426, "Upgrade Required"},
                                     {429, "Too Many Requests"},
                                     {431, "Request Header Fields Too Large"},
                                     {500, "Internal Server Error"},
                                     {503, "Service Unavailable"}};

std::string_view reason_of(int status) {
  for (const StatusReason& reason : kReasons) {
    if (reason.status == status) return reason.text;
  }
  return "Status";  // clients read only the number
}

// These headers are sent with every answer: pages may load scripts, styles and images only from this server, may
// compile WebAssembly, and may open WebSockets only to this server ('self' covers them). Pages need no permissions that
// a browser would ask for.
constexpr std::string_view kContentPolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
constexpr std::string_view kPermissions =
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

// Removes control characters, so that a text from outside cannot add a header.
std::string without_control_characters(std::string_view text) {
  std::string out(text);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  std::replace_if(out.begin(), out.end(), is_control, '_');
  return out;
}

// Removes control characters and quotes, for a quoted text in a header.
std::string without_quotes(std::string_view text) {
  std::string out = without_control_characters(text);
  std::replace_if(out.begin(), out.end(), [](char c) { return c == '"' || c == '\\'; }, '_');
  return out;
}

void add_header(std::string& head, std::string_view name, std::string_view value) {
  head.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

bool has_body(int status) { return status >= 200 && status != 204 && status != 304; }

std::string answer_head(const HttpResponse& response, bool keep_alive) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head.append(reason_of(response.status)).append("\r\n");
  if (has_body(response.status)) {
    add_header(head, "Content-Type", without_control_characters(response.content_type));
    if (!response.stream) add_header(head, "Content-Length", std::to_string(response.body.size()));
  }
  if (!response.file_name.empty()) {
    add_header(head, "Content-Disposition", "attachment; filename=\"" + without_quotes(response.file_name) + "\"");
  }
  for (const HttpHeader& header : response.headers)
    add_header(head, header.name, without_control_characters(header.value));
  if (response.status == 405) add_header(head, "Allow", "GET, HEAD, POST, DELETE");
  if (response.status == 401) add_header(head, "WWW-Authenticate", "Bearer");
  add_header(head, "Connection", keep_alive ? "keep-alive" : "close");
  add_header(head, "X-Content-Type-Options", "nosniff");
  add_header(head, "Content-Security-Policy", kContentPolicy);
  add_header(head, "Referrer-Policy", "no-referrer");
  add_header(head, "Cross-Origin-Opener-Policy", "same-origin");
  add_header(head, "Permissions-Policy", kPermissions);
  head += "\r\n";
  return head;
}

HttpResponse refusal(int status, std::string sentence) {
  return {status, "text/plain; charset=utf-8", std::move(sentence) + "\n", {}};
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

namespace {

struct WeightedName {
  std::string_view name;
  int weight = 0;
};

// Returns the text before the mark, and removes it from `text` together with the mark.
std::string_view take_text_before(std::string_view& text, char mark) {
  const std::string_view part = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return trimmed(part);
}

// Parses a weight: "0.25" is 250. An invalid weight is 0.
int parse_weight(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return 0;
  if (text.size() > 1 && text[1] != '.') return 0;
  int value = (text[0] - '0') * 1000;
  int step = 100;
  for (const char c : text.substr(std::min<std::size_t>(2, text.size()))) {
    if (c < '0' || c > '9') return 0;
    value += (c - '0') * step;
    step /= 10;
  }
  return std::min(value, 1000);
}

WeightedName parse_weighted_name(std::string_view item) {
  WeightedName preference{take_text_before(item, ';'), 1000};
  while (!item.empty()) {
    std::string_view parameter = take_text_before(item, ';');
    if (equals_ignoring_case(take_text_before(parameter, '='), "q"))
      preference.weight = parse_weight(trimmed(parameter));
  }
  return preference;
}

template <class IsMatch>
int weight_of_best_match(std::string_view header, IsMatch matches) {
  std::optional<int> named;
  int any = 0;
  while (!header.empty()) {
    const WeightedName preference = parse_weighted_name(take_text_before(header, ','));
    if (matches(preference.name)) named = std::max(named.value_or(0), preference.weight);
    if (preference.name == "*") any = preference.weight;
  }
  return named.value_or(any);
}

}  // namespace

int accept_weight(std::string_view header, std::string_view name) {
  return weight_of_best_match(header, [name](std::string_view wanted) { return equals_ignoring_case(wanted, name); });
}

int accept_language_weight(std::string_view header, std::string_view language) {
  return weight_of_best_match(header, [language](std::string_view wanted) {
    return equals_ignoring_case(take_text_before(wanted, '-'), language);
  });
}

namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool climbs_above_root(std::string_view path) {
  for (std::size_t at = path.find("/.."); at != std::string_view::npos; at = path.find("/..", at + 1)) {
    if (at + 3 == path.size() || path[at + 3] == '/') return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> unescape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size() || hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0) return std::nullopt;
    out.push_back(static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])));
    i += 2;
  }
  return out;
}

std::optional<RequestTarget> parse_target(std::string_view text) {
  if (text.find('#') != std::string_view::npos) return std::nullopt;  // browsers keep this part for themselves
  const std::size_t mark = std::min(text.find('?'), text.size());
  std::optional<std::string> path = unescape(text.substr(0, mark));
  if (!path || !path->starts_with('/') || climbs_above_root(*path)) return std::nullopt;
  if (std::any_of(path->begin(), path->end(), is_control)) return std::nullopt;
  return RequestTarget{std::move(*path), std::string(text.substr(std::min(mark + 1, text.size())))};
}

std::string_view bearer_token_of(std::string_view authorization) {
  constexpr std::string_view kScheme = "bearer ";
  if (authorization.size() < kScheme.size()) return {};
  for (std::size_t i = 0; i < kScheme.size(); ++i) {
    const char c = authorization[i];
    if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != kScheme[i]) return {};
  }
  const std::size_t begin = authorization.find_first_not_of(' ', kScheme.size());
  return begin == std::string_view::npos ? std::string_view{} : authorization.substr(begin);
}

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit) &&
         std::from_chars(text.data(), text.data() + text.size(), port).ec == std::errc();
}

// Names in the files of containers may have '_'.
bool is_of_host_name(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_'; }
bool is_of_ipv6(char c) { return hex_value(c) >= 0 || c == ':' || c == '.'; }

}  // namespace

bool is_host(std::string_view text) {
  const bool is_ipv6 = text.starts_with('[');
  if (is_ipv6) text.remove_prefix(1);
  const std::size_t length = std::min(text.find(is_ipv6 ? ']' : ':'), text.size());
  const std::string_view name = text.substr(0, length);
  std::string_view rest = text.substr(length);
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_ipv6 ? is_of_ipv6 : is_of_host_name)) return false;
  if (is_ipv6) {
    if (rest.empty()) return false;
    rest.remove_prefix(1);
  }
  return rest.empty() || (rest.front() == ':' && is_port(rest.substr(1)));
}

bool is_websocket_key(std::string_view text) {
  constexpr std::size_t kLength = 24;  // 22 digits of 6 bits each are 16 bytes, and 4 bits without a meaning
  const auto is_base64 = [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '/'; };
  return text.size() == kLength && text.ends_with("==") && std::all_of(text.begin(), text.end() - 2, is_base64);
}

namespace {

bool contains(const std::vector<std::string>& list, std::string_view name) {
  return std::any_of(list.begin(), list.end(), [&](const std::string& one) { return equals_ignoring_case(one, name); });
}

// Returns the host without its port: "[::1]" for "[::1]:80", "localhost" for "localhost:80".
std::string_view host_without_port(std::string_view host) {
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  return host.substr(0, end == 0 ? host.size() : end);
}

// Returns "duel.example:8443" for "https://duel.example:8443"; empty for "null" and other origins without a host.
std::string_view host_of_origin(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size());
  }
  return {};
}

}  // namespace

bool is_host_allowed(const WebAccess& access, std::string_view host) {
  if (!access.hosts.empty()) return contains(access.hosts, host);
  if (!access.is_loopback) return true;
  const std::string_view name = host_without_port(host);
  return equals_ignoring_case(name, "localhost") || name == "127.0.0.1" || name == "[::1]";
}

bool is_origin_allowed(const WebAccess& access, std::string_view origin, std::string_view host) {
  if (origin.empty()) return true;
  if (!access.origins.empty())
    return std::find(access.origins.begin(), access.origins.end(), origin) != access.origins.end();
  return !host.empty() && equals_ignoring_case(host_of_origin(origin), host);
}

std::string_view choose_subprotocol(std::string_view offered) {
  while (!offered.empty()) {
    const std::size_t comma = std::min(offered.find(','), offered.size());
    const std::string_view one = trimmed(offered.substr(0, comma));
    for (const std::string_view spoken : {kBinarySubprotocol, kTextSubprotocol}) {
      if (one == spoken) return spoken;
    }
    offered.remove_prefix(std::min(comma + 1, offered.size()));
  }
  return {};
}

}  // namespace rensa::net
