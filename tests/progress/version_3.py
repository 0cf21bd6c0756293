"""The tables of a log of version 3, as they were made then, and rows in them."""

SQLITE = """
CREATE TABLE attempts (id INTEGER NOT NULL PRIMARY KEY, learner VARCHAR(255) NOT NULL, uid VARCHAR(255), run
  VARCHAR(255) NOT NULL, deck VARCHAR(255) NOT NULL, drill VARCHAR(255) NOT NULL, seed INTEGER, given TEXT NOT NULL,
  typed TEXT NOT NULL, verdict VARCHAR(255) NOT NULL, wrong_turns TEXT NOT NULL, slots TEXT NOT NULL, help INTEGER NOT
  NULL, cold INTEGER NOT NULL, helped INTEGER NOT NULL, answered VARCHAR(255) NOT NULL, seconds REAL NOT NULL,
  first_key_seconds REAL, version VARCHAR(255) NOT NULL, line VARCHAR(255), day VARCHAR(255) NOT NULL, instant INTEGER
  NOT NULL, paused_seconds REAL NOT NULL, untouched INTEGER NOT NULL, pencil_seconds REAL, target_seconds REAL);
CREATE UNIQUE INDEX attemptrow_learner_uid ON attempts (learner, uid);
CREATE INDEX attemptrow_learner_deck_drill_instant ON attempts (learner, deck, drill, instant);
CREATE INDEX attemptrow_learner_instant ON attempts (learner, instant);
CREATE INDEX attemptrow_learner_run_instant ON attempts (learner, run, instant);
CREATE INDEX attemptrow_learner_day ON attempts (learner, day);
CREATE TABLE bases (learner VARCHAR(255) NOT NULL, basis TEXT NOT NULL, PRIMARY KEY (learner));
CREATE TABLE days (learner VARCHAR(255) NOT NULL, day VARCHAR(255) NOT NULL, attempts INTEGER NOT NULL, "right"
  INTEGER NOT NULL, milliseconds INTEGER NOT NULL, PRIMARY KEY (learner, day));
CREATE TABLE fits (id INTEGER NOT NULL PRIMARY KEY, learner VARCHAR(255) NOT NULL, uid VARCHAR(255) NOT NULL,
  parameters TEXT NOT NULL, at VARCHAR(255) NOT NULL, instant INTEGER NOT NULL);
CREATE UNIQUE INDEX fitrow_learner_uid ON fits (learner, uid);
CREATE TABLE runs (number INTEGER NOT NULL PRIMARY KEY, learner VARCHAR(255) NOT NULL, id VARCHAR(255) NOT NULL, deck
  VARCHAR(255) NOT NULL, drill VARCHAR(255), drills TEXT NOT NULL, seed INTEGER NOT NULL, always_fresh INTEGER NOT
  NULL, started VARCHAR(255) NOT NULL, kind VARCHAR(255) NOT NULL, instant INTEGER NOT NULL);
CREATE UNIQUE INDEX runrow_learner_id ON runs (learner, id);
CREATE INDEX runrow_learner_deck_kind_instant ON runs (learner, deck, kind, instant);
CREATE TABLE standings (learner VARCHAR(255) NOT NULL, deck VARCHAR(255) NOT NULL, drill VARCHAR(255) NOT NULL,
  attempts INTEGER NOT NULL, cold INTEGER NOT NULL, cold_right INTEGER NOT NULL, first_day VARCHAR(255), last_day
  VARCHAR(255), last_instant INTEGER NOT NULL, due_day VARCHAR(255), ratings INTEGER NOT NULL, stability REAL,
  difficulty REAL, automatic INTEGER NOT NULL, fell_back VARCHAR(255), recent TEXT NOT NULL, wrong_turns TEXT NOT
  NULL, PRIMARY KEY (learner, deck, drill));
CREATE INDEX standingrow_learner_due_day ON standings (learner, due_day);
CREATE TABLE typings (id INTEGER NOT NULL PRIMARY KEY, learner VARCHAR(255) NOT NULL, uid VARCHAR(255) NOT NULL,
  characters INTEGER NOT NULL, seconds REAL NOT NULL, at VARCHAR(255) NOT NULL, instant INTEGER NOT NULL);
CREATE UNIQUE INDEX typingrow_learner_uid ON typings (learner, uid);
CREATE TABLE uncoverings (id INTEGER NOT NULL PRIMARY KEY, learner VARCHAR(255) NOT NULL, uid VARCHAR(255), run
  VARCHAR(255) NOT NULL, deck VARCHAR(255) NOT NULL, drill VARCHAR(255) NOT NULL, seed INTEGER, lines INTEGER NOT
  NULL, at VARCHAR(255) NOT NULL, line VARCHAR(255), day VARCHAR(255) NOT NULL, instant INTEGER NOT NULL);
CREATE UNIQUE INDEX uncoveringrow_learner_uid ON uncoverings (learner, uid);
CREATE INDEX uncoveringrow_learner_deck_drill_day ON uncoverings (learner, deck, drill, day);
CREATE INDEX uncoveringrow_learner_run ON uncoverings (learner, run);
CREATE TABLE undos (learner VARCHAR(255) NOT NULL, uid VARCHAR(255) NOT NULL, at VARCHAR(255) NOT NULL, instant
  INTEGER NOT NULL, PRIMARY KEY (learner, uid));
"""

POSTGRESQL = """
CREATE SCHEMA katatx;
CREATE TABLE katatx.attempts (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, learner TEXT COLLATE "C" NOT NULL,
  uid TEXT COLLATE "C", run TEXT COLLATE "C" NOT NULL, deck TEXT COLLATE "C" NOT NULL, drill TEXT COLLATE "C" NOT
  NULL, seed BIGINT, given TEXT COLLATE "C" NOT NULL, typed TEXT COLLATE "C" NOT NULL, verdict TEXT COLLATE "C" NOT
  NULL, wrong_turns TEXT COLLATE "C" NOT NULL, slots TEXT COLLATE "C" NOT NULL, help INTEGER NOT NULL, cold BOOLEAN
  NOT NULL, helped BOOLEAN NOT NULL, answered TEXT COLLATE "C" NOT NULL, seconds DOUBLE PRECISION NOT NULL,
  first_key_seconds DOUBLE PRECISION, version TEXT COLLATE "C" NOT NULL, line TEXT COLLATE "C", day TEXT COLLATE "C"
  NOT NULL, instant BIGINT NOT NULL, paused_seconds DOUBLE PRECISION NOT NULL, untouched BOOLEAN NOT NULL,
  pencil_seconds DOUBLE PRECISION, target_seconds DOUBLE PRECISION);
CREATE UNIQUE INDEX attemptrow_learner_uid ON katatx.attempts (learner, uid);
CREATE INDEX attemptrow_learner_deck_drill_instant ON katatx.attempts (learner, deck, drill, instant);
CREATE INDEX attemptrow_learner_instant ON katatx.attempts (learner, instant);
CREATE INDEX attemptrow_learner_run_instant ON katatx.attempts (learner, run, instant);
CREATE INDEX attemptrow_learner_day ON katatx.attempts (learner, day);
CREATE TABLE katatx.bases (learner TEXT COLLATE "C" NOT NULL, basis TEXT COLLATE "C" NOT NULL, PRIMARY KEY (learner));
CREATE TABLE katatx.days (learner TEXT COLLATE "C" NOT NULL, day TEXT COLLATE "C" NOT NULL, attempts INTEGER NOT NULL,
  "right" INTEGER NOT NULL, milliseconds BIGINT NOT NULL, PRIMARY KEY (learner, day));
CREATE TABLE katatx.fits (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, learner TEXT COLLATE "C" NOT NULL, uid
  TEXT COLLATE "C" NOT NULL, parameters TEXT COLLATE "C" NOT NULL, at TEXT COLLATE "C" NOT NULL, instant BIGINT NOT
  NULL);
CREATE UNIQUE INDEX fitrow_learner_uid ON katatx.fits (learner, uid);
CREATE TABLE katatx.runs (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, learner TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL, deck TEXT COLLATE "C" NOT NULL, drill TEXT COLLATE "C", drills TEXT COLLATE "C" NOT
  NULL, seed BIGINT NOT NULL, always_fresh BOOLEAN NOT NULL, started TEXT COLLATE "C" NOT NULL, kind TEXT COLLATE "C"
  NOT NULL, instant BIGINT NOT NULL);
CREATE UNIQUE INDEX runrow_learner_id ON katatx.runs (learner, id);
CREATE INDEX runrow_learner_deck_kind_instant ON katatx.runs (learner, deck, kind, instant);
CREATE TABLE katatx.standings (learner TEXT COLLATE "C" NOT NULL, deck TEXT COLLATE "C" NOT NULL, drill TEXT COLLATE
  "C" NOT NULL, attempts INTEGER NOT NULL, cold INTEGER NOT NULL, cold_right INTEGER NOT NULL, first_day TEXT COLLATE
  "C", last_day TEXT COLLATE "C", last_instant BIGINT NOT NULL, due_day TEXT COLLATE "C", ratings INTEGER NOT NULL,
  stability DOUBLE PRECISION, difficulty DOUBLE PRECISION, automatic BOOLEAN NOT NULL, fell_back TEXT COLLATE "C",
  recent TEXT COLLATE "C" NOT NULL, wrong_turns TEXT COLLATE "C" NOT NULL, PRIMARY KEY (learner, deck, drill));
CREATE INDEX standingrow_learner_due_day ON katatx.standings (learner, due_day);
CREATE TABLE katatx.typings (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, learner TEXT COLLATE "C" NOT NULL,
  uid TEXT COLLATE "C" NOT NULL, characters INTEGER NOT NULL, seconds DOUBLE PRECISION NOT NULL, at TEXT COLLATE "C"
  NOT NULL, instant BIGINT NOT NULL);
CREATE UNIQUE INDEX typingrow_learner_uid ON katatx.typings (learner, uid);
CREATE TABLE katatx.uncoverings (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, learner TEXT COLLATE "C" NOT
  NULL, uid TEXT COLLATE "C", run TEXT COLLATE "C" NOT NULL, deck TEXT COLLATE "C" NOT NULL, drill TEXT COLLATE "C"
  NOT NULL, seed BIGINT, lines INTEGER NOT NULL, at TEXT COLLATE "C" NOT NULL, line TEXT COLLATE "C", day TEXT COLLATE
  "C" NOT NULL, instant BIGINT NOT NULL);
CREATE UNIQUE INDEX uncoveringrow_learner_uid ON katatx.uncoverings (learner, uid);
CREATE INDEX uncoveringrow_learner_deck_drill_day ON katatx.uncoverings (learner, deck, drill, day);
CREATE INDEX uncoveringrow_learner_run ON katatx.uncoverings (learner, run);
CREATE TABLE katatx.undos (learner TEXT COLLATE "C" NOT NULL, uid TEXT COLLATE "C" NOT NULL, at TEXT COLLATE "C" NOT
  NULL, instant BIGINT NOT NULL, PRIMARY KEY (learner, uid));
CREATE TABLE katatx.version (version INTEGER NOT NULL);
INSERT INTO katatx.version VALUES (3);
GRANT USAGE ON SCHEMA katatx TO PUBLIC;
GRANT SELECT ON katatx.version TO PUBLIC;
GRANT SELECT, INSERT (learner, id, deck, drill, drills, seed, always_fresh, started, kind, instant) ON katatx.runs TO
  PUBLIC;
ALTER TABLE katatx.runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON katatx.runs USING (learner = current_user) WITH CHECK (learner = current_user);
GRANT SELECT, INSERT (learner, uid, run, deck, drill, seed, given, typed, verdict, wrong_turns, slots, help, cold,
  helped, answered, seconds, first_key_seconds, version, line, day, instant, paused_seconds, untouched,
  pencil_seconds, target_seconds) ON katatx.attempts TO PUBLIC;
ALTER TABLE katatx.attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON katatx.attempts USING (learner = current_user) WITH CHECK (learner = current_user);
GRANT SELECT, INSERT (learner, uid, run, deck, drill, seed, lines, at, line, day, instant) ON katatx.uncoverings TO
  PUBLIC;
ALTER TABLE katatx.uncoverings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON katatx.uncoverings USING (learner = current_user) WITH CHECK (learner = current_user);
GRANT SELECT, INSERT (learner, uid, at, instant) ON katatx.undos TO PUBLIC;
ALTER TABLE katatx.undos ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON katatx.undos USING (learner = current_user) WITH CHECK (learner = current_user);
GRANT SELECT, INSERT (learner, uid, characters, seconds, at, instant) ON katatx.typings TO PUBLIC;
ALTER TABLE katatx.typings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON katatx.typings USING (learner = current_user) WITH CHECK (learner = current_user);
GRANT SELECT, INSERT (learner, uid, parameters, at, instant) ON katatx.fits TO PUBLIC;
ALTER TABLE katatx.fits ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON katatx.fits USING (learner = current_user) WITH CHECK (learner = current_user);
GRANT SELECT, INSERT (learner, deck, drill, attempts, cold, cold_right, first_day, last_day, last_instant, due_day,
  ratings, stability, difficulty, automatic, fell_back, recent, wrong_turns), UPDATE, DELETE ON katatx.standings TO
  PUBLIC;
ALTER TABLE katatx.standings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON katatx.standings USING (learner = current_user) WITH CHECK (learner = current_user);
GRANT SELECT, INSERT (learner, day, attempts, "right", milliseconds), UPDATE, DELETE ON katatx.days TO PUBLIC;
ALTER TABLE katatx.days ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON katatx.days USING (learner = current_user) WITH CHECK (learner = current_user);
GRANT SELECT, INSERT (learner, basis), UPDATE, DELETE ON katatx.bases TO PUBLIC;
ALTER TABLE katatx.bases ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON katatx.bases USING (learner = current_user) WITH CHECK (learner = current_user);
"""

# Two lines uncovered, and one answer; what it makes of the standing is derived when the log is opened.
ROWS = """
INSERT INTO {0}runs (learner, id, deck, drills, seed, always_fresh, started, kind, instant)
  VALUES ('{1}', 'r', 'attention', '["match"]', 7, false, '2026-03-01T09:00:00+00:00', 'drill', 1772355600000000);
INSERT INTO {0}uncoverings (learner, uid, run, deck, drill, seed, lines, at, line, day, instant)
  VALUES ('{1}', 'u', 'r', 'attention', 'scaled', 5, 2, '2026-03-01T09:01:00+00:00', NULL, '2026-03-01', 1772355660000000);
INSERT INTO {0}attempts (learner, uid, run, deck, drill, seed, given, typed, verdict, wrong_turns, slots, help, cold,
  helped, answered, seconds, version, line, day, instant, paused_seconds, untouched)
  VALUES ('{1}', 'a', 'r', 'attention', 'match', NULL, '{{}}', '3', 'right', '[]', '[true]', 0, true,
  false, '2026-03-01T09:02:00+00:00', 5.0, '0.1.0', NULL, '2026-03-01', 1772355720000000, 0.0, false);
"""
