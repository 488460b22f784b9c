#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/net/http.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// What all parts of the API answer with, and how they read what they are asked.

net::HttpResponse json_response(const nlohmann::ordered_json& body);
net::HttpResponse error(int status, const std::string& text);

std::optional<std::uint64_t> number_of(std::string_view text);
// The value of a key in a query; empty: not there.
std::string_view value_in(std::string_view query, std::string_view key);
// The same unescaped; nullopt: it cannot be.
std::optional<std::string> text_in(std::string_view query, std::string_view key);

// Who has this token as an administrator; else what to answer. Throws store::StoreError.
struct Authority {
  std::string name;
  std::optional<net::HttpResponse> refusal;
};
Authority authority_of(storage::Store& store, const std::string& token);

}  // namespace rensa::http_api
