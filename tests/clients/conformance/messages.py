# Made by scripts/python_messages.py from proto/rensa/v1.
# fmt: off

# By enumerator: its number.
SEAT_UNSPECIFIED = 0
SEAT_ONE = 1
SEAT_TWO = 2
CLOCK_UNSPECIFIED = 0
CLOCK_REAL = 1
CLOCK_VIRTUAL = 2
CLOCK_TURNS = 3
CHARGE_UNSPECIFIED = 0
CHARGE_NONE = 1
CHARGE_FIXED = 2
CHARGE_MEASURED = 3
PHASE_UNSPECIFIED = 0
PHASE_OPENING = 1
PHASE_PREPARATION = 2
PHASE_CONTROL = 3
PHASE_FALLING = 4
PHASE_GROUNDING = 5
PHASE_VANISHING = 6
PHASE_COLLAPSING = 7
PHASE_GARBAGE_FALLING = 8
PHASE_SETTLING = 9
PHASE_DEAD = 10
EVENT_KIND_UNSPECIFIED = 0
EVENT_KIND_PREPARATION_STARTED = 1
EVENT_KIND_CONTROLLABLE = 2
EVENT_KIND_NEXT_NEXT_REVEALED = 3
EVENT_KIND_LOCKED = 4
EVENT_KIND_LINK_STARTED = 5
EVENT_KIND_GARBAGE_SENT = 6
EVENT_KIND_GARBAGE_FIXED = 7
EVENT_KIND_GARBAGE_FELL = 8
EVENT_KIND_ALL_CLEAR = 9
EVENT_KIND_PLACEMENT_ACCEPTED = 10
EVENT_KIND_PLACEMENT_REFUSED = 11
EVENT_KIND_DIED = 12
EVENT_KIND_GAME_OVER = 13
REFUSAL_UNSPECIFIED = 0
REFUSAL_OFF_FIELD = 1
REFUSAL_NO_CONTROL = 2
REFUSAL_UNREACHABLE = 3
REFUSAL_MISSING = 4
CAUSE_UNSPECIFIED = 0
CAUSE_CHOKED = 1
CAUSE_NO_MOVE = 2
CAUSE_LIMIT = 3
CAUSE_DISCONNECTED = 4
CAUSE_TIME = 5
CAUSE_ILLEGAL = 6
CAUSE_CRASHED = 7
CAUSE_RESIGNED = 8
CAUSE_VOIDED = 9
SUBSCRIPTION_UNSPECIFIED = 0
SUBSCRIPTION_EVENTS = 1
SUBSCRIPTION_FRAMES = 2
SUBSCRIPTION_STEERING = 3
ERROR_CODE_UNSPECIFIED = 0
ERROR_CODE_MALFORMED = 1
ERROR_CODE_TOO_LARGE = 2
ERROR_CODE_VERSION = 3
ERROR_CODE_TOKEN = 4
ERROR_CODE_UNEXPECTED = 5
ERROR_CODE_UNKNOWN_MATCH = 6
ERROR_CODE_UNKNOWN_CHALLENGE = 7
ERROR_CODE_UNKNOWN_PLAYER = 8
ERROR_CODE_TERMS = 9
ERROR_CODE_NOT_YOURS = 10
ERROR_CODE_LATE = 11
ERROR_CODE_BUSY = 12
ERROR_CODE_RATE = 13
ERROR_CODE_DRAINING = 14
ERROR_CODE_ORIGIN = 15
ERROR_CODE_NAME = 16
ERROR_CODE_BENCHED = 17
ERROR_CODE_UNKNOWN_TOURNAMENT = 18
ERROR_CODE_AHEAD = 19
ERROR_CODE_AWAY = 20
ERROR_CODE_ELSEWHERE = 21
RUN_STATE_UNSPECIFIED = 0
RUN_STATE_RUNNING = 1
RUN_STATE_PAUSED = 2
RUN_STATE_OVER = 3
RUN_STATE_FAILED = 4

# By message and number of the field: its name, its type, and whether it is repeated. Types of messages begin with a capital.
MESSAGES: dict[str, dict[int, tuple[str, str, bool]]] = {
    "Terms": {
        1: ("ruleset", "string", False),
        2: ("clock", "uint32", False),
        3: ("charge", "uint32", False),
        4: ("charge_frames", "uint32", False),
        5: ("games", "uint32", False),
        6: ("queue_of", "uint64", False),
        7: ("first_to", "uint32", False),
        8: ("spectator_delay_seconds", "uint32", False),
    },
    "Placement": {
        1: ("x", "uint32", False),
        2: ("r", "uint32", False),
    },
    "Candidate": {
        1: ("place", "Placement", False),
        2: ("worth", "sint64", False),
    },
    "FallingPair": {
        1: ("x", "uint32", False),
        2: ("y", "uint32", False),
        3: ("r", "uint32", False),
        4: ("turn_lock", "uint32", False),
        5: ("arrow_lock", "uint32", False),
        6: ("quick_turn_window", "uint32", False),
        7: ("fall_counter", "uint32", False),
        8: ("touches", "uint32", False),
        9: ("touching", "bool", False),
    },
    "Motion": {
        1: ("wait", "uint32", False),
        2: ("rows", "uint32", False),
        3: ("entering", "uint32", True),
        4: ("dropping", "uint32", False),
        5: ("held", "uint32", False),
        6: ("reveal", "uint32", False),
        7: ("driven", "bool", False),
        8: ("unsent", "uint64", False),
    },
    "Side": {
        1: ("field", "string", False),
        2: ("pairs", "string", False),
        3: ("falling", "FallingPair", False),
        4: ("pending_garbage", "uint32", False),
        5: ("fixed_garbage", "uint32", False),
        6: ("score", "uint64", False),
        7: ("link", "uint32", False),
        8: ("hand", "uint32", False),
        9: ("phase", "uint32", False),
        10: ("motion", "Motion", False),
    },
    "View": {
        1: ("seat", "uint32", False),
        2: ("clock", "uint32", False),
        3: ("decision_due", "bool", False),
        4: ("own", "Side", False),
        5: ("opponent", "Side", False),
    },
    "Event": {
        1: ("kind", "uint32", False),
        2: ("seat", "uint32", False),
        3: ("refusal", "uint32", False),
        4: ("x", "uint32", False),
        5: ("y", "uint32", False),
        6: ("r", "uint32", False),
        7: ("number", "int32", False),
        8: ("amount", "int32", False),
        9: ("cancelled", "int32", False),
        10: ("points", "int32", False),
    },
    "Outcome": {
        1: ("winner", "uint32", False),
        2: ("cause", "uint32", False),
        3: ("clock", "uint32", False),
    },
    "ClientMessage": {
        1: ("hello", "Hello", False),
        2: ("list_lobby", "ListLobby", False),
        3: ("quick_match", "QuickMatch", False),
        4: ("challenge", "Challenge", False),
        5: ("accept", "Accept", False),
        6: ("decline", "Decline", False),
        7: ("leave", "Leave", False),
        8: ("watch", "Watch", False),
        9: ("unwatch", "Unwatch", False),
        10: ("decide", "Decide", False),
        11: ("resume", "Resume", False),
        12: ("ping", "Ping", False),
        13: ("follow", "Follow", False),
        14: ("unfollow", "Unfollow", False),
        15: ("invite", "Invite", False),
        16: ("join", "Join", False),
        17: ("advice", "Advice", False),
    },
    "Hello": {
        1: ("version_min", "uint32", False),
        2: ("version_max", "uint32", False),
        3: ("token", "string", False),
        4: ("name", "string", False),
        5: ("software", "string", False),
        6: ("features", "string", True),
    },
    "ListLobby": {
    },
    "QuickMatch": {
        1: ("terms", "Terms", False),
        2: ("subscription", "uint32", False),
    },
    "Challenge": {
        1: ("opponent", "string", False),
        2: ("terms", "Terms", False),
        3: ("subscription", "uint32", False),
    },
    "Accept": {
        1: ("challenge", "uint64", False),
        2: ("subscription", "uint32", False),
    },
    "Decline": {
        1: ("challenge", "uint64", False),
    },
    "Invite": {
        1: ("terms", "Terms", False),
        2: ("subscription", "uint32", False),
        3: ("code", "string", False),
        4: ("holder", "string", False),
    },
    "Join": {
        1: ("code", "string", False),
        2: ("subscription", "uint32", False),
    },
    "Leave": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("arranged", "bool", False),
    },
    "Watch": {
        1: ("match", "uint64", False),
        2: ("subscription", "uint32", False),
        3: ("comments", "bool", False),
    },
    "Unwatch": {
        1: ("match", "uint64", False),
    },
    "Decide": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("game", "uint32", False),
        4: ("clock", "uint32", False),
        5: ("id", "uint32", False),
        6: ("place", "Placement", False),
        7: ("keys", "uint32", False),
        8: ("pass", "bool", False),
        9: ("at", "uint32", False),
        10: ("comment", "string", False),
        11: ("missed", "bool", False),
    },
    "Resume": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("token", "string", False),
        4: ("last", "uint64", False),
        5: ("subscription", "uint32", False),
        6: ("holder", "string", False),
        7: ("back", "bool", False),
    },
    "Ping": {
        1: ("nonce", "uint64", False),
        2: ("round_trip_milliseconds", "uint32", False),
    },
    "Follow": {
        1: ("tournament", "string", False),
        2: ("from", "uint64", False),
    },
    "Unfollow": {
        1: ("tournament", "string", False),
    },
    "Advice": {
        1: ("question", "uint64", False),
        2: ("candidates", "Candidate", True),
    },
    "ServerMessage": {
        1: ("welcome", "Welcome", False),
        2: ("error", "Error", False),
        3: ("lobby", "Lobby", False),
        4: ("challenged", "Challenged", False),
        5: ("challenge_ended", "ChallengeEnded", False),
        6: ("match_start", "MatchStart", False),
        7: ("game_start", "GameStart", False),
        8: ("update", "Update", False),
        9: ("decided", "Decided", False),
        10: ("game_end", "GameEnd", False),
        11: ("match_end", "MatchEnd", False),
        12: ("standing", "Standing", False),
        13: ("pong", "Pong", False),
        14: ("drain", "Drain", False),
        15: ("tournament_event", "TournamentEvent", False),
        16: ("tournament_state", "TournamentState", False),
        17: ("invited", "Invited", False),
        18: ("question", "Question", False),
        19: ("comment", "Comment", False),
        20: ("line", "Line", False),
    },
    "Welcome": {
        1: ("version", "uint32", False),
        2: ("name", "string", False),
        3: ("software", "string", False),
        4: ("features", "string", True),
        5: ("max_message_bytes", "uint32", False),
    },
    "Error": {
        1: ("code", "uint32", False),
        2: ("text", "string", False),
        3: ("match", "uint64", False),
        4: ("id", "uint32", False),
        5: ("retry_after_milliseconds", "uint32", False),
    },
    "LobbyMatch": {
        1: ("match", "uint64", False),
        2: ("players", "string", True),
        3: ("terms", "Terms", False),
        4: ("game", "uint32", False),
    },
    "OpenPlayer": {
        1: ("name", "string", False),
        2: ("free", "uint32", False),
    },
    "Lobby": {
        1: ("players", "string", True),
        2: ("matches", "LobbyMatch", True),
        3: ("open", "OpenPlayer", True),
    },
    "Challenged": {
        1: ("challenge", "uint64", False),
        2: ("from", "string", False),
        3: ("terms", "Terms", False),
    },
    "ChallengeEnded": {
        1: ("challenge", "uint64", False),
        2: ("why", "string", False),
    },
    "Invited": {
        1: ("code", "string", False),
    },
    "MatchStart": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("players", "string", True),
        4: ("terms", "Terms", False),
        5: ("token", "string", False),
        6: ("grace_seconds", "uint32", False),
        7: ("wins", "uint32", True),
        8: ("draws", "uint32", False),
    },
    "GameStart": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("game", "uint32", False),
        4: ("commitment", "string", False),
        5: ("ruleset_digest", "string", False),
        6: ("chance", "fixed64", False),
    },
    "Update": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("number", "uint64", False),
        4: ("game", "uint32", False),
        5: ("view", "View", False),
        6: ("events", "Event", True),
        7: ("answer_due", "bool", False),
        8: ("bank_milliseconds", "uint32", False),
    },
    "Decided": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("id", "uint32", False),
        4: ("clock", "uint32", False),
    },
    "GameEnd": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("game", "uint32", False),
        4: ("outcome", "Outcome", False),
        5: ("scores", "uint64", True),
        6: ("seed", "string", False),
        7: ("nonce", "string", False),
        8: ("record", "uint64", False),
    },
    "MatchEnd": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("wins", "uint32", True),
        4: ("draws", "uint32", False),
        5: ("cause", "uint32", False),
        6: ("winner", "uint32", False),
    },
    "Standing": {
        1: ("match", "uint64", False),
        2: ("missing", "uint32", False),
        3: ("seconds_left", "uint32", False),
    },
    "Pong": {
        1: ("nonce", "uint64", False),
    },
    "Question": {
        1: ("question", "uint64", False),
        2: ("terms", "Terms", False),
        3: ("view", "View", False),
    },
    "Comment": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("game", "uint32", False),
        4: ("text", "string", False),
    },
    "Line": {
        1: ("match", "uint64", False),
        2: ("seat", "uint32", False),
        3: ("round_trip_milliseconds", "uint32", False),
        4: ("late", "uint32", False),
    },
    "Drain": {
        1: ("seconds", "uint32", False),
    },
    "TournamentEvent": {
        1: ("tournament", "string", False),
        2: ("number", "uint64", False),
        3: ("event", "string", False),
    },
    "TournamentState": {
        1: ("tournament", "string", False),
        2: ("state", "uint32", False),
        3: ("games", "uint64", False),
        4: ("most_games", "uint64", False),
        5: ("running", "uint64", False),
        6: ("events", "uint64", False),
    },
}
