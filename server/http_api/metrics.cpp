#include <cstdio>

#include "server/http_api/api.h"

namespace rensa::http_api {

namespace {

std::string number_text(double value) {
  char text[32];
  const int size = std::snprintf(text, sizeof text, "%.9g", value);
  return {text, static_cast<std::size_t>(size)};
}

void write(std::string& text, const std::string& name, const char* type, const std::string& help, double value) {
  text +=
      "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n" + name + " " + number_text(value) + "\n";
}

void write_lateness(std::string& text, const lobby::LatenessHistogram& lateness) {
  const std::string name = "rensa_frame_lateness_seconds";
  text += "# HELP " + name + " Delay of frames in real time.\n# TYPE " + name + " histogram\n";
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < lobby::LatenessHistogram::kBoundsMicroseconds.size(); ++i) {
    below += lateness.counts[i];
    text += name + "_bucket{le=\"" +
            number_text(static_cast<double>(lobby::LatenessHistogram::kBoundsMicroseconds[i]) / 1e6) + "\"} " +
            std::to_string(below) + "\n";
  }
  text += name + "_bucket{le=\"+Inf\"} " + std::to_string(lateness.total) + "\n";
  text += name + "_sum " + number_text(static_cast<double>(lateness.sum_microseconds) / 1e6) + "\n";
  text += name + "_count " + std::to_string(lateness.total) + "\n";
}

struct TournamentCounts {
  std::size_t running = 0;
  std::size_t paused = 0;
  std::size_t failed = 0;
  std::size_t waiting_for_store = 0;
  std::size_t voided = 0;  // games
};

TournamentCounts counts_of(const live_tournaments::TournamentRegistry& tournaments) {
  TournamentCounts counts;
  for (const std::string& name : tournaments.names()) {
    const live_tournaments::LiveTournament& run = *tournaments.find(name);
    if (run.state() == live_tournaments::RunState::running) ++counts.running;
    if (run.state() == live_tournaments::RunState::paused) ++counts.paused;
    if (run.state() == live_tournaments::RunState::failed) ++counts.failed;
    if (!run.storage_error().empty()) ++counts.waiting_for_store;
    counts.voided += run.saved_progress().games_voided();
  }
  return counts;
}

}  // namespace

std::string metrics_text(const sessions::SessionService& sessions,
                         const live_tournaments::TournamentRegistry& tournaments, const ResourceUsage& usage) {
  const lobby::MatchCounts& match_counts = sessions.lobby().matches().counts();
  const sessions::SessionCounts& session_counts = sessions.counts();
  std::string text;
  const auto count = [&text](const char* name, const char* help, std::uint64_t value) {
    write(text, name, "counter", help, static_cast<double>(value));
  };
  const auto gauge = [&text](const char* name, const std::string& help, auto value) {
    write(text, name, "gauge", help, static_cast<double>(value));
  };
  const auto renamed_gauge = [&gauge](const char* name, const char* old_name, const char* help, auto value) {
    gauge(name, help, value);
    gauge(old_name, "The old name of " + std::string(name) + ". The next version does not have it.", value);
  };
  gauge("rensa_matches", "Matches that are played now.", sessions.lobby().matches().count());
  const match::CpuLoadEstimate& cpu_load = sessions.lobby().load().cpu_load();
  renamed_gauge("rensa_real_time_cpu_share", "rensa_real_time_share",
                "Share of the server's time that frames of matches in real time take.", cpu_load.share());
  renamed_gauge("rensa_real_time_cpu_share_forecast", "rensa_real_time_share_forecast",
                "The share that is expected once the matches that have just begun have settled.", cpu_load.forecast());
  renamed_gauge("rensa_updates_throttled", "rensa_real_time_stretched",
                "1 while the server is short of time and writes to workers only in every second frame, else 0.",
                cpu_load.is_overloaded());
  renamed_gauge("rensa_players_online", "rensa_members", "Players and spectators that are connected and admitted.",
                sessions.lobby().presence().count());
  const lobby::LoopLoad& loop_load = sessions.lobby().load().loop_load();
  const auto seconds = [](base::Span span) { return std::chrono::duration<double>(span).count(); };
  gauge("rensa_loop_lag_seconds", "How late the event loop was at most in the last second.", seconds(loop_load.lag()));
  gauge("rensa_input_wait_seconds",
        "The longest time in the last second for which input of a connection has waited for its turn.",
        seconds(loop_load.input_age()));
  gauge("rensa_loop_cpu_share", "Share of one core that the event loop took in the last second.",
        loop_load.cpu_share());
  gauge("rensa_games_unsaved", "Finished games that are not on disk yet.", sessions.unsaved_game_count());
  count("rensa_matches_started_total", "Matches begun.", match_counts.started);
  count("rensa_matches_restored_total", "Matches that go on after a restart of the server.", match_counts.restored);
  count("rensa_matches_ended_total", "Matches ended.", match_counts.ended);
  count("rensa_matches_refused_total", "Matches refused because the server was full.",
        sessions.lobby().admission().refused_count());
  count("rensa_games_saved_total", "Games on disk.", match_counts.games_saved);
  count("rensa_decisions_total", "Decisions received: placements, keys and passes, also those that are refused.",
        match_counts.decisions);
  count("rensa_sessions_opened_total", "Connections that were admitted as players or spectators.",
        session_counts.sessions_opened);
  count("rensa_sessions_refused_total", "Sessions that were not admitted, or closed because of their messages.",
        session_counts.refused);
  count("rensa_sessions_not_entered_total", "Sessions that have ended without having been admitted.",
        session_counts.not_entered);
  count("rensa_sessions_told_to_come_back_total",
        "Sessions that were not admitted, because too many clients came at once.", session_counts.told_to_come_back);
  count("rensa_messages_in_total", "Messages received.", session_counts.messages_in);
  count("rensa_messages_out_total", "Messages sent.", session_counts.messages_out);
  gauge("rensa_store_failing", "1 while finished games cannot be saved, and wait; else 0.",
        sessions.is_store_failing() || tournaments.is_store_failing());
  gauge("rensa_disk_free_bytes", "Free bytes of the disk with the server's data.", usage.free_disk_bytes);
  count("rensa_saves_failed_total", "Attempts to save a game that failed.", session_counts.saves_failed);
  const TournamentCounts tournament_counts = counts_of(tournaments);
  gauge("rensa_tournaments_running", "Tournaments that are being played.", tournament_counts.running);
  gauge("rensa_tournaments_paused", "Tournaments that are paused.", tournament_counts.paused);
  gauge("rensa_tournaments_failed", "Tournaments that failed and cannot go on.", tournament_counts.failed);
  gauge("rensa_tournaments_waiting_for_store", "Tournaments that are paused because their store fails.",
        tournament_counts.waiting_for_store);
  count("rensa_tournament_saves_failed_total", "Failures of the store of tournaments.", tournaments.failed_saves());
  gauge("rensa_tournament_games_voided", "Games without a result, of all tournaments of this server.",
        tournament_counts.voided);
  gauge("rensa_connections", "Open connections.", usage.connections_open);
  count("rensa_connections_refused_total", "Connections that were refused.", usage.connections_refused);
  count("rensa_bytes_in_total", "Bytes received.", usage.bytes_in);
  count("rensa_bytes_out_total", "Bytes sent.", usage.bytes_out);
  write(text, "process_cpu_seconds_total", "counter", "CPU time that the process has used.", usage.cpu_seconds);
  gauge("process_resident_memory_bytes", "Resident memory of the process.", usage.resident_bytes);
  write_lateness(text, match_counts.lateness);
  return text;
}

}  // namespace rensa::http_api
