// Made by scripts/message_tables.sh from proto/rensa/v1.
// clang-format off

constexpr Enumerator kSeatValues[] = {
    {0, "SEAT_UNSPECIFIED"},
    {1, "SEAT_ONE"},
    {2, "SEAT_TWO"},
};
constexpr Enumerator kClockValues[] = {
    {0, "CLOCK_UNSPECIFIED"},
    {1, "CLOCK_REAL"},
    {2, "CLOCK_VIRTUAL"},
    {3, "CLOCK_TURNS"},
};
constexpr Enumerator kChargeValues[] = {
    {0, "CHARGE_UNSPECIFIED"},
    {1, "CHARGE_NONE"},
    {2, "CHARGE_FIXED"},
    {3, "CHARGE_MEASURED"},
};
constexpr Enumerator kPhaseValues[] = {
    {0, "PHASE_UNSPECIFIED"},
    {1, "PHASE_OPENING"},
    {2, "PHASE_PREPARATION"},
    {3, "PHASE_CONTROL"},
    {4, "PHASE_FALLING"},
    {5, "PHASE_GROUNDING"},
    {6, "PHASE_VANISHING"},
    {7, "PHASE_COLLAPSING"},
    {8, "PHASE_GARBAGE_FALLING"},
    {9, "PHASE_SETTLING"},
    {10, "PHASE_DEAD"},
};
constexpr Enumerator kEventKindValues[] = {
    {0, "EVENT_KIND_UNSPECIFIED"},
    {1, "EVENT_KIND_PREPARATION_STARTED"},
    {2, "EVENT_KIND_CONTROLLABLE"},
    {3, "EVENT_KIND_NEXT_NEXT_REVEALED"},
    {4, "EVENT_KIND_LOCKED"},
    {5, "EVENT_KIND_LINK_STARTED"},
    {6, "EVENT_KIND_GARBAGE_SENT"},
    {7, "EVENT_KIND_GARBAGE_FIXED"},
    {8, "EVENT_KIND_GARBAGE_FELL"},
    {9, "EVENT_KIND_ALL_CLEAR"},
    {10, "EVENT_KIND_PLACEMENT_ACCEPTED"},
    {11, "EVENT_KIND_PLACEMENT_REFUSED"},
    {12, "EVENT_KIND_DIED"},
    {13, "EVENT_KIND_GAME_OVER"},
};
constexpr Enumerator kRefusalValues[] = {
    {0, "REFUSAL_UNSPECIFIED"},
    {1, "REFUSAL_OFF_FIELD"},
    {2, "REFUSAL_NO_CONTROL"},
    {3, "REFUSAL_UNREACHABLE"},
    {4, "REFUSAL_MISSING"},
};
constexpr Enumerator kCauseValues[] = {
    {0, "CAUSE_UNSPECIFIED"},
    {1, "CAUSE_CHOKED"},
    {2, "CAUSE_NO_MOVE"},
    {3, "CAUSE_LIMIT"},
    {4, "CAUSE_DISCONNECTED"},
    {5, "CAUSE_TIME"},
    {6, "CAUSE_ILLEGAL"},
    {7, "CAUSE_CRASHED"},
    {8, "CAUSE_RESIGNED"},
    {9, "CAUSE_VOIDED"},
};
constexpr Enumerator kSubscriptionValues[] = {
    {0, "SUBSCRIPTION_UNSPECIFIED"},
    {1, "SUBSCRIPTION_EVENTS"},
    {2, "SUBSCRIPTION_FRAMES"},
    {3, "SUBSCRIPTION_STEERING"},
};
constexpr Enumerator kErrorCodeValues[] = {
    {0, "ERROR_CODE_UNSPECIFIED"},
    {1, "ERROR_CODE_MALFORMED"},
    {2, "ERROR_CODE_TOO_LARGE"},
    {3, "ERROR_CODE_VERSION"},
    {4, "ERROR_CODE_TOKEN"},
    {5, "ERROR_CODE_UNEXPECTED"},
    {6, "ERROR_CODE_UNKNOWN_MATCH"},
    {7, "ERROR_CODE_UNKNOWN_CHALLENGE"},
    {8, "ERROR_CODE_UNKNOWN_PLAYER"},
    {9, "ERROR_CODE_TERMS"},
    {10, "ERROR_CODE_NOT_YOURS"},
    {11, "ERROR_CODE_LATE"},
    {12, "ERROR_CODE_BUSY"},
    {13, "ERROR_CODE_RATE"},
    {14, "ERROR_CODE_DRAINING"},
    {15, "ERROR_CODE_ORIGIN"},
    {16, "ERROR_CODE_NAME"},
    {17, "ERROR_CODE_BENCHED"},
    {18, "ERROR_CODE_UNKNOWN_TOURNAMENT"},
    {19, "ERROR_CODE_AHEAD"},
    {20, "ERROR_CODE_AWAY"},
    {21, "ERROR_CODE_ELSEWHERE"},
};
constexpr Enumerator kRunStateValues[] = {
    {0, "RUN_STATE_UNSPECIFIED"},
    {1, "RUN_STATE_RUNNING"},
    {2, "RUN_STATE_PAUSED"},
    {3, "RUN_STATE_OVER"},
    {4, "RUN_STATE_FAILED"},
};

constexpr std::span<const Enumerator> kEnums[] = {
    kSeatValues,
    kClockValues,
    kChargeValues,
    kPhaseValues,
    kEventKindValues,
    kRefusalValues,
    kCauseValues,
    kSubscriptionValues,
    kErrorCodeValues,
    kRunStateValues,
};

constexpr MessageField kTermsFields[] = {
    {1, "ruleset", FieldKind::text, FieldLabel::singular, 0, 0},
    {2, "clock", FieldKind::enumerator, FieldLabel::singular, 1, 0},
    {3, "charge", FieldKind::enumerator, FieldLabel::singular, 2, 0},
    {4, "chargeFrames", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {5, "games", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {6, "queueOf", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {7, "firstTo", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {8, "spectatorDelaySeconds", FieldKind::uint32, FieldLabel::optional, 0, 0},
};
constexpr MessageField kPlacementFields[] = {
    {1, "x", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {2, "r", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kCandidateFields[] = {
    {1, "place", FieldKind::message, FieldLabel::singular, 1, 0},
    {2, "worth", FieldKind::sint64, FieldLabel::optional, 0, 0},
};
constexpr MessageField kFallingPairFields[] = {
    {1, "x", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {2, "y", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {3, "r", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {4, "turnLock", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {5, "arrowLock", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {6, "quickTurnWindow", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {7, "fallCounter", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {8, "touches", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {9, "touching", FieldKind::boolean, FieldLabel::singular, 0, 0},
};
constexpr MessageField kMotionFields[] = {
    {1, "wait", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {2, "rows", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {3, "entering", FieldKind::uint32, FieldLabel::repeated, 0, 0},
    {4, "dropping", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {5, "held", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {6, "reveal", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {7, "driven", FieldKind::boolean, FieldLabel::singular, 0, 0},
    {8, "unsent", FieldKind::uint64, FieldLabel::singular, 0, 0},
};
constexpr MessageField kSideFields[] = {
    {1, "field", FieldKind::text, FieldLabel::singular, 0, 0},
    {2, "pairs", FieldKind::text, FieldLabel::singular, 0, 0},
    {3, "falling", FieldKind::message, FieldLabel::singular, 3, 0},
    {4, "pendingGarbage", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {5, "fixedGarbage", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {6, "score", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {7, "link", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {8, "hand", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {9, "phase", FieldKind::enumerator, FieldLabel::singular, 3, 0},
    {10, "motion", FieldKind::message, FieldLabel::singular, 4, 0},
};
constexpr MessageField kViewFields[] = {
    {1, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {2, "clock", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {3, "decisionDue", FieldKind::boolean, FieldLabel::singular, 0, 0},
    {4, "own", FieldKind::message, FieldLabel::singular, 5, 0},
    {5, "opponent", FieldKind::message, FieldLabel::singular, 5, 0},
};
constexpr MessageField kEventFields[] = {
    {1, "kind", FieldKind::enumerator, FieldLabel::singular, 4, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "refusal", FieldKind::enumerator, FieldLabel::singular, 5, 0},
    {4, "x", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {5, "y", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {6, "r", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {7, "number", FieldKind::int32, FieldLabel::singular, 0, 0},
    {8, "amount", FieldKind::int32, FieldLabel::singular, 0, 0},
    {9, "cancelled", FieldKind::int32, FieldLabel::singular, 0, 0},
    {10, "points", FieldKind::int32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kOutcomeFields[] = {
    {1, "winner", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {2, "cause", FieldKind::enumerator, FieldLabel::singular, 6, 0},
    {3, "clock", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kClientMessageFields[] = {
    {1, "hello", FieldKind::message, FieldLabel::optional, 10, 1},
    {2, "listLobby", FieldKind::message, FieldLabel::optional, 11, 1},
    {3, "quickMatch", FieldKind::message, FieldLabel::optional, 12, 1},
    {4, "challenge", FieldKind::message, FieldLabel::optional, 13, 1},
    {5, "accept", FieldKind::message, FieldLabel::optional, 14, 1},
    {6, "decline", FieldKind::message, FieldLabel::optional, 15, 1},
    {7, "leave", FieldKind::message, FieldLabel::optional, 18, 1},
    {8, "watch", FieldKind::message, FieldLabel::optional, 19, 1},
    {9, "unwatch", FieldKind::message, FieldLabel::optional, 20, 1},
    {10, "decide", FieldKind::message, FieldLabel::optional, 21, 1},
    {11, "resume", FieldKind::message, FieldLabel::optional, 22, 1},
    {12, "ping", FieldKind::message, FieldLabel::optional, 23, 1},
    {13, "follow", FieldKind::message, FieldLabel::optional, 24, 1},
    {14, "unfollow", FieldKind::message, FieldLabel::optional, 25, 1},
    {15, "invite", FieldKind::message, FieldLabel::optional, 16, 1},
    {16, "join", FieldKind::message, FieldLabel::optional, 17, 1},
    {17, "advice", FieldKind::message, FieldLabel::optional, 26, 1},
};
constexpr MessageField kHelloFields[] = {
    {1, "versionMin", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {2, "versionMax", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {3, "token", FieldKind::text, FieldLabel::singular, 0, 0},
    {4, "name", FieldKind::text, FieldLabel::singular, 0, 0},
    {5, "software", FieldKind::text, FieldLabel::singular, 0, 0},
    {6, "features", FieldKind::text, FieldLabel::repeated, 0, 0},
};
constexpr MessageField kQuickMatchFields[] = {
    {1, "terms", FieldKind::message, FieldLabel::singular, 0, 0},
    {2, "subscription", FieldKind::enumerator, FieldLabel::singular, 7, 0},
};
constexpr MessageField kChallengeFields[] = {
    {1, "opponent", FieldKind::text, FieldLabel::singular, 0, 0},
    {2, "terms", FieldKind::message, FieldLabel::singular, 0, 0},
    {3, "subscription", FieldKind::enumerator, FieldLabel::singular, 7, 0},
};
constexpr MessageField kAcceptFields[] = {
    {1, "challenge", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "subscription", FieldKind::enumerator, FieldLabel::singular, 7, 0},
};
constexpr MessageField kDeclineFields[] = {
    {1, "challenge", FieldKind::uint64, FieldLabel::singular, 0, 0},
};
constexpr MessageField kInviteFields[] = {
    {1, "terms", FieldKind::message, FieldLabel::singular, 0, 0},
    {2, "subscription", FieldKind::enumerator, FieldLabel::singular, 7, 0},
    {3, "code", FieldKind::text, FieldLabel::singular, 0, 0},
    {4, "holder", FieldKind::text, FieldLabel::singular, 0, 0},
};
constexpr MessageField kJoinFields[] = {
    {1, "code", FieldKind::text, FieldLabel::singular, 0, 0},
    {2, "subscription", FieldKind::enumerator, FieldLabel::singular, 7, 0},
};
constexpr MessageField kLeaveFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "arranged", FieldKind::boolean, FieldLabel::singular, 0, 0},
};
constexpr MessageField kWatchFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "subscription", FieldKind::enumerator, FieldLabel::singular, 7, 0},
    {3, "comments", FieldKind::boolean, FieldLabel::singular, 0, 0},
};
constexpr MessageField kUnwatchFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
};
constexpr MessageField kDecideFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "game", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {4, "clock", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {5, "id", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {6, "place", FieldKind::message, FieldLabel::optional, 1, 1},
    {7, "keys", FieldKind::uint32, FieldLabel::optional, 0, 1},
    {8, "pass", FieldKind::boolean, FieldLabel::optional, 0, 1},
    {9, "at", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {10, "comment", FieldKind::text, FieldLabel::singular, 0, 0},
    {11, "missed", FieldKind::boolean, FieldLabel::singular, 0, 0},
};
constexpr MessageField kResumeFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "token", FieldKind::text, FieldLabel::singular, 0, 0},
    {4, "last", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {5, "subscription", FieldKind::enumerator, FieldLabel::singular, 7, 0},
    {6, "holder", FieldKind::text, FieldLabel::singular, 0, 0},
    {7, "back", FieldKind::boolean, FieldLabel::singular, 0, 0},
};
constexpr MessageField kPingFields[] = {
    {1, "nonce", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "roundTripMilliseconds", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kFollowFields[] = {
    {1, "tournament", FieldKind::text, FieldLabel::singular, 0, 0},
    {2, "from", FieldKind::uint64, FieldLabel::optional, 0, 0},
};
constexpr MessageField kUnfollowFields[] = {
    {1, "tournament", FieldKind::text, FieldLabel::singular, 0, 0},
};
constexpr MessageField kAdviceFields[] = {
    {1, "question", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "candidates", FieldKind::message, FieldLabel::repeated, 2, 0},
};
constexpr MessageField kServerMessageFields[] = {
    {1, "welcome", FieldKind::message, FieldLabel::optional, 28, 1},
    {2, "error", FieldKind::message, FieldLabel::optional, 29, 1},
    {3, "lobby", FieldKind::message, FieldLabel::optional, 32, 1},
    {4, "challenged", FieldKind::message, FieldLabel::optional, 33, 1},
    {5, "challengeEnded", FieldKind::message, FieldLabel::optional, 34, 1},
    {6, "matchStart", FieldKind::message, FieldLabel::optional, 36, 1},
    {7, "gameStart", FieldKind::message, FieldLabel::optional, 37, 1},
    {8, "update", FieldKind::message, FieldLabel::optional, 38, 1},
    {9, "decided", FieldKind::message, FieldLabel::optional, 39, 1},
    {10, "gameEnd", FieldKind::message, FieldLabel::optional, 40, 1},
    {11, "matchEnd", FieldKind::message, FieldLabel::optional, 41, 1},
    {12, "standing", FieldKind::message, FieldLabel::optional, 42, 1},
    {13, "pong", FieldKind::message, FieldLabel::optional, 43, 1},
    {14, "drain", FieldKind::message, FieldLabel::optional, 47, 1},
    {15, "tournamentEvent", FieldKind::message, FieldLabel::optional, 48, 1},
    {16, "tournamentState", FieldKind::message, FieldLabel::optional, 49, 1},
    {17, "invited", FieldKind::message, FieldLabel::optional, 35, 1},
    {18, "question", FieldKind::message, FieldLabel::optional, 44, 1},
    {19, "comment", FieldKind::message, FieldLabel::optional, 45, 1},
    {20, "line", FieldKind::message, FieldLabel::optional, 46, 1},
};
constexpr MessageField kWelcomeFields[] = {
    {1, "version", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {2, "name", FieldKind::text, FieldLabel::singular, 0, 0},
    {3, "software", FieldKind::text, FieldLabel::singular, 0, 0},
    {4, "features", FieldKind::text, FieldLabel::repeated, 0, 0},
    {5, "maxMessageBytes", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kErrorFields[] = {
    {1, "code", FieldKind::enumerator, FieldLabel::singular, 8, 0},
    {2, "text", FieldKind::text, FieldLabel::singular, 0, 0},
    {3, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {4, "id", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {5, "retryAfterMilliseconds", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kLobbyMatchFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "players", FieldKind::text, FieldLabel::repeated, 0, 0},
    {3, "terms", FieldKind::message, FieldLabel::singular, 0, 0},
    {4, "game", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kOpenPlayerFields[] = {
    {1, "name", FieldKind::text, FieldLabel::singular, 0, 0},
    {2, "free", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kLobbyFields[] = {
    {1, "players", FieldKind::text, FieldLabel::repeated, 0, 0},
    {2, "matches", FieldKind::message, FieldLabel::repeated, 30, 0},
    {3, "open", FieldKind::message, FieldLabel::repeated, 31, 0},
};
constexpr MessageField kChallengedFields[] = {
    {1, "challenge", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "from", FieldKind::text, FieldLabel::singular, 0, 0},
    {3, "terms", FieldKind::message, FieldLabel::singular, 0, 0},
};
constexpr MessageField kChallengeEndedFields[] = {
    {1, "challenge", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "why", FieldKind::text, FieldLabel::singular, 0, 0},
};
constexpr MessageField kInvitedFields[] = {
    {1, "code", FieldKind::text, FieldLabel::singular, 0, 0},
};
constexpr MessageField kMatchStartFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "players", FieldKind::text, FieldLabel::repeated, 0, 0},
    {4, "terms", FieldKind::message, FieldLabel::singular, 0, 0},
    {5, "token", FieldKind::text, FieldLabel::singular, 0, 0},
    {6, "graceSeconds", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {7, "wins", FieldKind::uint32, FieldLabel::repeated, 0, 0},
    {8, "draws", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kGameStartFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "game", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {4, "commitment", FieldKind::text, FieldLabel::singular, 0, 0},
    {5, "rulesetDigest", FieldKind::text, FieldLabel::singular, 0, 0},
    {6, "chance", FieldKind::fixed64, FieldLabel::optional, 0, 0},
};
constexpr MessageField kUpdateFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "number", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {4, "game", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {5, "view", FieldKind::message, FieldLabel::singular, 6, 0},
    {6, "events", FieldKind::message, FieldLabel::repeated, 7, 0},
    {7, "answerDue", FieldKind::boolean, FieldLabel::singular, 0, 0},
    {8, "bankMilliseconds", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kDecidedFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "id", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {4, "clock", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kGameEndFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "game", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {4, "outcome", FieldKind::message, FieldLabel::singular, 8, 0},
    {5, "scores", FieldKind::uint64, FieldLabel::repeated, 0, 0},
    {6, "seed", FieldKind::text, FieldLabel::singular, 0, 0},
    {7, "nonce", FieldKind::text, FieldLabel::singular, 0, 0},
    {8, "record", FieldKind::uint64, FieldLabel::singular, 0, 0},
};
constexpr MessageField kMatchEndFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "wins", FieldKind::uint32, FieldLabel::repeated, 0, 0},
    {4, "draws", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {5, "cause", FieldKind::enumerator, FieldLabel::singular, 6, 0},
    {6, "winner", FieldKind::enumerator, FieldLabel::singular, 0, 0},
};
constexpr MessageField kStandingFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "missing", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "secondsLeft", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kPongFields[] = {
    {1, "nonce", FieldKind::uint64, FieldLabel::singular, 0, 0},
};
constexpr MessageField kQuestionFields[] = {
    {1, "question", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "terms", FieldKind::message, FieldLabel::singular, 0, 0},
    {3, "view", FieldKind::message, FieldLabel::singular, 6, 0},
};
constexpr MessageField kCommentFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "game", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {4, "text", FieldKind::text, FieldLabel::singular, 0, 0},
};
constexpr MessageField kLineFields[] = {
    {1, "match", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {2, "seat", FieldKind::enumerator, FieldLabel::singular, 0, 0},
    {3, "roundTripMilliseconds", FieldKind::uint32, FieldLabel::singular, 0, 0},
    {4, "late", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kDrainFields[] = {
    {1, "seconds", FieldKind::uint32, FieldLabel::singular, 0, 0},
};
constexpr MessageField kTournamentEventFields[] = {
    {1, "tournament", FieldKind::text, FieldLabel::singular, 0, 0},
    {2, "number", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {3, "event", FieldKind::text, FieldLabel::singular, 0, 0},
};
constexpr MessageField kTournamentStateFields[] = {
    {1, "tournament", FieldKind::text, FieldLabel::singular, 0, 0},
    {2, "state", FieldKind::enumerator, FieldLabel::singular, 9, 0},
    {3, "games", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {4, "mostGames", FieldKind::uint64, FieldLabel::optional, 0, 0},
    {5, "running", FieldKind::uint64, FieldLabel::singular, 0, 0},
    {6, "events", FieldKind::uint64, FieldLabel::singular, 0, 0},
};

constexpr MessageType kMessages[] = {
    {"Terms", kTermsFields},
    {"Placement", kPlacementFields},
    {"Candidate", kCandidateFields},
    {"FallingPair", kFallingPairFields},
    {"Motion", kMotionFields},
    {"Side", kSideFields},
    {"View", kViewFields},
    {"Event", kEventFields},
    {"Outcome", kOutcomeFields},
    {"ClientMessage", kClientMessageFields},
    {"Hello", kHelloFields},
    {"ListLobby", {}},
    {"QuickMatch", kQuickMatchFields},
    {"Challenge", kChallengeFields},
    {"Accept", kAcceptFields},
    {"Decline", kDeclineFields},
    {"Invite", kInviteFields},
    {"Join", kJoinFields},
    {"Leave", kLeaveFields},
    {"Watch", kWatchFields},
    {"Unwatch", kUnwatchFields},
    {"Decide", kDecideFields},
    {"Resume", kResumeFields},
    {"Ping", kPingFields},
    {"Follow", kFollowFields},
    {"Unfollow", kUnfollowFields},
    {"Advice", kAdviceFields},
    {"ServerMessage", kServerMessageFields},
    {"Welcome", kWelcomeFields},
    {"Error", kErrorFields},
    {"LobbyMatch", kLobbyMatchFields},
    {"OpenPlayer", kOpenPlayerFields},
    {"Lobby", kLobbyFields},
    {"Challenged", kChallengedFields},
    {"ChallengeEnded", kChallengeEndedFields},
    {"Invited", kInvitedFields},
    {"MatchStart", kMatchStartFields},
    {"GameStart", kGameStartFields},
    {"Update", kUpdateFields},
    {"Decided", kDecidedFields},
    {"GameEnd", kGameEndFields},
    {"MatchEnd", kMatchEndFields},
    {"Standing", kStandingFields},
    {"Pong", kPongFields},
    {"Question", kQuestionFields},
    {"Comment", kCommentFields},
    {"Line", kLineFields},
    {"Drain", kDrainFields},
    {"TournamentEvent", kTournamentEventFields},
    {"TournamentState", kTournamentStateFields},
};
