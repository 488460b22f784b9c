#include "server/storage/sqlite/schema/schema_steps.h"

#include <array>

namespace rensa::storage {

namespace {

constexpr std::array<const char*, 11> kSchemaSteps = {
    R"sql(
      CREATE TABLE matches (
        match INTEGER PRIMARY KEY CHECK (match > 0),
        player1 TEXT NOT NULL,
        player2 TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        clock TEXT NOT NULL,
        started TEXT NOT NULL
      ) STRICT;

      -- AUTOINCREMENT: the number of a game that was deleted is never given to another game.
      CREATE TABLE games (
        record INTEGER PRIMARY KEY AUTOINCREMENT,
        match INTEGER NOT NULL REFERENCES matches,
        game INTEGER NOT NULL CHECK (game > 0),
        player1 TEXT NOT NULL,
        player2 TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        winner INTEGER CHECK (winner IN (1, 2)),
        cause TEXT NOT NULL,
        frames INTEGER NOT NULL CHECK (frames >= 0),
        score1 INTEGER NOT NULL,
        score2 INTEGER NOT NULL,
        ended TEXT NOT NULL,
        UNIQUE (match, game)
      ) STRICT;

      -- A table of their own, so that lists of games need not read past the records.
      CREATE TABLE records (
        record INTEGER PRIMARY KEY REFERENCES games,
        bytes BLOB NOT NULL
      ) STRICT;

      CREATE TABLE tokens (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
        name TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('worker', 'administrator')),
        created TEXT NOT NULL,
        revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1))
      ) STRICT;
      CREATE UNIQUE INDEX valid_names ON tokens (role, name) WHERE revoked = 0;
    )sql",
    R"sql(
      -- `next` is the first number of its kind that no process has reserved.
      CREATE TABLE ids (
        kind TEXT PRIMARY KEY,
        next INTEGER NOT NULL CHECK (next > 0)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO ids VALUES ('match', (SELECT coalesce(max(match), 0) + 1 FROM matches));

      -- Changes with every token, so that a server notices the change of another process.
      CREATE TABLE token_version (version INTEGER NOT NULL) STRICT;
      INSERT INTO token_version VALUES (1);
      CREATE TRIGGER token_inserted AFTER INSERT ON tokens
        BEGIN UPDATE token_version SET version = version + 1; END;
      CREATE TRIGGER token_updated AFTER UPDATE ON tokens
        BEGIN UPDATE token_version SET version = version + 1; END;
      CREATE TRIGGER token_deleted AFTER DELETE ON tokens
        BEGIN UPDATE token_version SET version = version + 1; END;
    )sql",
    R"sql(
      -- A game is late if it was stored after a game that ended later. Without the late ones, games end in the order of
      -- their records.
      ALTER TABLE games ADD COLUMN late INTEGER NOT NULL DEFAULT 0 CHECK (late IN (0, 1));
      UPDATE games SET late = 1 WHERE record IN (
        SELECT record FROM (
          SELECT record, ended,
            max(ended) OVER (ORDER BY record ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest FROM games)
        WHERE ended < latest);
      -- Both are empty unless a tournament arranged the game.
      ALTER TABLE games ADD COLUMN tournament TEXT NOT NULL DEFAULT '';
      ALTER TABLE games ADD COLUMN tournament_game TEXT NOT NULL DEFAULT '';
      CREATE INDEX late_games ON games (late, record) WHERE late = 1;
      CREATE INDEX games_by_end ON games (ended, record) WHERE late = 0;
      CREATE INDEX games_of_ruleset ON games (ruleset, record) WHERE late = 0;
      CREATE INDEX games_of_tournament ON games (tournament, record) WHERE late = 0 AND tournament <> '';
      -- Ruleset and tournament at the end let a search for them pass over other games of a player without reading them.
      CREATE INDEX games_of_player1 ON games (player1, record, ruleset, tournament) WHERE late = 0;
      CREATE INDEX games_of_player2 ON games (player2, record, ruleset, tournament) WHERE late = 0;
    )sql",
    R"sql(
      -- A late game is unordered if it was in time until more and more games were late because of it. Then its clock was
      -- wrong, and nothing follows from its record about its time.
      ALTER TABLE games ADD COLUMN unordered INTEGER NOT NULL DEFAULT 0 CHECK (unordered IN (0, 1));
      -- Lists of late games use these indexes, too.
      DROP INDEX late_games;
      DROP INDEX games_of_ruleset;
      DROP INDEX games_of_tournament;
      DROP INDEX games_of_player1;
      DROP INDEX games_of_player2;
      CREATE INDEX late_games ON games (record, ended) WHERE late = 1;
      CREATE INDEX games_of_ruleset ON games (ruleset, late, record);
      -- Ruleset and tournament at the end let a search for them pass over other games without reading them.
      CREATE INDEX games_of_tournament ON games (tournament, late, record, ruleset) WHERE tournament <> '';
      CREATE INDEX games_of_player1 ON games (player1, late, record, ruleset, tournament);
      CREATE INDEX games_of_player2 ON games (player2, late, record, ruleset, tournament);
      CREATE INDEX unordered_games ON games (record, ended) WHERE unordered = 1;
    )sql",
    R"sql(
      -- The events of matches that have not ended, numbered from 0 in each match without a gap.
      CREATE TABLE match_events (
        match INTEGER NOT NULL CHECK (match > 0),
        number INTEGER NOT NULL CHECK (number >= 0),
        event BLOB NOT NULL,
        PRIMARY KEY (match, number)
      ) STRICT, WITHOUT ROWID;
    )sql",
    R"sql(
      -- The bytes that a game between guests counts, which may be deleted; NULL: the game is kept. A player without a
      -- token was a guest, since no guest gets the name of a token.
      ALTER TABLE games ADD COLUMN guest_bytes INTEGER CHECK (guest_bytes > 0);
      UPDATE games SET guest_bytes = 1000 + (SELECT length(bytes) FROM records WHERE records.record = games.record)
        WHERE tournament = '' AND player1 NOT IN (SELECT name FROM tokens) AND player2 NOT IN (SELECT name FROM tokens);
      CREATE INDEX guest_games ON games (ended, record, guest_bytes) WHERE guest_bytes IS NOT NULL;
      -- The number and the bytes of these games.
      CREATE TABLE guest_totals (games INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
      INSERT INTO guest_totals SELECT count(*), coalesce(sum(guest_bytes), 0) FROM games WHERE guest_bytes IS NOT NULL;
    )sql",
    R"sql(
      -- The roles that accounts were given. An account without a row has the role for which its token was made.
      CREATE TABLE token_roles (
        token INTEGER PRIMARY KEY REFERENCES tokens,
        role TEXT NOT NULL CHECK (role IN ('worker', 'organiser', 'moderator', 'administrator')),
        tournaments TEXT NOT NULL
      ) STRICT;
      CREATE TRIGGER role_granted AFTER INSERT ON token_roles
        BEGIN UPDATE token_version SET version = version + 1; END;
      CREATE TRIGGER role_changed AFTER UPDATE ON token_roles
        BEGIN UPDATE token_version SET version = version + 1; END;

      -- The acts of organisers, moderators and administrators. Entries never change; only old ones may be deleted.
      CREATE TABLE audit (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        time TEXT NOT NULL,
        account INTEGER NOT NULL,
        actor TEXT NOT NULL,
        role TEXT NOT NULL,
        act TEXT NOT NULL,
        target TEXT NOT NULL,
        why TEXT NOT NULL
      ) STRICT;
      CREATE INDEX audit_of_actor ON audit (actor, number);
      CREATE TRIGGER audit_keeps_entries BEFORE UPDATE ON audit
        BEGIN SELECT raise(ABORT, 'entries of the audit log do not change'); END;
      -- REPLACE deletes a row without the trigger above and the one below.
      CREATE TRIGGER audit_numbers_are_new BEFORE INSERT ON audit
        WHEN EXISTS (SELECT 1 FROM audit WHERE number = NEW.number)
        BEGIN SELECT raise(ABORT, 'entries of the audit log are not replaced'); END;
      CREATE TRIGGER audit_keeps_new_entries BEFORE DELETE ON audit
        WHEN OLD.number > (SELECT max(number) FROM audit) - 100000
        BEGIN SELECT raise(ABORT, 'new entries of the audit log are not deleted'); END;
    )sql",
    R"sql(
      -- Bans, mutes and refused names, each for a time.
      CREATE TABLE restrictions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL CHECK (kind IN ('ban', 'mute', 'name')),
        subject TEXT NOT NULL,
        made TEXT NOT NULL,
        until TEXT NOT NULL,
        why TEXT NOT NULL
      ) STRICT;
      -- Changes with every restriction, so that a server notices the change of another process.
      CREATE TABLE restriction_version (version INTEGER NOT NULL) STRICT;
      INSERT INTO restriction_version VALUES (1);
      CREATE TRIGGER restriction_added AFTER INSERT ON restrictions
        BEGIN UPDATE restriction_version SET version = version + 1; END;
      CREATE TRIGGER restriction_deleted AFTER DELETE ON restrictions
        BEGIN UPDATE restriction_version SET version = version + 1; END;
    )sql",
    R"sql(
      -- What people tell moderators about players. The record is 0 if the match was running.
      CREATE TABLE reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        about TEXT NOT NULL CHECK (about IN ('player', 'comment')),
        match INTEGER NOT NULL,
        record INTEGER NOT NULL,
        seat INTEGER NOT NULL CHECK (seat IN (1, 2)),
        name TEXT NOT NULL,
        subject TEXT NOT NULL,
        reporter TEXT NOT NULL,
        text TEXT NOT NULL,
        made TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('open', 'done', 'dismissed')),
        closed TEXT NOT NULL,
        closer TEXT NOT NULL
      ) STRICT;
      CREATE INDEX open_reports ON reports (reporter, id) WHERE state = 'open';
    )sql",
    R"sql(
      -- 1: the owner has registered the account, and nobody has approved that. A row in token_roles approves it.
      ALTER TABLE tokens ADD COLUMN unapproved INTEGER NOT NULL DEFAULT 0 CHECK (unapproved IN (0, 1));

      -- Accounts that people have asked for: those that wait for approval, and all of the last day. The hash is that of
      -- the token, which is valid once there is an account.
      CREATE TABLE registrations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        payer TEXT NOT NULL,
        made TEXT NOT NULL,
        hash BLOB NOT NULL CHECK (length(hash) = 32),
        waits INTEGER NOT NULL CHECK (waits IN (0, 1))
      ) STRICT;
    )sql",
    R"sql(
      CREATE INDEX unapproved_tokens ON tokens (id) WHERE unapproved = 1 AND revoked = 0;
      -- The version with the last change of the token, so that a server reads only the tokens that have changed.
      ALTER TABLE tokens ADD COLUMN changed INTEGER NOT NULL DEFAULT 1;
      CREATE INDEX tokens_by_change ON tokens (changed);
      DROP TRIGGER token_inserted;
      DROP TRIGGER token_updated;
      DROP TRIGGER role_granted;
      DROP TRIGGER role_changed;
      CREATE TRIGGER token_inserted AFTER INSERT ON tokens BEGIN
        UPDATE token_version SET version = version + 1;
        UPDATE tokens SET changed = (SELECT version FROM token_version) WHERE id = NEW.id;
      END;
      CREATE TRIGGER token_updated AFTER UPDATE OF hash, name, role, created, revoked, unapproved ON tokens BEGIN
        UPDATE token_version SET version = version + 1;
        UPDATE tokens SET changed = (SELECT version FROM token_version) WHERE id = NEW.id;
      END;
      CREATE TRIGGER role_granted AFTER INSERT ON token_roles BEGIN
        UPDATE token_version SET version = version + 1;
        UPDATE tokens SET changed = (SELECT version FROM token_version) WHERE id = NEW.token;
      END;
      CREATE TRIGGER role_changed AFTER UPDATE ON token_roles BEGIN
        UPDATE token_version SET version = version + 1;
        UPDATE tokens SET changed = (SELECT version FROM token_version) WHERE id = NEW.token;
      END;

      -- 1: of an account with a role, so that only an administrator lifts it.
      ALTER TABLE restrictions ADD COLUMN of_role INTEGER NOT NULL DEFAULT 0 CHECK (of_role IN (0, 1));
      -- The part of the player's address that shares limits; empty: it is not known.
      ALTER TABLE reports ADD COLUMN network TEXT NOT NULL DEFAULT '';
    )sql",
};

}  // namespace

std::span<const char* const> schema_steps() { return kSchemaSteps; }

}  // namespace rensa::storage
