#pragma once

namespace rensa::storage::test {

// Takes all tables and columns about accounts away from a database of this version that version 6 did not have. The
// number of the version is left to the caller.
inline constexpr const char* kWithoutRolesAndWhatFollowed = R"sql(
  DROP TABLE token_roles; DROP TABLE audit; DROP TABLE restrictions; DROP TABLE restriction_version;
  DROP TABLE reports; DROP TABLE registrations;
  DROP TRIGGER token_inserted; DROP TRIGGER token_updated;
  DROP INDEX unapproved_tokens; DROP INDEX tokens_by_change;
  ALTER TABLE tokens DROP COLUMN unapproved; ALTER TABLE tokens DROP COLUMN changed;
  CREATE TRIGGER token_inserted AFTER INSERT ON tokens
    BEGIN UPDATE token_version SET version = version + 1; END;
  CREATE TRIGGER token_updated AFTER UPDATE ON tokens
    BEGIN UPDATE token_version SET version = version + 1; END;
)sql";

}  // namespace rensa::storage::test
