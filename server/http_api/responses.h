#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "server/live_tournaments/tournament_registry.h"
#include "server/net/http.h"
#include "server/net/network_queues.h"
#include "server/sessions/session_service.h"
#include "server/storage/completion.h"

namespace rensa::http_api {

// Functions that all parts of the API use to read requests and to make responses.

net::HttpResponse json_response(const nlohmann::ordered_json& body);
net::HttpResponse error_response(int status, const std::string& text);
net::HttpResponse refused(const live_tournaments::Refusal& refusal);

// A message of an organiser to all.
nlohmann::ordered_json message_json(const tournament::KeptMessage& kept);
// A tournament as the list of all has it.
nlohmann::ordered_json summary_json(const std::string& name, const live_tournaments::LiveTournament& run);
// The running games with the numbers of their matches, which can be watched.
nlohmann::ordered_json running_games_json(const live_tournaments::LiveTournament& run);
// Says that a tournament cannot be read, and why.
std::string why_unreadable(const std::string& reason);
// A tournament in a folder that cannot be opened, for example because its journal is damaged.
nlohmann::ordered_json unreadable_json(const std::string& name, const std::string& reason);

std::optional<std::uint64_t> parse_number(std::string_view text);
// Returns the number of a key in a query, or the default if the key is missing; nullopt: it is no number in this range.
struct NumberRange {
  std::uint64_t least = 0;
  std::uint64_t most = UINT64_MAX;
};
std::optional<std::uint64_t> query_number(std::string_view query, std::string_view key, NumberRange range,
                                          std::uint64_t default_value);
// Returns the value of a key in a query; empty: the key is missing.
std::string_view query_value(std::string_view query, std::string_view key);
// Returns the value unescaped; nullopt: its escapes are invalid.
std::optional<std::string> query_text(std::string_view query, std::string_view key);

// Status 503 if the request may succeed later, otherwise 500.
net::HttpResponse store_failure(const storage::StoreError& problem);
// The queue for registrations and reports. The thread of the store that writes them also saves the games, so one of
// them is carried out at a time, and few wait.
inline constexpr const char* kStrangers = "strangers";
// For a network of which NetworkQueues takes no more.
net::HttpResponse too_many_requests();

// Begins to read from the store when it is the turn of the network that asks, and passes the answer on; or replies that
// too many requests of the network wait.
template <typename Value>
void read_in_turn(net::NetworkQueues& reads, const net::HttpReply& reply,
                  std::function<void(storage::Completion<Value>)> begin, storage::Completion<Value> use) {
  const bool is_taken =
      reads.run(reply.network, [begin = std::move(begin), use = std::move(use)](std::function<void()> done) {
        begin([use, done = std::move(done)](storage::StoreResult<Value> answer) {
          done();
          use(std::move(answer));
        });
      });
  if (!is_taken) reply(too_many_requests());
}

}  // namespace rensa::http_api
