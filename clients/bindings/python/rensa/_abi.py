# Made by scripts/python_abi.py from clients/bindings/c/rensa/rensa.h.
# fmt: off
from ctypes import (POINTER, Structure, c_char_p, c_int8, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p)
from typing import Any

RENSA_API_VERSION = 103
RENSA_OK = 0
RENSA_ERROR_ARGUMENT = 1
RENSA_ERROR_HANDLE = 2
RENSA_ERROR_BUFFER = 3
RENSA_ERROR_TEXT = 4
RENSA_ERROR_VALUE = 5
RENSA_ERROR_STATE = 6
RENSA_ERROR_MEMORY = 7
RENSA_ERROR_INTERNAL = 8
RENSA_TERMINATED = 4294967295
RENSA_KIND_RULESET = 1
RENSA_KIND_FIELDS = 2
RENSA_KIND_DUEL = 3
RENSA_KIND_DUELS = 4
RENSA_KIND_RECORD = 5
RENSA_KIND_REPLAY = 6
RENSA_KIND_PRACTICE = 7
RENSA_KIND_TRAINING = 8
RENSA_KIND_PREDICTION = 9
RENSA_KIND_PLAYER = 10
RENSA_COLUMNS = 6
RENSA_ROWS = 14
RENSA_CELLS = 84
RENSA_PLACEMENTS = 22
RENSA_MAX_PAIRS = 8
RENSA_QUEUE_LENGTH = 128
RENSA_MAX_EVENTS = 56
RENSA_SEATS = 2
RENSA_NO_SEAT = -1
RENSA_CELL_EMPTY = 0
RENSA_CELL_GARBAGE = 1
RENSA_CELL_PURPLE = 2
RENSA_CELL_RED = 4
RENSA_CELL_BLUE = 5
RENSA_CELL_YELLOW = 6
RENSA_CELL_GREEN = 7
RENSA_NO_PLACEMENT = 255
RENSA_CHILD_ABOVE = 0
RENSA_CHILD_RIGHT = 1
RENSA_CHILD_BELOW = 2
RENSA_CHILD_LEFT = 3
RENSA_INPUT_NONE = 0
RENSA_INPUT_PLACEMENT = 1
RENSA_INPUT_KEYS = 2
RENSA_KEY_LEFT = 1
RENSA_KEY_RIGHT = 2
RENSA_KEY_DOWN = 4
RENSA_KEY_TURN_A = 8
RENSA_KEY_TURN_B = 16
RENSA_EVENT_PREPARATION_STARTED = 0
RENSA_EVENT_CONTROLLABLE = 1
RENSA_EVENT_NEXT_NEXT_REVEALED = 2
RENSA_EVENT_LOCKED = 3
RENSA_EVENT_LINK_STARTED = 4
RENSA_EVENT_GARBAGE_SENT = 5
RENSA_EVENT_GARBAGE_FIXED = 6
RENSA_EVENT_GARBAGE_FELL = 7
RENSA_EVENT_ALL_CLEAR = 8
RENSA_EVENT_PLACEMENT_ACCEPTED = 9
RENSA_EVENT_PLACEMENT_REFUSED = 10
RENSA_EVENT_DIED = 11
RENSA_EVENT_GAME_OVER = 12
RENSA_REFUSAL_NONE = 0
RENSA_REFUSAL_OFF_FIELD = 1
RENSA_REFUSAL_NO_CONTROL = 2
RENSA_REFUSAL_UNREACHABLE = 3
RENSA_REFUSAL_MISSING = 4
RENSA_CAUSE_CHOKED = 0
RENSA_CAUSE_NO_MOVE = 1
RENSA_CAUSE_LIMIT = 2
RENSA_CAUSE_DISCONNECTED = 3
RENSA_CAUSE_TIME = 4
RENSA_CAUSE_ILLEGAL = 5
RENSA_CAUSE_CRASHED = 6
RENSA_CAUSE_RESIGNED = 7
RENSA_CAUSE_VOIDED = 8
RENSA_PHASE_OPENING = 0
RENSA_PHASE_PREPARATION = 1
RENSA_PHASE_CONTROL = 2
RENSA_PHASE_FALLING = 3
RENSA_PHASE_GROUNDING = 4
RENSA_PHASE_VANISHING = 5
RENSA_PHASE_COLLAPSING = 6
RENSA_PHASE_GARBAGE_FALLING = 7
RENSA_PHASE_SETTLING = 8
RENSA_PHASE_DEAD = 9
RENSA_PACING_FRAMES = 0
RENSA_PACING_TURNS = 1
RENSA_STRUCT_FIELD = 0
RENSA_STRUCT_QUEUE = 1
RENSA_STRUCT_CHAIN = 2
RENSA_STRUCT_INPUT = 3
RENSA_STRUCT_EVENT = 4
RENSA_STRUCT_OUTCOME = 5
RENSA_STRUCT_SIDE = 6
RENSA_STRUCT_SIDE_FACTS = 7
RENSA_STRUCT_VIEW = 8
RENSA_STRUCT_RULESET_VALUES = 9
RENSA_STRUCT_POSSIBLE_CHAIN = 10
RENSA_STRUCT_GAME_STATE = 11
RENSA_STRUCT_DUELS_BUFFERS = 12
RENSA_STRUCT_RECORD_INFO = 13
RENSA_STRUCT_RECORDED_INPUT = 14
RENSA_STRUCT_CHECKPOINT = 15
RENSA_STRUCT_HAND = 16
RENSA_STRUCT_DECISION = 17
RENSA_STRUCT_STATISTICS = 18
RENSA_STRUCT_GOAL = 19
RENSA_STRUCT_TRAINING_STATE = 20
RENSA_STRUCT_CANDIDATE = 21
RENSA_NAMES_CAUSES = 0
RENSA_NAMES_PHASES = 1
RENSA_NAMES_EVENTS = 2
RENSA_NAMES_REFUSALS = 3
RENSA_NAMES_STATISTICS = 4
RENSA_NAMES_RULESETS = 5
RENSA_QUEUE_COMMON = 0
RENSA_QUEUE_COMMON_UNTIL_LINK = 1
RENSA_CHOKE_SPAWN_CELL = 0
RENSA_CHOKE_NO_MOVE = 1
RENSA_ATTACK_SCORE = 0
RENSA_ATTACK_LITERATURE = 1
RENSA_TEXT_PICTURE = 0
RENSA_TEXT_DIGITS = 1
RENSA_SITE_PUYOP = 0
RENSA_SITE_IPS = 1
RENSA_STATISTICS = 11
RENSA_STATISTIC_HANDS = 0
RENSA_STATISTIC_CLOCK = 1
RENSA_STATISTIC_CONTROL = 2
RENSA_STATISTIC_CHAINS = 3
RENSA_STATISTIC_LINKS = 4
RENSA_STATISTIC_LONGEST_CHAIN = 5
RENSA_STATISTIC_ALL_CLEARS = 6
RENSA_STATISTIC_SCORE = 7
RENSA_STATISTIC_GARBAGE_SENT = 8
RENSA_STATISTIC_GARBAGE_CANCELLED = 9
RENSA_STATISTIC_GARBAGE_FELL = 10
RENSA_FLAW_NONE = 0
RENSA_FLAW_UNREADABLE = 1
RENSA_FLAW_NO_GOAL = 2
RENSA_FLAW_ZERO_GOAL = 3
RENSA_FLAW_UNKNOWN_CELLS = 4
RENSA_FLAW_FLOATING_CELLS = 5
RENSA_FLAW_COMPLETE_GROUP = 6
RENSA_FLAW_CHOKED = 7
RENSA_FLAW_PAIR_WITHOUT_COLOURS = 8
RENSA_FLAW_NO_PAIR = 9
RENSA_FLAW_TOO_LONG = 10
RENSA_GOAL_CLEAR_ALL = 0
RENSA_GOAL_COLOURS_VANISH = 1
RENSA_GOAL_CELLS_VANISH = 2
RENSA_GOAL_CHAIN = 3
RENSA_GOAL_CHAIN_AND_CLEAR = 4
RENSA_GOAL_COLOURS_AT_ONCE = 5
RENSA_GOAL_CELLS_AT_ONCE = 6
RENSA_GOAL_GROUPS_AT_ONCE = 7
RENSA_GOAL_CONNECTED = 8
RENSA_BOUND_EXACTLY = 0
RENSA_BOUND_AT_LEAST = 1
RENSA_GOAL_COLOUR_ANY = 0
RENSA_GOAL_COLOUR_RED = 1
RENSA_GOAL_COLOUR_GREEN = 2
RENSA_GOAL_COLOUR_BLUE = 3
RENSA_GOAL_COLOUR_YELLOW = 4
RENSA_GOAL_COLOUR_PURPLE = 5
RENSA_GOAL_COLOUR_GARBAGE = 6
RENSA_GOAL_COLOUR_COLOURED = 7


class rensa_field(Structure):
    _fields_ = [
        ("cells", c_uint8 * 84),
    ]


class rensa_pair(Structure):
    _fields_ = [
        ("axis", c_uint8),
        ("child", c_uint8),
    ]


class rensa_queue(Structure):
    _fields_ = [
        ("pairs", rensa_pair * 128),
    ]


class rensa_chain(Structure):
    _fields_ = [
        ("links", c_int32),
        ("score", c_int32),
        ("frames", c_int32),
        ("is_quick", c_int32),
    ]


class rensa_input(Structure):
    _fields_ = [
        ("kind", c_uint8),
        ("keys", c_uint8),
        ("placement", c_uint8),
        ("reserved", c_uint8),
    ]


class rensa_event(Structure):
    _fields_ = [
        ("clock", c_int32),
        ("kind", c_int32),
        ("seat", c_int32),
        ("number", c_int32),
        ("amount", c_int32),
        ("cancelled", c_int32),
        ("points", c_int32),
        ("x", c_int32),
        ("y", c_int32),
        ("r", c_int32),
        ("refusal", c_int32),
    ]


class rensa_outcome(Structure):
    _fields_ = [
        ("winner", c_int32),
        ("cause", c_int32),
        ("clock", c_int32),
    ]


class rensa_side(Structure):
    _fields_ = [
        ("score", c_int64),
        ("unsent", c_int64),
        ("field", rensa_field),
        ("pairs", rensa_pair * 8),
        ("pair_count", c_int32),
        ("phase", c_int32),
        ("hand", c_int32),
        ("link", c_int32),
        ("pending", c_int32),
        ("fixed", c_int32),
        ("has_falling_pair", c_int32),
        ("x", c_int32),
        ("y", c_int32),
        ("r", c_int32),
        ("turn_lock", c_int32),
        ("arrow_lock", c_int32),
        ("quick_turn_window", c_int32),
        ("fall_counter", c_int32),
        ("touches", c_int32),
        ("touching", c_int32),
        ("has_motion", c_int32),
        ("wait", c_int32),
        ("rows", c_int32),
        ("entering", c_int32 * 6),
        ("dropping", c_int32),
        ("held", c_int32),
        ("reveal", c_int32),
        ("driven", c_int32),
    ]


class rensa_side_facts(Structure):
    _fields_ = [
        ("full_wait", c_int32),
        ("axis_landing_row", c_int32),
        ("child_landing_row", c_int32),
        ("link_cells", c_int32),
        ("link_factor", c_int32),
        ("link_points", c_int32),
        ("vanishing", c_uint8 * 84),
    ]


class rensa_view(Structure):
    _fields_ = [
        ("seat", c_int32),
        ("pacing", c_int32),
        ("clock", c_int32),
        ("is_decision_due", c_int32),
        ("has_ended", c_int32),
        ("outcome", rensa_outcome),
        ("own", rensa_side),
        ("opponent", rensa_side),
    ]


class rensa_ruleset_values(Structure):
    _fields_ = [
        ("digest", c_uint64),
        ("pacing", c_int32),
        ("colours", c_int32),
        ("visible_pairs", c_int32),
        ("queue", c_int32),
        ("choke", c_int32),
        ("attack", c_int32),
        ("garbage_rate", c_int32),
        ("max_garbage_drop", c_int32),
        ("all_clear_points", c_int32),
        ("margin_start_frames", c_int32),
        ("margin_step_frames", c_int32),
        ("frame_limit", c_int32),
        ("turn_limit", c_int32),
        ("turn_milliseconds", c_int32),
    ]


class rensa_possible_chain(Structure):
    _fields_ = [
        ("links", c_int32),
        ("score", c_int32),
        ("frames", c_int32),
        ("trigger_x", c_int32),
        ("trigger_row", c_int32),
        ("needed", c_uint8 * 5),
        ("reserved", c_uint8 * 3),
        ("after", rensa_field),
    ]


class rensa_game_state(Structure):
    _fields_ = [
        ("hash", c_uint64),
        ("score", c_int64 * 2),
        ("pacing", c_int32),
        ("clock", c_int32),
        ("is_decision_due", c_int32 * 2),
        ("hand", c_int32 * 2),
        ("quiet_frames", c_int32),
        ("has_ended", c_int32),
        ("outcome", rensa_outcome),
        ("reserved", c_int32),
    ]


class rensa_duels_buffers(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("count", c_uint32),
        ("cells", POINTER(c_uint8)),
        ("opponent_cells", POINTER(c_uint8)),
        ("pairs", POINTER(c_uint8)),
        ("placements", POINTER(c_uint32)),
        ("is_decision_due", POINTER(c_uint8)),
        ("scores", POINTER(c_int64)),
        ("waiting", POINTER(c_int32)),
        ("clocks", POINTER(c_int32)),
        ("has_ended", POINTER(c_uint8)),
        ("winners", POINTER(c_int8)),
    ]


class rensa_record_info(Structure):
    _fields_ = [
        ("seed", c_uint64),
        ("ruleset_digest", c_uint64),
        ("outcome", rensa_outcome),
        ("pacing", c_int32),
        ("input_count", c_uint32),
        ("checkpoint_count", c_uint32),
    ]


class rensa_recorded_input(Structure):
    _fields_ = [
        ("clock", c_int32),
        ("seat", c_int32),
        ("input", rensa_input),
    ]


class rensa_checkpoint(Structure):
    _fields_ = [
        ("hash", c_uint64),
        ("clock", c_int32),
        ("reserved", c_int32),
    ]


class rensa_hand(Structure):
    _fields_ = [
        ("seat", c_int32),
        ("number", c_int32),
        ("clock", c_int32),
        ("pair", rensa_pair),
        ("placement", c_uint8),
        ("all_clear", c_uint8),
        ("links", c_int32),
        ("points", c_int32),
        ("sent", c_int32),
        ("cancelled", c_int32),
        ("fell", c_int32),
    ]


class rensa_decision(Structure):
    _fields_ = [
        ("view", rensa_view),
        ("placement", c_int32),
        ("reserved", c_int32),
    ]


class rensa_statistics(Structure):
    _fields_ = [
        ("counts", c_int64 * 11),
    ]


class rensa_candidate(Structure):
    _fields_ = [
        ("worth", c_int64),
        ("has_worth", c_int32),
        ("placement", c_int32),
    ]


class rensa_goal(Structure):
    _fields_ = [
        ("kind", c_int32),
        ("bound", c_int32),
        ("colour", c_int32),
        ("count", c_int32),
    ]


class rensa_training_state(Structure):
    _fields_ = [
        ("placed_count", c_int32),
        ("is_waiting", c_int32),
        ("is_solved", c_int32),
        ("is_over", c_int32),
        ("placements", c_uint32),
    ]


# By name: the type of the result, and those of the arguments.
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "rensa_version": (c_uint32, []),
    "rensa_engine_create": (c_int32, [POINTER(c_void_p)]),
    "rensa_engine_free": (None, [c_void_p]),
    "rensa_error_text": (c_char_p, [c_void_p]),
    "rensa_free": (c_int32, [c_void_p, c_uint64]),
    "rensa_kind": (c_int32, [c_void_p, c_uint64, POINTER(c_int32)]),
    "rensa_count": (c_int32, [c_void_p, POINTER(c_uint32)]),
    "rensa_struct_size": (c_uint32, [c_uint32]),
    "rensa_name_count": (c_int32, [c_void_p, c_uint32, POINTER(c_uint32)]),
    "rensa_name": (c_int32, [c_void_p, c_uint32, c_uint32, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_ruleset_published": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(c_uint64)]),
    "rensa_ruleset_from_json": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(c_uint64)]),
    "rensa_ruleset_to_json": (c_int32, [c_void_p, c_uint64, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_ruleset_id": (c_int32, [c_void_p, c_uint64, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_ruleset_get": (c_int32, [c_void_p, c_uint64, POINTER(rensa_ruleset_values)]),
    "rensa_queue_from_seed": (c_int32, [c_void_p, c_uint64, c_int32, POINTER(rensa_queue)]),
    "rensa_queue_official": (c_int32, [c_void_p, c_int32, c_int32, POINTER(rensa_queue)]),
    "rensa_queue_from_text": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(rensa_queue)]),
    "rensa_queue_to_text": (c_int32, [c_void_p, POINTER(rensa_queue), c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_field_from_text": (c_int32, [c_void_p, c_char_p, c_uint32, c_uint32, POINTER(rensa_field)]),
    "rensa_field_to_text": (c_int32, [c_void_p, POINTER(rensa_field), c_uint32, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_field_from_url": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(rensa_field), POINTER(rensa_pair), c_uint32, POINTER(c_uint32)]),
    "rensa_field_to_url": (c_int32, [c_void_p, POINTER(rensa_field), POINTER(rensa_pair), c_uint32, c_uint32, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_field_settle": (c_int32, [c_void_p, POINTER(rensa_field), POINTER(rensa_field), POINTER(c_int32)]),
    "rensa_field_simulate": (c_int32, [c_void_p, POINTER(rensa_field), POINTER(rensa_field), POINTER(rensa_chain)]),
    "rensa_field_placements": (c_int32, [c_void_p, POINTER(rensa_field), POINTER(c_uint32)]),
    "rensa_field_place": (c_int32, [c_void_p, POINTER(rensa_field), POINTER(rensa_pair), c_uint32, POINTER(rensa_field), POINTER(rensa_chain)]),
    "rensa_field_threat": (c_int32, [c_void_p, POINTER(rensa_field), POINTER(rensa_pair), c_uint32, POINTER(rensa_chain)]),
    "rensa_field_possible_chains": (c_int32, [c_void_p, POINTER(rensa_field), c_int32, c_int32, POINTER(rensa_possible_chain), c_uint32, POINTER(c_uint32)]),
    "rensa_fields_create": (c_int32, [c_void_p, POINTER(rensa_field), c_uint32, POINTER(c_uint64)]),
    "rensa_fields_get": (c_int32, [c_void_p, c_uint64, POINTER(rensa_field), c_uint32, POINTER(c_uint32)]),
    "rensa_fields_simulate": (c_int32, [c_void_p, c_uint64, c_uint64, POINTER(rensa_chain), c_uint32]),
    "rensa_duel_create": (c_int32, [c_void_p, c_uint64, c_uint64, POINTER(rensa_queue), POINTER(c_uint64)]),
    "rensa_duel_copy": (c_int32, [c_void_p, c_uint64, POINTER(c_uint64)]),
    "rensa_duel_record": (c_int32, [c_void_p, c_uint64, c_char_p, c_uint32, c_char_p, c_uint32]),
    "rensa_duel_step": (c_int32, [c_void_p, c_uint64, POINTER(rensa_input), POINTER(rensa_event), c_uint32, POINTER(c_uint32)]),
    "rensa_duel_advance": (c_int32, [c_void_p, c_uint64, c_int32, POINTER(rensa_event), c_uint32, POINTER(c_uint32)]),
    "rensa_duel_finish": (c_int32, [c_void_p, c_uint64, POINTER(rensa_outcome), POINTER(c_uint64)]),
    "rensa_game_get": (c_int32, [c_void_p, c_uint64, POINTER(rensa_game_state)]),
    "rensa_game_view": (c_int32, [c_void_p, c_uint64, c_int32, POINTER(rensa_view)]),
    "rensa_game_side": (c_int32, [c_void_p, c_uint64, c_int32, POINTER(rensa_side)]),
    "rensa_game_placements": (c_int32, [c_void_p, c_uint64, c_int32, POINTER(c_uint32)]),
    "rensa_game_pair": (c_int32, [c_void_p, c_uint64, c_int32, c_int32, POINTER(rensa_pair)]),
    "rensa_game_threat": (c_int32, [c_void_p, c_uint64, c_int32, POINTER(rensa_chain)]),
    "rensa_chance_to_win": (c_int32, [c_void_p, c_uint64, c_int32, POINTER(rensa_side), POINTER(rensa_side), POINTER(c_int32)]),
    "rensa_game_url": (c_int32, [c_void_p, c_uint64, c_int32, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_view_placements": (c_int32, [c_void_p, POINTER(rensa_view), POINTER(c_uint32)]),
    "rensa_side_facts_of": (c_int32, [c_void_p, POINTER(rensa_side), POINTER(rensa_side_facts)]),
    "rensa_duels_create": (c_int32, [c_void_p, c_uint64, POINTER(c_uint64), c_uint32, POINTER(c_uint64)]),
    "rensa_duels_reset": (c_int32, [c_void_p, c_uint64, c_uint32, c_uint64]),
    "rensa_duels_step": (c_int32, [c_void_p, c_uint64, POINTER(rensa_input), c_uint32]),
    "rensa_duels_play": (c_int32, [c_void_p, c_uint64, POINTER(c_uint8), c_uint32]),
    "rensa_duels_get": (c_int32, [c_void_p, c_uint64, POINTER(rensa_duels_buffers)]),
    "rensa_duels_view": (c_int32, [c_void_p, c_uint64, c_uint32, c_int32, POINTER(rensa_view)]),
    "rensa_record_from_bytes": (c_int32, [c_void_p, POINTER(c_uint8), c_uint32, POINTER(c_uint64)]),
    "rensa_record_from_json": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(c_uint64)]),
    "rensa_record_to_bytes": (c_int32, [c_void_p, c_uint64, POINTER(c_uint8), c_uint32, POINTER(c_uint32)]),
    "rensa_record_to_json": (c_int32, [c_void_p, c_uint64, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_record_get": (c_int32, [c_void_p, c_uint64, POINTER(rensa_record_info)]),
    "rensa_record_ruleset": (c_int32, [c_void_p, c_uint64, POINTER(c_uint64)]),
    "rensa_record_interruptions": (c_int32, [c_void_p, c_uint64, POINTER(c_int32), c_uint32, POINTER(c_uint32)]),
    "rensa_record_player": (c_int32, [c_void_p, c_uint64, c_int32, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_record_inputs": (c_int32, [c_void_p, c_uint64, POINTER(rensa_recorded_input), c_uint32, POINTER(c_uint32)]),
    "rensa_record_checkpoints": (c_int32, [c_void_p, c_uint64, POINTER(rensa_checkpoint), c_uint32, POINTER(c_uint32)]),
    "rensa_record_hands": (c_int32, [c_void_p, c_uint64, POINTER(rensa_hand), c_uint32, POINTER(c_uint32)]),
    "rensa_record_decisions": (c_int32, [c_void_p, c_uint64, c_int32, POINTER(rensa_decision), c_uint32, POINTER(c_uint32)]),
    "rensa_record_statistics": (c_int32, [c_void_p, c_uint64, POINTER(rensa_statistics)]),
    "rensa_record_url": (c_int32, [c_void_p, c_uint64, c_int32, c_uint32, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_replay_open": (c_int32, [c_void_p, c_uint64, POINTER(c_uint64)]),
    "rensa_replay_seek": (c_int32, [c_void_p, c_uint64, c_int32]),
    "rensa_replay_events": (c_int32, [c_void_p, c_uint64, POINTER(rensa_event), c_uint32, POINTER(c_uint32)]),
    "rensa_player_count": (c_int32, [c_void_p, POINTER(c_uint32)]),
    "rensa_player_name": (c_int32, [c_void_p, c_uint32, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_player_create": (c_int32, [c_void_p, c_uint64, c_char_p, c_uint32, c_int32, c_uint64, POINTER(c_uint64)]),
    "rensa_player_choose": (c_int32, [c_void_p, c_uint64, c_uint64, c_int32, POINTER(c_uint32)]),
    "rensa_player_choose_within": (c_int32, [c_void_p, c_uint64, c_uint64, c_int32, c_int64, POINTER(c_int32), POINTER(c_uint32)]),
    "rensa_player_ponder": (c_int32, [c_void_p, c_uint64, c_uint64, c_int32, c_int64, POINTER(c_int32), POINTER(c_int32)]),
    "rensa_player_candidates": (c_int32, [c_void_p, c_uint64, c_uint64, c_int32, POINTER(rensa_candidate), c_uint32, POINTER(c_uint32)]),
    "rensa_practice_create": (c_int32, [c_void_p, c_uint64, c_int32, POINTER(rensa_field), POINTER(rensa_pair), c_uint32, POINTER(c_uint64)]),
    "rensa_practice_step": (c_int32, [c_void_p, c_uint64, POINTER(rensa_input), POINTER(rensa_event), c_uint32, POINTER(c_uint32)]),
    "rensa_practice_undo": (c_int32, [c_void_p, c_uint64]),
    "rensa_practice_side": (c_int32, [c_void_p, c_uint64, POINTER(rensa_side)]),
    "rensa_training_flaw": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(c_int32)]),
    "rensa_training_create": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(c_uint64)]),
    "rensa_training_goal": (c_int32, [c_void_p, c_uint64, POINTER(rensa_goal)]),
    "rensa_training_pairs": (c_int32, [c_void_p, c_uint64, POINTER(rensa_pair), c_uint32, POINTER(c_uint32)]),
    "rensa_training_url": (c_int32, [c_void_p, c_uint64, c_char_p, c_uint32, POINTER(c_uint32)]),
    "rensa_training_get": (c_int32, [c_void_p, c_uint64, POINTER(rensa_training_state)]),
    "rensa_training_drop": (c_int32, [c_void_p, c_uint64, c_uint32]),
    "rensa_training_steer": (c_int32, [c_void_p, c_uint64, c_uint32]),
    "rensa_training_step": (c_int32, [c_void_p, c_uint64, POINTER(rensa_event), c_uint32, POINTER(c_uint32)]),
    "rensa_training_rewind": (c_int32, [c_void_p, c_uint64, c_uint32]),
    "rensa_training_side": (c_int32, [c_void_p, c_uint64, c_uint32, POINTER(rensa_side)]),
    "rensa_prediction_create": (c_int32, [c_void_p, c_uint64, POINTER(c_uint64)]),
    "rensa_prediction_start": (c_int32, [c_void_p, c_uint64, POINTER(rensa_side), c_int32]),
    "rensa_prediction_step": (c_int32, [c_void_p, c_uint64, POINTER(rensa_input), POINTER(rensa_event), c_uint32, POINTER(c_uint32)]),
    "rensa_prediction_side": (c_int32, [c_void_p, c_uint64, POINTER(rensa_side)]),
}
