#include "clients/cli/remote/remote_bots.h"

namespace rensa::cli {

namespace {

constexpr const char* kBotsPath = "/api/v1/bots";

std::string path_of_bot(const std::string& bot) { return std::string(kBotsPath) + "/" + escaped(bot); }

}  // namespace

RemoteBots::Json RemoteBots::submit(const std::string& archive) const {
  return answer_in_json(server_, {.method = "POST", .target = kBotsPath, .token = token_, .body = archive});
}

RemoteBots::Json RemoteBots::list() const { return answer_in_json(server_, {.target = kBotsPath, .token = token_}); }

RemoteBots::Json RemoteBots::show(const std::string& bot) const {
  return answer_in_json(server_, {.target = path_of_bot(bot), .token = token_});
}

RemoteBots::Json RemoteBots::remove(const std::string& bot, const std::string& reason) const {
  const std::string why = reason.empty() ? "" : "?why=" + escaped(reason);
  return answer_in_json(server_, {.method = "POST", .target = path_of_bot(bot) + "/remove" + why, .token = token_});
}

}  // namespace rensa::cli
