#pragma once

namespace rensa::command_line {
class Command;
}

namespace rensa::cli {

// The commands of the program rensa. Each of these functions adds one command with its options to the program.
// docs/command_line.md lists their exit codes, which server/base/exit_code.h defines.

// `rensa match PLAYER1 PLAYER2`: plays games between two players in this process, drawn live in the terminal or as fast
// as possible. If a signal stops it, the finished games are summed up all the same.
void add_match_command(command_line::Command& program);

// `rensa sprt NEW OLD`: plays games between two players until they show whether the first one is stronger.
void add_sprt_command(command_line::Command& program);

// `rensa tournament run|show|export|verify`: tournaments in this process. If a signal stops a run, the same command
// continues it.
void add_tournament_command(command_line::Command& program);

// `rensa register NAME`: gets an account of a server, and keeps its token in a file.
void add_register_command(command_line::Command& program);

// `rensa puzzle solve|generate`: solves training problems and makes new ones.
void add_puzzle_command(command_line::Command& program);
void add_puzzle_generate_command(command_line::Command& puzzle);

// `rensa record show|verify|chances|export`: reads the files of finished games.
void add_record_command(command_line::Command& program);
void add_record_chances_command(command_line::Command& record);
void add_record_export_command(command_line::Command& record);

// `rensa template build`: labels and checks the drawing of a template.
void add_template_command(command_line::Command& program);

// `rensa bench rules|plies|duel|search` measures how fast the engine is. `rensa perft` and `rensa signature` check that
// its behaviour has not changed.
void add_bench_commands(command_line::Command& program);

// `rensa lab`: repeats published experiments.
void add_lab_command(command_line::Command& program);

// `rensa learn`: learns the weights of the field evaluation from a teacher's choices in records.
void add_learn_command(command_line::Command& program);

// `rensa tune chances RECORDS...`: learns the weights of the chance to win.
void add_tune_command(command_line::Command& program);

// `rensa analyse lost RECORDS...`: finds the hand with which each recorded game was lost, and counts the causes.
void add_analyse_command(command_line::Command& program);

// `rensa new-bot DIR --language cpp|python|js`: writes the project of a new bot.
void add_new_bot_command(command_line::Command& program);

// `rensa check PROGRAM [ARGS...]`: checks before a tournament that a program can play in it.
void add_check_command(command_line::Command& program);

// `rensa submit DIR --server URL`: uploads a bot to a server, and waits until it was checked. `rensa bot show|remove`
// shows and removes such bots.
void add_submit_command(command_line::Command& program);
void add_bot_command(command_line::Command& program);

// `rensa repro RECORD --hand N --player PLAYER`: lets another player go on with a recorded game.
void add_repro_command(command_line::Command& program);

// `rensa vectors FILE...`: compares the rules with conformance vectors.
void add_vectors_command(command_line::Command& program);

}  // namespace rensa::cli
