#pragma once

/* Rensa's engine for programs in C, and for every language that can call C: fields, chains, duels, records, players.
 *
 * Every function that can fail returns a rensa_status. RENSA_OK is 0. After any other status nothing has changed:
 * neither an object of the engine nor a byte behind a pointer of the caller. rensa_error_text() then tells the reason.
 * This holds for RENSA_ERROR_MEMORY, too: once there is memory again, the same call has the result that it would have
 * had at first.
 *
 * There is no global state. All objects belong to a rensa_engine, and all texts of errors do. One thread at a time may
 * use an engine. Different engines may be used by different threads at the same time.
 *
 * Objects are named by handles, which are numbers. A number that is not a handle, the handle of an object of another
 * kind or of another engine, and the handle of an object that was freed are all recognised, and are errors. Freeing an
 * engine frees its objects. A pointer to an engine that was freed must not be used any more, as with free().
 *
 * An engine never gives out a handle twice. It has 16,777,215 places for objects. A place is used for 4,095 objects,
 * one after another, and then stays empty for good. So an engine makes at most 68 billion objects; once no place is
 * left, making one is RENSA_ERROR_MEMORY. The handle of an object of another engine is recognised if both engines are
 * among any 1,048,576 engines that the program has made one after another.
 *
 * Pointers must not be null and must be aligned for their type, unless the function says otherwise. Memory stays the
 * caller's: the engine keeps no pointer after a call.
 *
 * A text that is passed in is UTF-8 with its length in bytes. The length RENSA_TERMINATED means that it ends before the
 * first zero byte. A text that comes out is written with a zero byte behind it; `capacity` counts this byte, `*length`
 * does not. With `text` null and `capacity` 0, only `*length` is written. Lists come out the same way: with the list
 * null and `capacity` 0, only `*count` is written.
 *
 * All structs are fixed: within one version of this interface no member moves and none is added. Reserved members must
 * be 0 when a struct is passed in, and are 0 when it comes out. Booleans are integers: 0 is false, 1 is true.
 */

#include <stdint.h>

#if defined(__GNUC__) && !defined(__wasm__)
#define RENSA_API __attribute__((visibility("default")))
#else
#define RENSA_API
#endif

#ifdef __cplusplus
#define RENSA_NOEXCEPT noexcept
extern "C" {
#else
#define RENSA_NOEXCEPT
#endif

/* ---- Version and errors ---------------------------------------------------------------------------------------- */

/* The version of this interface. It grows when a function is added, and its hundreds grow when one changes. */
#define RENSA_API_VERSION 103

/* Returns the RENSA_API_VERSION with which the library was compiled. */
RENSA_API uint32_t rensa_version(void) RENSA_NOEXCEPT;

typedef int32_t rensa_status;
#define RENSA_OK 0
#define RENSA_ERROR_ARGUMENT 1 /* a null pointer, a wrong alignment, or a number out of range */
#define RENSA_ERROR_HANDLE 2   /* not an engine, or not a handle of an object of the right kind in this engine */
#define RENSA_ERROR_BUFFER 3   /* too little room for the result; the text says how much is needed */
#define RENSA_ERROR_TEXT 4     /* a text is not UTF-8, or a text or a file cannot be read; the text says where */
#define RENSA_ERROR_VALUE 5    /* a value that the rules do not know, or that contradicts another one */
#define RENSA_ERROR_STATE 6    /* the object is in a state in which this cannot be done */
#define RENSA_ERROR_MEMORY 7   /* there is not enough memory, or the engine has too many objects */
#define RENSA_ERROR_INTERNAL 8 /* an error of this library */

/* The length of a text that ends with a zero byte. */
#define RENSA_TERMINATED 0xFFFFFFFFu

/* All objects of one user, and the text of the last error. */
typedef struct rensa_engine rensa_engine;

/* The name of an object of an engine. It is never 0. */
typedef uint64_t rensa_handle;

/* Makes an engine without objects. */
RENSA_API rensa_status rensa_engine_create(rensa_engine** engine) RENSA_NOEXCEPT;

/* Frees an engine and all its objects. Does nothing if the engine is null. */
RENSA_API void rensa_engine_free(rensa_engine* engine) RENSA_NOEXCEPT;

/* The reason for the last error of this engine, in English. It is valid until the next call with this engine. It is
 * empty if no call has failed yet; calls that succeed leave it as it is. The engine may be null. */
RENSA_API const char* rensa_error_text(const rensa_engine* engine) RENSA_NOEXCEPT;

/* ---- Objects --------------------------------------------------------------------------------------------------- */

#define RENSA_KIND_RULESET 1
#define RENSA_KIND_FIELDS 2
#define RENSA_KIND_DUEL 3
#define RENSA_KIND_DUELS 4
#define RENSA_KIND_RECORD 5
#define RENSA_KIND_REPLAY 6
#define RENSA_KIND_PRACTICE 7
#define RENSA_KIND_TRAINING 8
#define RENSA_KIND_PREDICTION 9
#define RENSA_KIND_PLAYER 10

/* Frees an object. Objects that were made from it do not need it any more. */
RENSA_API rensa_status rensa_free(rensa_engine* engine, rensa_handle object) RENSA_NOEXCEPT;

/* Tells the kind of an object, RENSA_KIND_... */
RENSA_API rensa_status rensa_kind(rensa_engine* engine, rensa_handle object, int32_t* kind) RENSA_NOEXCEPT;

/* Counts the objects of the engine. */
RENSA_API rensa_status rensa_count(rensa_engine* engine, uint32_t* count) RENSA_NOEXCEPT;

/* ---- Values ---------------------------------------------------------------------------------------------------- */

#define RENSA_COLUMNS 6
#define RENSA_ROWS 14 /* 12 visible rows, the hidden row 13, and row 14, in which cells only block */
#define RENSA_CELLS 84
#define RENSA_PLACEMENTS 22
#define RENSA_MAX_PAIRS 8      /* the room for visible pairs in a struct; rulesets show fewer */
#define RENSA_QUEUE_LENGTH 128 /* pairs of a queue, which then repeats */
#define RENSA_MAX_EVENTS 56    /* no frame and no turn has more events */
#define RENSA_SEATS 2          /* seats are 0 and 1 */
#define RENSA_NO_SEAT (-1)     /* the winner of a draw */

/* The contents of a cell. */
#define RENSA_CELL_EMPTY 0
#define RENSA_CELL_GARBAGE 1
#define RENSA_CELL_PURPLE 2
#define RENSA_CELL_RED 4
#define RENSA_CELL_BLUE 5
#define RENSA_CELL_YELLOW 6
#define RENSA_CELL_GREEN 7

/* The field of one side. */
typedef struct rensa_field {
  uint8_t cells[RENSA_CELLS]; /* row 1 (the floor) first, each row from the left */
} rensa_field;

/* The two cells that fall together. Both are colours, or both are empty where a pair is not known. */
typedef struct rensa_pair {
  uint8_t axis;
  uint8_t child;
} rensa_pair;

/* The pairs of a game in their order. */
typedef struct rensa_queue {
  rensa_pair pairs[RENSA_QUEUE_LENGTH];
} rensa_queue;

/* Placements are numbers 0..21: the child above the axis in columns 1..6 (0..5), to its right in columns 1..5 (6..10),
 * below it in columns 1..6 (11..16), to its left in columns 2..6 (17..21). A set of placements has bit i for number i.
 */
#define RENSA_NO_PLACEMENT 255

/* Where the child of a pair is, seen from the axis. */
#define RENSA_CHILD_ABOVE 0
#define RENSA_CHILD_RIGHT 1
#define RENSA_CHILD_BELOW 2
#define RENSA_CHILD_LEFT 3

/* A chain, as searches count it. */
typedef struct rensa_chain {
  int32_t links;
  int32_t score;
  int32_t frames;   /* an estimate */
  int32_t is_quick; /* no cell fell after the last link */
} rensa_chain;

/* The input of a seat from a frame (or a turn) on. */
typedef struct rensa_input {
  uint8_t kind;      /* RENSA_INPUT_... */
  uint8_t keys;      /* of RENSA_INPUT_KEYS: held from now on, RENSA_KEY_... added up; else 0 */
  uint8_t placement; /* of RENSA_INPUT_PLACEMENT; else 0 */
  uint8_t reserved;
} rensa_input;
#define RENSA_INPUT_NONE 0
#define RENSA_INPUT_PLACEMENT 1
#define RENSA_INPUT_KEYS 2
#define RENSA_KEY_LEFT 1
#define RENSA_KEY_RIGHT 2
#define RENSA_KEY_DOWN 4
#define RENSA_KEY_TURN_A 8
#define RENSA_KEY_TURN_B 16

/* An event of a game. RENSA_NAMES_EVENTS has the names of the kinds. Numbers that have no meaning for a kind are 0. */
typedef struct rensa_event {
  int32_t clock;     /* the frame or turn */
  int32_t kind;      /* RENSA_EVENT_... */
  int32_t seat;      /* of game_over: the winner */
  int32_t number;    /* of the hand or of the link */
  int32_t amount;    /* see each kind */
  int32_t cancelled; /* garbage that an attack removed from the own side */
  int32_t points;
  int32_t x;       /* of a placement: the column of the axis */
  int32_t y;       /* of a pair that has locked: the row of the axis */
  int32_t r;       /* of a placement: RENSA_CHILD_... */
  int32_t refusal; /* RENSA_REFUSAL_... */
} rensa_event;
#define RENSA_EVENT_PREPARATION_STARTED 0 /* number: hand, 1 is the first */
#define RENSA_EVENT_CONTROLLABLE 1        /* number: hand; a decision is due */
#define RENSA_EVENT_NEXT_NEXT_REVEALED 2  /* number: hand */
#define RENSA_EVENT_LOCKED 3              /* x, y, r */
#define RENSA_EVENT_LINK_STARTED 4        /* number: link; amount: coloured cells; points */
#define RENSA_EVENT_GARBAGE_SENT 5        /* amount: now waits for the opponent; cancelled */
#define RENSA_EVENT_GARBAGE_FIXED 6       /* amount: waiting garbage that is now certain to fall */
#define RENSA_EVENT_GARBAGE_FELL 7        /* amount: cells that came onto the field */
#define RENSA_EVENT_ALL_CLEAR 8           /* points */
#define RENSA_EVENT_PLACEMENT_ACCEPTED 9  /* x, r; amount: frames until the pair locks */
#define RENSA_EVENT_PLACEMENT_REFUSED 10  /* x, r, refusal */
#define RENSA_EVENT_DIED 11
#define RENSA_EVENT_GAME_OVER 12 /* amount: 1 with a winner, 0 for a draw */
#define RENSA_REFUSAL_NONE 0
#define RENSA_REFUSAL_OFF_FIELD 1   /* it is not one of the 22 placements */
#define RENSA_REFUSAL_NO_CONTROL 2  /* no pair is under control */
#define RENSA_REFUSAL_UNREACHABLE 3 /* the pair cannot get there; in a game of turns it is not allowed */
#define RENSA_REFUSAL_MISSING 4     /* in a game of turns: the seat gave no placement */

/* The end of a game. RENSA_NAMES_CAUSES has the names of the causes. */
typedef struct rensa_outcome {
  int32_t winner; /* the seat, or RENSA_NO_SEAT */
  int32_t cause;  /* RENSA_CAUSE_... */
  int32_t clock;  /* the last frame or turn */
} rensa_outcome;
#define RENSA_CAUSE_CHOKED 0       /* the cell (3,12) was filled */
#define RENSA_CAUSE_NO_MOVE 1      /* no placement was left */
#define RENSA_CAUSE_LIMIT 2        /* frames or turns ran out: a draw */
#define RENSA_CAUSE_DISCONNECTED 3 /* this and the following causes do not follow from the rules */
#define RENSA_CAUSE_TIME 4
#define RENSA_CAUSE_ILLEGAL 5
#define RENSA_CAUSE_CRASHED 6
#define RENSA_CAUSE_RESIGNED 7
#define RENSA_CAUSE_VOIDED 8 /* the server spoiled the game, which counts for neither player */

/* One side of a game. */
typedef struct rensa_side {
  int64_t score;
  int64_t unsent; /* with has_motion: points that are not converted into an attack yet */
  rensa_field field;
  rensa_pair pairs[RENSA_MAX_PAIRS]; /* the current pair and the next ones; empty pairs are not known */
  int32_t pair_count;                /* shown pairs */
  int32_t phase;                     /* RENSA_PHASE_..., of which RENSA_NAMES_PHASES has the names */
  int32_t hand;                      /* number of the current pair, 1 is the first; 0: none yet */
  int32_t link;                      /* number of the running link; 0: no chain */
  int32_t pending;                   /* garbage that waits, and that a running chain may still add to */
  int32_t fixed;                     /* garbage that waits, and falls at the end of the turn */
  int32_t has_falling_pair;          /* the pair is under control; the members up to `touching` are its state, else 0 */
  int32_t x;                         /* the column of the axis */
  int32_t y;                         /* the row of the axis */
  int32_t r;                         /* RENSA_CHILD_... */
  int32_t turn_lock;                 /* this and the next members are counters of the rules of movement */
  int32_t arrow_lock;
  int32_t quick_turn_window;
  int32_t fall_counter;
  int32_t touches;
  int32_t touching;
  int32_t has_motion;  /* the members up to `driven`, and `unsent`, are known; else they are 0 */
  int32_t wait;        /* frames until the phase acts, including that frame */
  int32_t rows;        /* fallen so far in this phase */
  int32_t entering[6]; /* garbage of this turn that is not in the field yet, by column */
  int32_t dropping;    /* garbage of this turn */
  int32_t held;        /* keys, RENSA_KEY_... added up */
  int32_t reveal;      /* frames until the last visible pair is shown; 0: it is shown */
  int32_t driven;      /* the pair follows the route of a placement */
} rensa_side;
#define RENSA_PHASE_OPENING 0         /* before the first pair */
#define RENSA_PHASE_PREPARATION 1     /* the pair is announced */
#define RENSA_PHASE_CONTROL 2         /* the pair moves; a game of turns is always in this phase */
#define RENSA_PHASE_FALLING 3         /* the pair has locked; cells with nothing below them fall */
#define RENSA_PHASE_GROUNDING 4       /* fallen cells come to rest */
#define RENSA_PHASE_VANISHING 5       /* a link */
#define RENSA_PHASE_COLLAPSING 6      /* cells above the link fall */
#define RENSA_PHASE_GARBAGE_FALLING 7 /* the garbage of the turn falls */
#define RENSA_PHASE_SETTLING 8        /* the garbage comes to rest */
#define RENSA_PHASE_DEAD 9

/* Facts that follow from a side. */
typedef struct rensa_side_facts {
  int32_t full_wait;        /* the value of `wait` at the begin of the phase; 0: not known */
  int32_t axis_landing_row; /* of a pair that falls straight down from where it is; 0: none falls, or it vanishes */
  int32_t child_landing_row;
  int32_t link_cells; /* coloured cells of the link that is vanishing */
  int32_t link_factor;
  int32_t link_points;
  uint8_t vanishing[RENSA_CELLS]; /* 1: the cell vanishes with this link */
} rensa_side_facts;

/* A game as one seat may see it. Rows 13 and 14 of the opponent, its motion and the counters of its pair are hidden. */
typedef struct rensa_view {
  int32_t seat;
  int32_t pacing;          /* RENSA_PACING_... */
  int32_t clock;           /* frames or turns that were played */
  int32_t is_decision_due; /* the seat has to choose a placement */
  int32_t has_ended;       /* `outcome` is known; else it is 0, with the winner RENSA_NO_SEAT */
  rensa_outcome outcome;
  rensa_side own;
  rensa_side opponent;
} rensa_view;
#define RENSA_PACING_FRAMES 0
#define RENSA_PACING_TURNS 1

/* The sizes of the structs, so that a program in another language can compare its own layout. */
#define RENSA_STRUCT_FIELD 0
#define RENSA_STRUCT_QUEUE 1
#define RENSA_STRUCT_CHAIN 2
#define RENSA_STRUCT_INPUT 3
#define RENSA_STRUCT_EVENT 4
#define RENSA_STRUCT_OUTCOME 5
#define RENSA_STRUCT_SIDE 6
#define RENSA_STRUCT_SIDE_FACTS 7
#define RENSA_STRUCT_VIEW 8
#define RENSA_STRUCT_RULESET_VALUES 9
#define RENSA_STRUCT_POSSIBLE_CHAIN 10
#define RENSA_STRUCT_GAME_STATE 11
#define RENSA_STRUCT_DUELS_BUFFERS 12
#define RENSA_STRUCT_RECORD_INFO 13
#define RENSA_STRUCT_RECORDED_INPUT 14
#define RENSA_STRUCT_CHECKPOINT 15
#define RENSA_STRUCT_HAND 16
#define RENSA_STRUCT_DECISION 17
#define RENSA_STRUCT_STATISTICS 18
#define RENSA_STRUCT_GOAL 19
#define RENSA_STRUCT_TRAINING_STATE 20
#define RENSA_STRUCT_CANDIDATE 21

/* Returns the size of a struct in bytes; 0 for a number that is not one of RENSA_STRUCT_... */
RENSA_API uint32_t rensa_struct_size(uint32_t which) RENSA_NOEXCEPT;

/* Tables of names, in the order of the constants. */
#define RENSA_NAMES_CAUSES 0     /* RENSA_CAUSE_... */
#define RENSA_NAMES_PHASES 1     /* RENSA_PHASE_... */
#define RENSA_NAMES_EVENTS 2     /* RENSA_EVENT_... */
#define RENSA_NAMES_REFUSALS 3   /* RENSA_REFUSAL_... */
#define RENSA_NAMES_STATISTICS 4 /* RENSA_STATISTIC_... */
#define RENSA_NAMES_RULESETS 5   /* the ids of the published rulesets */

/* Counts the names of a table. */
RENSA_API rensa_status rensa_name_count(rensa_engine* engine, uint32_t table, uint32_t* count) RENSA_NOEXCEPT;

/* Writes a name of a table. */
RENSA_API rensa_status rensa_name(rensa_engine* engine, uint32_t table, uint32_t index, char* text, uint32_t capacity,
                                  uint32_t* length) RENSA_NOEXCEPT;

/* ---- Rulesets (docs/rulesets.md) ------------------------------------------------------------------------------- */

/* All settings of a ruleset but its id. */
typedef struct rensa_ruleset_values {
  uint64_t digest; /* equal only if all settings are equal */
  int32_t pacing;  /* RENSA_PACING_... */
  int32_t colours;
  int32_t visible_pairs;    /* with the current one */
  int32_t queue;            /* RENSA_QUEUE_... */
  int32_t choke;            /* RENSA_CHOKE_... */
  int32_t attack;           /* RENSA_ATTACK_... */
  int32_t garbage_rate;     /* points for one garbage */
  int32_t max_garbage_drop; /* in one turn */
  int32_t all_clear_points;
  int32_t margin_start_frames; /* 0: never */
  int32_t margin_step_frames;
  int32_t frame_limit;       /* 0: none */
  int32_t turn_limit;        /* 0: none */
  int32_t turn_milliseconds; /* 0: none */
} rensa_ruleset_values;
#define RENSA_QUEUE_COMMON 0            /* both seats have one queue */
#define RENSA_QUEUE_COMMON_UNTIL_LINK 1 /* each seat has its own queue after the first link of the game */
#define RENSA_CHOKE_SPAWN_CELL 0        /* a seat with a filled cell (3,12) has lost */
#define RENSA_CHOKE_NO_MOVE 1           /* a seat without a placement has lost */
#define RENSA_ATTACK_SCORE 0            /* points / rate */
#define RENSA_ATTACK_LITERATURE 1       /* the formula of the literature */

/* Takes the published ruleset with this id, for example "tsu-1". */
RENSA_API rensa_status rensa_ruleset_published(rensa_engine* engine, const char* id, uint32_t length,
                                               rensa_handle* ruleset) RENSA_NOEXCEPT;

/* Reads a ruleset from JSON. Only a playable ruleset is accepted. */
RENSA_API rensa_status rensa_ruleset_from_json(rensa_engine* engine, const char* json, uint32_t length,
                                               rensa_handle* ruleset) RENSA_NOEXCEPT;

/* Writes a ruleset as JSON. */
RENSA_API rensa_status rensa_ruleset_to_json(rensa_engine* engine, rensa_handle ruleset, char* text, uint32_t capacity,
                                             uint32_t* length) RENSA_NOEXCEPT;

/* Writes the id of a ruleset. */
RENSA_API rensa_status rensa_ruleset_id(rensa_engine* engine, rensa_handle ruleset, char* text, uint32_t capacity,
                                        uint32_t* length) RENSA_NOEXCEPT;

/* Writes the settings of a ruleset. */
RENSA_API rensa_status rensa_ruleset_get(rensa_engine* engine, rensa_handle ruleset,
                                         rensa_ruleset_values* values) RENSA_NOEXCEPT;

/* ---- Queues of pairs ------------------------------------------------------------------------------------------- */

/* Writes the queue that a seed gives, with 3..5 colours. */
RENSA_API rensa_status rensa_queue_from_seed(rensa_engine* engine, uint64_t seed, int32_t colours,
                                             rensa_queue* queue) RENSA_NOEXCEPT;

/* Writes the official queue of the console games with this number, 1..65536, with 3..5 colours. */
RENSA_API rensa_status rensa_queue_official(rensa_engine* engine, int32_t number, int32_t colours,
                                            rensa_queue* queue) RENSA_NOEXCEPT;

/* Reads 1..128 pairs as letters, "RB YG": R B Y G P, axis first. Fewer pairs than 128 are repeated. */
RENSA_API rensa_status rensa_queue_from_text(rensa_engine* engine, const char* text, uint32_t length,
                                             rensa_queue* queue) RENSA_NOEXCEPT;

/* Writes a queue as letters. All its pairs must have colours. */
RENSA_API rensa_status rensa_queue_to_text(rensa_engine* engine, const rensa_queue* queue, char* text,
                                           uint32_t capacity, uint32_t* length) RENSA_NOEXCEPT;

/* ---- Fields ---------------------------------------------------------------------------------------------------- */

/* Forms of a field as text. */
#define RENSA_TEXT_PICTURE 0 /* a line of six characters for each row, the highest first: . R B Y G P O */
#define RENSA_TEXT_DIGITS 1  /* 72, 78 or 84 digits, the highest row first: 0 1 4 5 6 7; purple has none */

/* Reads a field. */
RENSA_API rensa_status rensa_field_from_text(rensa_engine* engine, const char* text, uint32_t length, uint32_t form,
                                             rensa_field* field) RENSA_NOEXCEPT;

/* Writes a field, as digits always with all 14 rows. */
RENSA_API rensa_status rensa_field_to_text(rensa_engine* engine, const rensa_field* field, uint32_t form, char* text,
                                           uint32_t capacity, uint32_t* length) RENSA_NOEXCEPT;

/* Web sites with positions as URLs. */
#define RENSA_SITE_PUYOP 0
#define RENSA_SITE_IPS 1

/* Reads the field of a shared URL, and the pairs that the URL places or shows, in their order. Ignores garbage between
 * the pairs. An unreadable URL is RENSA_ERROR_TEXT; cells that the rules do not have are RENSA_ERROR_VALUE. The field
 * is as drawn: its cells may hang in the air. */
RENSA_API rensa_status rensa_field_from_url(rensa_engine* engine, const char* url, uint32_t length, rensa_field* field,
                                            rensa_pair* pairs, uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* Writes a URL of a field and of the pairs that come. `pairs` may be null if `pair_count` is 0. A field with a cell in
 * row 14 has no URL. */
RENSA_API rensa_status rensa_field_to_url(rensa_engine* engine, const rensa_field* field, const rensa_pair* pairs,
                                          uint32_t pair_count, uint32_t site, char* text, uint32_t capacity,
                                          uint32_t* length) RENSA_NOEXCEPT;

/* Lets all cells fall. `rows` are those of the longest fall. `before` and `after` may be the same. */
RENSA_API rensa_status rensa_field_settle(rensa_engine* engine, const rensa_field* before, rensa_field* after,
                                          int32_t* rows) RENSA_NOEXCEPT;

/* Runs the chain of a field at rest. `before` and `after` may be the same. */
RENSA_API rensa_status rensa_field_simulate(rensa_engine* engine, const rensa_field* before, rensa_field* after,
                                            rensa_chain* chain) RENSA_NOEXCEPT;

/* Writes the placements that searches try on a field at rest: they seem reachable and end below row 14. */
RENSA_API rensa_status rensa_field_placements(rensa_engine* engine, const rensa_field* field,
                                              uint32_t* placements) RENSA_NOEXCEPT;

/* Drops a pair on a field at rest and runs the chain, as in a game: a cell that locks in row 14 stays there, and one
 * above it vanishes. No pair can stand in a filled cell of row 14. `before` and `after` may be the same. */
RENSA_API rensa_status rensa_field_place(rensa_engine* engine, const rensa_field* before, const rensa_pair* pair,
                                         uint32_t placement, rensa_field* after, rensa_chain* chain) RENSA_NOEXCEPT;

/* Writes the chain with most points that a field at rest can fire with at most two pairs. */
RENSA_API rensa_status rensa_field_threat(rensa_engine* engine, const rensa_field* field, const rensa_pair* pairs,
                                          uint32_t pair_count, rensa_chain* chain) RENSA_NOEXCEPT;

/* A chain that a field could fire if some cells were added. */
typedef struct rensa_possible_chain {
  int32_t links;
  int32_t score;
  int32_t frames;
  int32_t trigger_x;   /* the column of the cells that start the chain */
  int32_t trigger_row; /* the lowest row of these cells */
  uint8_t needed[5];   /* cells to add: red, blue, yellow, green, purple */
  uint8_t reserved[3];
  rensa_field after; /* the field after the chain */
} rensa_possible_chain;

/* Lists the chains that a field could fire if some cells were added, the greatest score first, at most 128. The field
 * must be at rest, without a group that vanishes, and not choked. `completions` is 1..3: how many times in turn groups
 * are completed. With `use_book`, known forms are completed, too. */
RENSA_API rensa_status rensa_field_possible_chains(rensa_engine* engine, const rensa_field* field, int32_t completions,
                                                   int32_t use_book, rensa_possible_chain* chains, uint32_t capacity,
                                                   uint32_t* count) RENSA_NOEXCEPT;

/* Many fields in the engine's own form, which makes searches over them quick. */

/* Makes a list of `count` fields. `fields` may be null if `count` is 0. At most 16,777,216 fields. */
RENSA_API rensa_status rensa_fields_create(rensa_engine* engine, const rensa_field* fields, uint32_t count,
                                           rensa_handle* list) RENSA_NOEXCEPT;

/* Writes the fields of a list. */
RENSA_API rensa_status rensa_fields_get(rensa_engine* engine, rensa_handle list, rensa_field* fields, uint32_t capacity,
                                        uint32_t* count) RENSA_NOEXCEPT;

/* Runs the chains of all fields of `from`, which must be at rest. The fields after their chains go to the list `to` of
 * the same length, which may be the same list. `capacity` must be at least the length of the lists. */
RENSA_API rensa_status rensa_fields_simulate(rensa_engine* engine, rensa_handle from, rensa_handle to,
                                             rensa_chain* chains, uint32_t capacity) RENSA_NOEXCEPT;

/* ---- Duels: games of two seats --------------------------------------------------------------------------------- */

/* Starts a duel. `queue` replaces the queue of the seed; it may be null. */
RENSA_API rensa_status rensa_duel_create(rensa_engine* engine, rensa_handle ruleset, uint64_t seed,
                                         const rensa_queue* queue, rensa_handle* duel) RENSA_NOEXCEPT;

/* Copies a duel. The copy is not recorded. */
RENSA_API rensa_status rensa_duel_copy(rensa_engine* engine, rensa_handle duel, rensa_handle* copy) RENSA_NOEXCEPT;

/* Records a duel that has not begun. Each of the two names has at most 64 bytes. */
RENSA_API rensa_status rensa_duel_record(rensa_engine* engine, rensa_handle duel, const char* name_one,
                                         uint32_t length_one, const char* name_two, uint32_t length_two) RENSA_NOEXCEPT;

/* Plays one frame, or one turn, with an input of each seat. In a game of turns only placements count. After the end of
 * the game nothing happens. `events` has room for at least RENSA_MAX_EVENTS events; it may be null if `capacity` is 0.
 * `count` is the number of events. */
RENSA_API rensa_status rensa_duel_step(rensa_engine* engine, rensa_handle duel, const rensa_input inputs[RENSA_SEATS],
                                       rensa_event* events, uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* Plays frames without inputs up to and including the first that has an event, or up to the frame `last_clock`. Does
 * nothing in a game of turns. Events as in rensa_duel_step(). */
RENSA_API rensa_status rensa_duel_advance(rensa_engine* engine, rensa_handle duel, int32_t last_clock,
                                          rensa_event* events, uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* Ends the recording of a duel and makes a record of the game so far. If the game has not ended by the rules,
 * `outcome` tells why it ended; its `clock` must be that of the duel. If it has, `outcome` must be null. */
RENSA_API rensa_status rensa_duel_finish(rensa_engine* engine, rensa_handle duel, const rensa_outcome* outcome,
                                         rensa_handle* record) RENSA_NOEXCEPT;

/* The functions for a game take the handle of a duel or of a replay. */

/* The state of a game. */
typedef struct rensa_game_state {
  uint64_t hash; /* of the whole state */
  int64_t score[RENSA_SEATS];
  int32_t pacing; /* RENSA_PACING_... */
  int32_t clock;  /* frames or turns that were played */
  int32_t is_decision_due[RENSA_SEATS];
  int32_t hand[RENSA_SEATS]; /* number of the current pair, 1 is the first; 0: none yet */
  int32_t quiet_frames;      /* so many frames without inputs have no event */
  int32_t has_ended;         /* `outcome` is known; else it is 0, with the winner RENSA_NO_SEAT */
  rensa_outcome outcome;
  int32_t reserved;
} rensa_game_state;

RENSA_API rensa_status rensa_game_get(rensa_engine* engine, rensa_handle game, rensa_game_state* state) RENSA_NOEXCEPT;

/* Writes the game as a seat may see it. */
RENSA_API rensa_status rensa_game_view(rensa_engine* engine, rensa_handle game, int32_t seat,
                                       rensa_view* view) RENSA_NOEXCEPT;

/* Writes one side of a game with all that its own seat may know. In a game of frames it has a motion. */
RENSA_API rensa_status rensa_game_side(rensa_engine* engine, rensa_handle game, int32_t seat,
                                       rensa_side* side) RENSA_NOEXCEPT;

/* Writes the placements that the pair of a seat can reach now; none if no decision is due. */
RENSA_API rensa_status rensa_game_placements(rensa_engine* engine, rensa_handle game, int32_t seat,
                                             uint32_t* placements) RENSA_NOEXCEPT;

/* Writes the pair of a seat with this number, 1..1,000,000,000, also if the seat does not see it yet. */
RENSA_API rensa_status rensa_game_pair(rensa_engine* engine, rensa_handle game, int32_t seat, int32_t hand,
                                       rensa_pair* pair) RENSA_NOEXCEPT;

/* Writes the largest chain that a seat can fire now with its current pair and the next one. */
RENSA_API rensa_status rensa_game_threat(rensa_engine* engine, rensa_handle game, int32_t seat,
                                         rensa_chain* chain) RENSA_NOEXCEPT;

/* Estimates who wins a game of frames, from what spectators see of both sides: the chance of side one in thousandths.
 * It is 0 or 1000 if one side is dead, 500 if both are, and 1..999 otherwise; with the sides exchanged it is the rest
 * of 1000. `clock` is the frame of the game, which counts where the ruleset has margin time. Points that are not sent
 * yet are known only from a side's motion; without one, a side whose field is empty after its first hand is taken to
 * have cleared it. Since version 103. */
RENSA_API rensa_status rensa_chance_to_win(rensa_engine* engine, rensa_handle ruleset, int32_t clock,
                                           const rensa_side* one, const rensa_side* two,
                                           int32_t* chance) RENSA_NOEXCEPT;

/* Writes a puyop URL of the next decision of a seat, after the end of its chain: its field, and all pairs from there
 * on. Garbage that falls before that decision is left out. A field with a cell in row 14 has no URL. */
RENSA_API rensa_status rensa_game_url(rensa_engine* engine, rensa_handle game, int32_t seat, char* text,
                                      uint32_t capacity, uint32_t* length) RENSA_NOEXCEPT;

/* Writes the placements that the pair of a view can reach; none if no decision is due. The view may come from
 * elsewhere: it is checked. */
RENSA_API rensa_status rensa_view_placements(rensa_engine* engine, const rensa_view* view,
                                             uint32_t* placements) RENSA_NOEXCEPT;

/* Writes the facts that follow from a side. The side may come from elsewhere: it is checked. */
RENSA_API rensa_status rensa_side_facts_of(rensa_engine* engine, const rensa_side* side,
                                           rensa_side_facts* facts) RENSA_NOEXCEPT;

/* ---- Many duels at once ---------------------------------------------------------------------------------------- */

/* Starts `count` duels, 1..65536, one for each seed. */
RENSA_API rensa_status rensa_duels_create(rensa_engine* engine, rensa_handle ruleset, const uint64_t* seeds,
                                          uint32_t count, rensa_handle* duels) RENSA_NOEXCEPT;

/* Starts the duel with this index anew. */
RENSA_API rensa_status rensa_duels_reset(rensa_engine* engine, rensa_handle duels, uint32_t index,
                                         uint64_t seed) RENSA_NOEXCEPT;

/* Plays one frame or turn of each duel. `count` is twice the number of duels: the inputs of duel 0, of duel 1, ... */
RENSA_API rensa_status rensa_duels_step(rensa_engine* engine, rensa_handle duels, const rensa_input* inputs,
                                        uint32_t count) RENSA_NOEXCEPT;

/* Plays each duel with placements until a seat has to decide, or the game has ended; at least one frame or turn.
 * `count` is twice the number of duels: the placements of duel 0, of duel 1, ... RENSA_NO_PLACEMENT gives no input. A
 * placement of a seat that does not have to decide is ignored. A placement that cannot be reached is refused: the seat
 * has to decide again. */
RENSA_API rensa_status rensa_duels_play(rensa_engine* engine, rensa_handle duels, const uint8_t* placements,
                                        uint32_t count) RENSA_NOEXCEPT;

/* Where rensa_duels_get() writes. Each array has an entry for each duel, and in it for each seat where it says so. An
 * array that is not wanted is null. */
typedef struct rensa_duels_buffers {
  uint32_t struct_size;     /* sizeof(rensa_duels_buffers) */
  uint32_t count;           /* duels for which there is room, at least their number */
  uint8_t* cells;           /* by seat: 84 cells, as in rensa_field */
  uint8_t* opponent_cells;  /* by seat: 84 cells of the opponent, as far as the seat sees them */
  uint8_t* pairs;           /* by seat: RENSA_MAX_PAIRS pairs that are shown, axis and child; the others are empty */
  uint32_t* placements;     /* by seat: the placements that can be reached; none if no decision is due */
  uint8_t* is_decision_due; /* by seat */
  int64_t* scores;          /* by seat */
  int32_t* waiting;         /* by seat: garbage that waits */
  int32_t* clocks;          /* frames or turns that were played */
  uint8_t* has_ended;
  int8_t* winners; /* the seat, or RENSA_NO_SEAT */
} rensa_duels_buffers;

/* Writes what is wanted of all duels. */
RENSA_API rensa_status rensa_duels_get(rensa_engine* engine, rensa_handle duels,
                                       const rensa_duels_buffers* buffers) RENSA_NOEXCEPT;

/* Writes the duel with this index as a seat may see it. */
RENSA_API rensa_status rensa_duels_view(rensa_engine* engine, rensa_handle duels, uint32_t index, int32_t seat,
                                        rensa_view* view) RENSA_NOEXCEPT;

/* ---- Records of finished games (docs/records.md) --------------------------------------------------------------- */

/* Reads the bytes of a record and verifies it: it is played again, and everything must agree. */
RENSA_API rensa_status rensa_record_from_bytes(rensa_engine* engine, const uint8_t* bytes, uint32_t length,
                                               rensa_handle* record) RENSA_NOEXCEPT;

/* Reads a record from JSON and verifies it. */
RENSA_API rensa_status rensa_record_from_json(rensa_engine* engine, const char* json, uint32_t length,
                                              rensa_handle* record) RENSA_NOEXCEPT;

/* Writes the bytes of a record. `capacity` counts bytes; no zero byte is added. */
RENSA_API rensa_status rensa_record_to_bytes(rensa_engine* engine, rensa_handle record, uint8_t* bytes,
                                             uint32_t capacity, uint32_t* length) RENSA_NOEXCEPT;

/* Writes a record as JSON. */
RENSA_API rensa_status rensa_record_to_json(rensa_engine* engine, rensa_handle record, char* text, uint32_t capacity,
                                            uint32_t* length) RENSA_NOEXCEPT;

/* Facts about a record. */
typedef struct rensa_record_info {
  uint64_t seed;
  uint64_t ruleset_digest;
  rensa_outcome outcome;
  int32_t pacing; /* RENSA_PACING_... */
  uint32_t input_count;
  uint32_t checkpoint_count;
} rensa_record_info;

RENSA_API rensa_status rensa_record_get(rensa_engine* engine, rensa_handle record,
                                        rensa_record_info* info) RENSA_NOEXCEPT;

/* Makes an object of the ruleset of a record. */
RENSA_API rensa_status rensa_record_ruleset(rensa_engine* engine, rensa_handle record,
                                            rensa_handle* ruleset) RENSA_NOEXCEPT;

/* Lists the frames or turns after which the game was interrupted, because its server was stopped. Most records have
   none. Since version 102. */
RENSA_API rensa_status rensa_record_interruptions(rensa_engine* engine, rensa_handle record, int32_t* clocks,
                                                  uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* Writes the name of the player in a seat. */
RENSA_API rensa_status rensa_record_player(rensa_engine* engine, rensa_handle record, int32_t seat, char* text,
                                           uint32_t capacity, uint32_t* length) RENSA_NOEXCEPT;

/* An input of a recorded game. */
typedef struct rensa_recorded_input {
  int32_t clock;
  int32_t seat;
  rensa_input input;
} rensa_recorded_input;

/* Lists the inputs of a record, by clock and then by seat. */
RENSA_API rensa_status rensa_record_inputs(rensa_engine* engine, rensa_handle record, rensa_recorded_input* inputs,
                                           uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* A hash of the state after some frame or turn, for which the record vouches. */
typedef struct rensa_checkpoint {
  uint64_t hash;
  int32_t clock;
  int32_t reserved;
} rensa_checkpoint;

RENSA_API rensa_status rensa_record_checkpoints(rensa_engine* engine, rensa_handle record,
                                                rensa_checkpoint* checkpoints, uint32_t capacity,
                                                uint32_t* count) RENSA_NOEXCEPT;

/* The result of one pair of a seat. */
typedef struct rensa_hand {
  int32_t seat;
  int32_t number; /* 1 is the first */
  int32_t clock;  /* in which the pair locked */
  rensa_pair pair;
  uint8_t placement;
  uint8_t all_clear;
  int32_t links;
  int32_t points;
  int32_t sent;
  int32_t cancelled;
  int32_t fell; /* garbage that fell onto the seat before its next pair */
} rensa_hand;

/* Lists the pairs that locked, in the order in which they locked. */
RENSA_API rensa_status rensa_record_hands(rensa_engine* engine, rensa_handle record, rensa_hand* hands,
                                          uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* A decision of a finished game. */
typedef struct rensa_decision {
  rensa_view view;   /* as the seat saw it when the pair came under control */
  int32_t placement; /* where the pair locked; RENSA_NO_PLACEMENT if the game ended before */
  int32_t reserved;
} rensa_decision;

/* Lists the decisions of a seat in their order. */
RENSA_API rensa_status rensa_record_decisions(rensa_engine* engine, rensa_handle record, int32_t seat,
                                              rensa_decision* decisions, uint32_t capacity,
                                              uint32_t* count) RENSA_NOEXCEPT;

/* The counts of one seat in one game. */
#define RENSA_STATISTICS 11
typedef struct rensa_statistics {
  int64_t counts[RENSA_STATISTICS]; /* by RENSA_STATISTIC_... */
} rensa_statistics;
#define RENSA_STATISTIC_HANDS 0   /* pairs that locked */
#define RENSA_STATISTIC_CLOCK 1   /* frames or turns until the last pair locked */
#define RENSA_STATISTIC_CONTROL 2 /* frames of these in which a pair could be moved; a turn counts as one */
#define RENSA_STATISTIC_CHAINS 3  /* including those of one link */
#define RENSA_STATISTIC_LINKS 4   /* links that started */
#define RENSA_STATISTIC_LONGEST_CHAIN 5
#define RENSA_STATISTIC_ALL_CLEARS 6
#define RENSA_STATISTIC_SCORE 7
#define RENSA_STATISTIC_GARBAGE_SENT 8      /* that waited for the opponent */
#define RENSA_STATISTIC_GARBAGE_CANCELLED 9 /* waiting garbage that the own attacks removed */
#define RENSA_STATISTIC_GARBAGE_FELL 10     /* cells that came onto the own field */

/* Writes the statistics of both seats. */
RENSA_API rensa_status rensa_record_statistics(rensa_engine* engine, rensa_handle record,
                                               rensa_statistics statistics[RENSA_SEATS]) RENSA_NOEXCEPT;

/* Writes a URL of all pairs of a seat and of the garbage that fell on it. */
RENSA_API rensa_status rensa_record_url(rensa_engine* engine, rensa_handle record, int32_t seat, uint32_t site,
                                        char* text, uint32_t capacity, uint32_t* length) RENSA_NOEXCEPT;

/* Opens a replay at the begin of a record. The functions for a game take it, too. */
RENSA_API rensa_status rensa_replay_open(rensa_engine* engine, rensa_handle record,
                                         rensa_handle* replay) RENSA_NOEXCEPT;

/* Moves a replay to the state after so many frames or turns, 0 .. the clock of the record's outcome. */
RENSA_API rensa_status rensa_replay_seek(rensa_engine* engine, rensa_handle replay, int32_t clock) RENSA_NOEXCEPT;

/* Lists all events of the game in their order. */
RENSA_API rensa_status rensa_replay_events(rensa_engine* engine, rensa_handle replay, rensa_event* events,
                                           uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* ---- Built-in players (docs/players.md) ------------------------------------------------------------------------ */

/* Counts the built-in players. */
RENSA_API rensa_status rensa_player_count(rensa_engine* engine, uint32_t* count) RENSA_NOEXCEPT;

/* Writes the name of a built-in player. */
RENSA_API rensa_status rensa_player_name(rensa_engine* engine, uint32_t index, char* text, uint32_t capacity,
                                         uint32_t* length) RENSA_NOEXCEPT;

/* Makes a player for one seat of one game. `nodes` is the greatest number of fields that it evaluates for a pair,
 * 1..100,000,000; 0 is the player's own number. A player without such a limit takes 0 only. */
RENSA_API rensa_status rensa_player_create(rensa_engine* engine, rensa_handle ruleset, const char* name,
                                           uint32_t length, int32_t nodes, uint64_t seed,
                                           rensa_handle* player) RENSA_NOEXCEPT;

/* Lets a player choose for a seat of a game of its ruleset that has to decide. Call it once for each decision of the
 * seat, in their order: a player is a function of its seed and of all that it has seen. */
RENSA_API rensa_status rensa_player_choose(rensa_engine* engine, rensa_handle player, rensa_handle game, int32_t seat,
                                           uint32_t* placement) RENSA_NOEXCEPT;

/* The same within limits. `nodes` is the greatest number of nodes that the player searches, at least 0; INT64_MAX: no
 * limit. A node is mostly a field that a placement leads to. `stop` may be null, or is a number that another thread may
 * set to another value than 0: the search looks at it at least once in 64 nodes, and then ends. A player whose search
 * ends early chooses the best placement so far, and always a possible one. */
RENSA_API rensa_status rensa_player_choose_within(rensa_engine* engine, rensa_handle player, rensa_handle game,
                                                  int32_t seat, int64_t nodes, const int32_t* stop,
                                                  uint32_t* placement) RENSA_NOEXCEPT;

/* Thinks in advance, within limits: about the decision of a seat that is due, or else about the next one as far as it
 * is known, for example while the opponent moves. Later calls for the player go on with what it has found out. A choice
 * that no limit ends is the same with and without pondering; a choice that a limit ends is the better for it.
 * `is_complete`: 1 if nothing is left to think about, 0 if a limit ended the search. */
RENSA_API rensa_status rensa_player_ponder(rensa_engine* engine, rensa_handle player, rensa_handle game, int32_t seat,
                                           int64_t nodes, const int32_t* stop, int32_t* is_complete) RENSA_NOEXCEPT;

/* A placement that a player considers. */
typedef struct rensa_candidate {
  int64_t worth; /* the greater, the better */
  int32_t has_worth;
  int32_t placement;
} rensa_candidate;

/* Replaces a call of rensa_player_choose(): lists at most 22 placements, the best first. `candidates` must have room
 * for RENSA_PLACEMENTS, and must not be null. */
RENSA_API rensa_status rensa_player_candidates(rensa_engine* engine, rensa_handle player, rensa_handle game,
                                               int32_t seat, rensa_candidate* candidates, uint32_t capacity,
                                               uint32_t* count) RENSA_NOEXCEPT;

/* ---- Practice: a game of one side without an opponent ---------------------------------------------------------- */

/* Starts a practice game on a field at rest. The pairs are the given ones, then those of the seed. 3..5 colours.
 * `pairs` may be null if `pair_count` is 0; only the first 128 pairs count. */
RENSA_API rensa_status rensa_practice_create(rensa_engine* engine, uint64_t seed, int32_t colours,
                                             const rensa_field* field, const rensa_pair* pairs, uint32_t pair_count,
                                             rensa_handle* practice) RENSA_NOEXCEPT;

/* Plays one frame. Events as in rensa_duel_step(). */
RENSA_API rensa_status rensa_practice_step(rensa_engine* engine, rensa_handle practice, const rensa_input* input,
                                           rensa_event* events, uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* Goes back to the moment when the previous pair came under control, or the current one if it has locked. If there is
 * none, this is RENSA_ERROR_STATE. */
RENSA_API rensa_status rensa_practice_undo(rensa_engine* engine, rensa_handle practice) RENSA_NOEXCEPT;

RENSA_API rensa_status rensa_practice_side(rensa_engine* engine, rensa_handle practice,
                                           rensa_side* side) RENSA_NOEXCEPT;

/* ---- Training: a problem of given pairs with a goal ------------------------------------------------------------ */

/* Why a URL of ips is not a training problem. */
#define RENSA_FLAW_NONE 0
#define RENSA_FLAW_UNREADABLE 1
#define RENSA_FLAW_NO_GOAL 2
#define RENSA_FLAW_ZERO_GOAL 3            /* the goal asks for zero links, cells or groups */
#define RENSA_FLAW_UNKNOWN_CELLS 4        /* the rules do not have these cells */
#define RENSA_FLAW_FLOATING_CELLS 5       /* cells hang in the air */
#define RENSA_FLAW_COMPLETE_GROUP 6       /* a group of four vanishes before a pair is placed */
#define RENSA_FLAW_CHOKED 7               /* no pair can appear */
#define RENSA_FLAW_PAIR_WITHOUT_COLOURS 8 /* a cell of a pair is not of a colour */
#define RENSA_FLAW_NO_PAIR 9
#define RENSA_FLAW_TOO_LONG 10 /* too many pairs, or too much garbage */

/* Tells the first flaw of a training problem, RENSA_FLAW_..., also for a text that cannot be read. */
RENSA_API rensa_status rensa_training_flaw(rensa_engine* engine, const char* url, uint32_t length,
                                           int32_t* flaw) RENSA_NOEXCEPT;

/* Starts a training problem. The part of the URL after the question mark is enough. */
RENSA_API rensa_status rensa_training_create(rensa_engine* engine, const char* url, uint32_t length,
                                             rensa_handle* training) RENSA_NOEXCEPT;

/* The goal of a training problem. */
typedef struct rensa_goal {
  int32_t kind;   /* RENSA_GOAL_... */
  int32_t bound;  /* RENSA_BOUND_... */
  int32_t colour; /* RENSA_GOAL_COLOUR_... */
  int32_t count;
} rensa_goal;
#define RENSA_GOAL_CLEAR_ALL 0       /* no cell of the colour is left */
#define RENSA_GOAL_COLOURS_VANISH 1  /* `count` colours vanish, over the whole problem */
#define RENSA_GOAL_CELLS_VANISH 2    /* `count` cells of the colour vanish, over the whole problem */
#define RENSA_GOAL_CHAIN 3           /* a chain of `count` links */
#define RENSA_GOAL_CHAIN_AND_CLEAR 4 /* such a chain, and no cell of the colour is left */
#define RENSA_GOAL_COLOURS_AT_ONCE 5 /* `count` colours vanish in one link */
#define RENSA_GOAL_CELLS_AT_ONCE 6   /* `count` cells of the colour vanish in one link */
#define RENSA_GOAL_GROUPS_AT_ONCE 7  /* `count` groups of the colour vanish in one link */
#define RENSA_GOAL_CONNECTED 8       /* `count` cells of the colour vanish in one group */
#define RENSA_BOUND_EXACTLY 0
#define RENSA_BOUND_AT_LEAST 1
#define RENSA_GOAL_COLOUR_ANY 0
#define RENSA_GOAL_COLOUR_RED 1
#define RENSA_GOAL_COLOUR_GREEN 2
#define RENSA_GOAL_COLOUR_BLUE 3
#define RENSA_GOAL_COLOUR_YELLOW 4
#define RENSA_GOAL_COLOUR_PURPLE 5
#define RENSA_GOAL_COLOUR_GARBAGE 6
#define RENSA_GOAL_COLOUR_COLOURED 7

RENSA_API rensa_status rensa_training_goal(rensa_engine* engine, rensa_handle training,
                                           rensa_goal* goal) RENSA_NOEXCEPT;

/* Lists the pairs of the problem. */
RENSA_API rensa_status rensa_training_pairs(rensa_engine* engine, rensa_handle training, rensa_pair* pairs,
                                            uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* Writes the URL of the problem. */
RENSA_API rensa_status rensa_training_url(rensa_engine* engine, rensa_handle training, char* text, uint32_t capacity,
                                          uint32_t* length) RENSA_NOEXCEPT;

/* How far a training problem is. */
typedef struct rensa_training_state {
  int32_t placed_count; /* pairs that have come to rest */
  int32_t is_waiting;   /* the pair waits for its placement */
  int32_t is_solved;
  int32_t is_over;     /* no pair comes any more */
  uint32_t placements; /* where the waiting pair may go */
} rensa_training_state;

RENSA_API rensa_status rensa_training_get(rensa_engine* engine, rensa_handle training,
                                          rensa_training_state* state) RENSA_NOEXCEPT;

/* Drops the waiting pair from above one of its placements, or steers it there from where pairs appear. If no pair
 * waits, or it cannot get there, this is RENSA_ERROR_STATE. */
RENSA_API rensa_status rensa_training_drop(rensa_engine* engine, rensa_handle training,
                                           uint32_t placement) RENSA_NOEXCEPT;
RENSA_API rensa_status rensa_training_steer(rensa_engine* engine, rensa_handle training,
                                            uint32_t placement) RENSA_NOEXCEPT;

/* Plays one frame. Nothing moves while the pair waits, or after the end. Events as in rensa_duel_step(); their clock is
 * 0. */
RENSA_API rensa_status rensa_training_step(rensa_engine* engine, rensa_handle training, rensa_event* events,
                                           uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* Goes back to the time when this many pairs were placed. A greater number than that of the placed pairs changes
 * nothing but takes the pair that moves back to where it waits. */
RENSA_API rensa_status rensa_training_rewind(rensa_engine* engine, rensa_handle training,
                                             uint32_t placed_count) RENSA_NOEXCEPT;

/* Writes the side with the waiting pair above a placement; with RENSA_NO_PLACEMENT, where pairs appear. */
RENSA_API rensa_status rensa_training_side(rensa_engine* engine, rensa_handle training, uint32_t placement,
                                           rensa_side* side) RENSA_NOEXCEPT;

/* ---- Prediction: the own side in the next frames, before the server tells ---------------------------------------- */

/* Makes a prediction for games of a ruleset of frames. */
RENSA_API rensa_status rensa_prediction_create(rensa_engine* engine, rensa_handle ruleset,
                                               rensa_handle* prediction) RENSA_NOEXCEPT;

/* Starts from a side as it was after this frame. It must have a motion, and must be possible in a game. */
RENSA_API rensa_status rensa_prediction_start(rensa_engine* engine, rensa_handle prediction, const rensa_side* side,
                                              int32_t clock) RENSA_NOEXCEPT;

/* Predicts one frame. If the next frame cannot be known, or the prediction was not started, this is RENSA_ERROR_STATE.
 * Events as in rensa_duel_step(). */
RENSA_API rensa_status rensa_prediction_step(rensa_engine* engine, rensa_handle prediction, const rensa_input* input,
                                             rensa_event* events, uint32_t capacity, uint32_t* count) RENSA_NOEXCEPT;

/* Writes the predicted side. */
RENSA_API rensa_status rensa_prediction_side(rensa_engine* engine, rensa_handle prediction,
                                             rensa_side* side) RENSA_NOEXCEPT;

#ifdef __cplusplus
}
#endif
