/// The tables of a session store, and the migrations that create them.
enum Schema {
  /// The schema version that this code reads and writes.
  static var version: Int { migrations.count }

  /// The `application_id` that marks the file as a session store, which is "Cair" in ASCII.
  static let applicationID: Int64 = 0x4361_6972

  /// The migrations, each of which leads from the version at its index to the next version.
  ///
  /// Never change a migration, because files of all versions exist. Only append new ones.
  static let migrations = [
    """
    CREATE TABLE version (version INTEGER NOT NULL);
    INSERT INTO version VALUES (0);

    CREATE TABLE sessions (
      id BLOB PRIMARY KEY NOT NULL,
      lastUse INTEGER NOT NULL,
      submissions INTEGER NOT NULL,
      horizon INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX sessionsByLastUse ON sessions (lastUse);

    CREATE TABLE scenes (
      session BLOB NOT NULL REFERENCES sessions ON DELETE CASCADE,
      mark TEXT NOT NULL,
      revision INTEGER NOT NULL,
      lastUse INTEGER NOT NULL,
      payload BLOB NOT NULL,
      UNIQUE (session, mark)
    );

    CREATE TABLE submissions (
      session BLOB NOT NULL REFERENCES sessions ON DELETE CASCADE,
      nonce BLOB NOT NULL,
      digest BLOB NOT NULL,
      issued INTEGER NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (session, nonce, digest)
    ) WITHOUT ROWID;
    CREATE INDEX submissionsByIssue ON submissions (session, issued);

    -- Counting all sessions for each new one would take longer than storing it.
    CREATE TABLE totals (sessions INTEGER NOT NULL);
    INSERT INTO totals VALUES (0);
    CREATE TRIGGER sessionAdded AFTER INSERT ON sessions
      BEGIN UPDATE totals SET sessions = sessions + 1; END;
    CREATE TRIGGER sessionRemoved AFTER DELETE ON sessions
      BEGIN UPDATE totals SET sessions = sessions - 1; END;
    """,
    """
    CREATE TABLE sharedValues (
      session BLOB NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
      revision INTEGER NOT NULL,
      payload BLOB NOT NULL
    );
    """,
    """
    -- What a session counts, by 'SessionLimits'. The commit keeps it: it knows the sizes, and writes
    -- the session's row in any case. A trigger on the scenes would read each payload again that is
    -- replaced.
    ALTER TABLE sessions ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    UPDATE sessions SET bytes =
      (SELECT coalesce(sum(length(payload)), 0) FROM scenes WHERE session = sessions.id)
      + (SELECT coalesce(sum(length(payload)), 0) FROM sharedValues WHERE session = sessions.id)
      + (SELECT coalesce(sum(56 + length(CAST(answer AS BLOB))), 0)
        FROM submissions WHERE session = sessions.id);

    ALTER TABLE totals ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    UPDATE totals SET bytes = (SELECT coalesce(sum(sessions.bytes), 0) FROM sessions);
    DROP TRIGGER sessionAdded;
    DROP TRIGGER sessionRemoved;
    CREATE TRIGGER sessionAdded AFTER INSERT ON sessions
      BEGIN UPDATE totals SET sessions = sessions + 1, bytes = bytes + new.bytes; END;
    CREATE TRIGGER sessionRemoved AFTER DELETE ON sessions
      BEGIN UPDATE totals SET sessions = sessions - 1, bytes = bytes - old.bytes; END;
    CREATE TRIGGER sessionResized AFTER UPDATE OF bytes ON sessions WHEN new.bytes <> old.bytes
      BEGIN UPDATE totals SET bytes = bytes + new.bytes - old.bytes; END;
    """,
    """
    -- UTF-8, compared as bytes.
    ALTER TABLE sessions ADD COLUMN owner BLOB;
    CREATE INDEX sessionsByOwner ON sessions (owner) WHERE owner IS NOT NULL;
    """,
    """
    -- Where a session was begun, and whether it had more than one submission or an owner.
    ALTER TABLE sessions ADD COLUMN client INTEGER;
    ALTER TABLE sessions ADD COLUMN isEstablished INTEGER NOT NULL DEFAULT 0;
    UPDATE sessions SET isEstablished =
      submissions > 1 OR horizon IS NOT NULL OR owner IS NOT NULL;
    -- The order in which sessions go. Idle ones are looked for on both sides of the first column.
    DROP INDEX sessionsByLastUse;
    CREATE INDEX sessionsByStanding ON sessions (isEstablished, lastUse);
    CREATE INDEX sessionsByClient ON sessions (client, isEstablished, lastUse)
      WHERE client IS NOT NULL;

    CREATE TABLE clients (
      client INTEGER PRIMARY KEY NOT NULL,
      sessions INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    );
    CREATE INDEX clientsBySessions ON clients (sessions);
    CREATE INDEX clientsByBytes ON clients (bytes);
    CREATE TRIGGER clientAdded AFTER INSERT ON sessions WHEN new.client IS NOT NULL
      BEGIN
        INSERT INTO clients VALUES (new.client, 1, new.bytes) ON CONFLICT (client)
          DO UPDATE SET sessions = sessions + 1, bytes = bytes + excluded.bytes;
      END;
    CREATE TRIGGER clientRemoved AFTER DELETE ON sessions WHEN old.client IS NOT NULL
      BEGIN
        UPDATE clients SET sessions = sessions - 1, bytes = bytes - old.bytes
          WHERE client = old.client;
        DELETE FROM clients WHERE client = old.client AND sessions = 0;
      END;
    CREATE TRIGGER clientResized AFTER UPDATE OF bytes ON sessions
      WHEN new.client IS NOT NULL AND new.bytes <> old.bytes
      BEGIN
        UPDATE clients SET bytes = bytes + new.bytes - old.bytes WHERE client = new.client;
      END;
    """,
    """
    -- The number of transactions that have changed a session.
    ALTER TABLE sessions ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    """,
  ]
}
