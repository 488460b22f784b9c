#include "server/http_api/bots_api.h"

#include <memory>
#include <utility>

#include "server/http_api/responses.h"

namespace rensa::http_api {

namespace {

using BotJson = nlohmann::ordered_json;

// What is told of the checks of a version. Their reasons may have lines that the bot has printed.
enum class Detail : std::uint8_t { for_all, for_owner };

std::string state_text(const submissions::Submissions& submissions, const std::string& bot,
                       const submissions::BotVersion& version) {
  if (submissions.is_being_checked(bot, version.number)) return "checking";
  return std::string(name_of(version.state));
}

BotJson version_json(const submissions::Submissions& submissions, const std::string& bot,
                     const submissions::BotVersion& version, Detail detail) {
  BotJson object = {{"version", version.number},
                    {"state", state_text(submissions, bot, version)},
                    {"uploaded", version.uploaded},
                    {"digest", version.digest},
                    {"bytes", version.bytes},
                    {"language", version.manifest.language},
                    {"player", submissions::player_name(bot, version.number)},
                    {"ladder", version.ladder.empty() ? BotJson() : BotJson(version.ladder)},
                    {"why", nullptr}};
  if (detail == Detail::for_owner && !version.why.empty()) object["why"] = version.why;
  BotJson checks = BotJson::array();
  for (const submissions::CheckFinding& finding : version.checks) {
    const bool is_told = detail == Detail::for_owner && !finding.reason.empty();
    checks.push_back({{"check", finding.check},
                      {"result", finding.result},
                      {"reason", is_told ? BotJson(finding.reason) : BotJson()}});
  }
  object["checks"] = std::move(checks);
  return object;
}

BotJson summary_json(const submissions::Bot& bot) {
  return {{"bot", bot.name},
          {"owner", bot.owner},
          {"removed", bot.removed ? BotJson(*bot.removed) : BotJson()},
          {"versions", bot.versions.size()}};
}

BotJson bot_json(const submissions::Submissions& submissions, const submissions::Bot& bot, Detail detail) {
  BotJson object = summary_json(bot);
  object["page"] = "/bots/" + bot.name;
  BotJson versions = BotJson::array();
  for (const submissions::BotVersion& version : bot.versions) {
    versions.push_back(version_json(submissions, bot.name, version, detail));
  }
  object["versions"] = std::move(versions);
  return object;
}

net::HttpResponse unknown_bot() { return error_response(404, "there is no such bot"); }

std::optional<std::string> any_account(const storage::TokenRow&) { return std::nullopt; }

// A bot is a program that runs on this machine, and anybody can make unapproved accounts.
std::optional<std::string> why_no_author(const storage::TokenRow& account) {
  if (!account.is_unapproved) return std::nullopt;
  return "this account is not approved, so it may not submit bots: ask an administrator of this server to approve it";
}

submissions::BotAuthor author_of(const storage::TokenRow& account) {
  return {.account = account.id, .name = account.name};
}

}  // namespace

std::optional<net::HttpResponse> refusal_of_upload(const submissions::Submissions& submissions,
                                                   const std::optional<storage::TokenRow>& account) {
  if (!account) return error_response(401, kUnknownToken);
  if (const auto why = why_no_author(*account)) return error_response(403, *why);
  if (const auto refusal = submissions.refusal_now(author_of(*account))) return refused(*refusal);
  return std::nullopt;
}

void BotsApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) const {
  const std::string_view path = request.path;
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  if (!is_reading && request.method != "POST") {
    return reply(error_response(405, "only GET, HEAD and POST are answered here"));
  }
  if (path == kPath) return is_reading ? reply(list()) : submit(request, reply);
  const std::string_view rest = path.substr(kPrefix.size());
  constexpr std::string_view kRemove = "/remove";
  if (is_reading) return show(std::string(rest), request, reply);
  if (!rest.ends_with(kRemove)) return reply(error_response(404, "the last part of the path must be remove"));
  remove(std::string(rest.substr(0, rest.size() - kRemove.size())), request, reply);
}

net::HttpResponse BotsApi::list() const {
  BotJson bots = BotJson::array();
  for (const auto& [name, bot] : submissions_.bots()) bots.push_back(summary_json(bot));
  const auto refusal = submissions_.refusal_now();
  return json_response({{"why_closed", refusal ? BotJson(refusal->text) : BotJson()}, {"bots", std::move(bots)}});
}

// The body is read only for an account.
void BotsApi::submit(const net::HttpRequest& request, const net::HttpReply& reply) const {
  if (const auto refusal = submissions_.refusal_now()) return reply(refused(*refusal));
  auto archive = std::make_shared<const std::string>(request.body);
  const std::string network = request.network.empty() ? request.address : request.network;
  authority_.if_allowed(request.bearer, why_no_author, reply,
                        [this, network, archive = std::move(archive), reply](const storage::TokenRow& account) {
                          const auto ban = authority_.ban_at(network, account);
                          if (ban) return reply(error_response(403, storage::told_ban(*ban)));
                          submissions_.submit(author_of(account), archive, [this, reply](const auto& answer) {
                            using Accepted = submissions::Submissions::Accepted;
                            const auto* accepted = std::get_if<Accepted>(&answer);
                            if (accepted == nullptr) {
                              return reply(refused(std::get<live_tournaments::Refusal>(answer)));
                            }
                            const submissions::Bot& bot = *submissions_.find(accepted->bot);
                            const submissions::BotVersion& version = bot.versions.back();
                            BotJson object = version_json(submissions_, bot.name, version, Detail::for_owner);
                            object["bot"] = bot.name;
                            net::HttpResponse response = json_response(object);
                            response.status = 202;
                            reply(std::move(response));
                          });
                        });
}

void BotsApi::show(const std::string& name, const net::HttpRequest& request, const net::HttpReply& reply) const {
  const submissions::Bot* const bot = submissions_.find(name);
  if (bot == nullptr) return reply(unknown_bot());
  if (request.bearer.empty()) return reply(json_response(bot_json(submissions_, *bot, Detail::for_all)));
  authority_.if_allowed(request.bearer, any_account, reply, [this, name, reply](const storage::TokenRow& account) {
    const submissions::Bot* const found = submissions_.find(name);
    if (found == nullptr) return reply(unknown_bot());
    const bool is_for_owner =
        submissions::is_by(*found, author_of(account)) || account.role == storage::Role::administrator;
    reply(json_response(bot_json(submissions_, *found, is_for_owner ? Detail::for_owner : Detail::for_all)));
  });
}

void BotsApi::remove(const std::string& name, const net::HttpRequest& request, const net::HttpReply& reply) const {
  const Act act{.name = "bot remove", .target = "bot " + name, .why = query_text(request.query, "why").value_or("")};
  authority_.if_allowed_to(
      act, request.bearer, why_no_administrator, reply,
      [this, name, why = act.why](const storage::TokenRow&, const net::HttpReply& answer) {
        submissions_.remove(name, why, [this, name, answer](const std::optional<live_tournaments::Refusal>& refusal) {
          if (refusal) return answer(refused(*refusal));
          answer(json_response(bot_json(submissions_, *submissions_.find(name), Detail::for_owner)));
        });
      });
}

}  // namespace rensa::http_api
