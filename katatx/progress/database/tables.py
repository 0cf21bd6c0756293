"""The tables of the store.

Times are ISO 8601 texts with their UTC offset, which keeps the learner's local time; `instant` is the same moment in
microseconds since 1970, for sorting.

`runs`, `attempts`, `uncoverings`, `undos`, `typings` and `fits` are the log, to which rows are only added. `standings`,
`days` and `bases` are derived from it and from `works`, which are read from the decks; these four can be deleted at any
time.
"""

from __future__ import annotations

from katatx.progress.database.orm import peewee


class _Table(peewee.Model):
    """The base class of tables; every query names its database, so that two stores may be open."""

    learner = peewee.CharField(default="me")


class RunRow(_Table):
    """A `Run`; `drills` is a JSON list."""

    number = peewee.AutoField()
    id = peewee.CharField()
    deck = peewee.CharField()
    drill = peewee.CharField(null=True)
    drills = peewee.TextField()
    seed = peewee.BigIntegerField()
    always_fresh = peewee.BooleanField()
    started = peewee.CharField()
    kind = peewee.CharField(default="drill")
    instant = peewee.BigIntegerField(default=0)

    class Meta:
        table_name = "runs"
        indexes = ((("learner", "id"), True), (("learner", "deck", "kind", "instant"), False))


class AttemptRow(_Table):
    """An `Attempt`; `given`, `wrong_turns` and `slots` are JSON."""

    id = peewee.AutoField()
    uid = peewee.CharField(null=True)
    run = peewee.CharField()
    deck = peewee.CharField()
    drill = peewee.CharField()
    seed = peewee.BigIntegerField(null=True)
    given = peewee.TextField()
    typed = peewee.TextField()
    verdict = peewee.CharField()
    wrong_turns = peewee.TextField()
    slots = peewee.TextField()
    help = peewee.IntegerField()
    cold = peewee.BooleanField()
    helped = peewee.BooleanField(default=False)
    answered = peewee.CharField()
    seconds = peewee.DoubleField()
    first_key_seconds = peewee.DoubleField(null=True)
    version = peewee.CharField()
    line = peewee.CharField(null=True)
    day = peewee.CharField(default="")
    instant = peewee.BigIntegerField(default=0)
    paused_seconds = peewee.DoubleField(default=0.0)
    untouched = peewee.BooleanField(default=False)
    pencil_seconds = peewee.DoubleField(null=True)
    target_seconds = peewee.DoubleField(null=True)

    class Meta:
        table_name = "attempts"
        indexes = (
            (("learner", "uid"), True),
            (("learner", "deck", "drill", "instant"), False),
            (("learner", "instant"), False),
            # With an index on the run alone, SQLite would rather scan all of the learner's attempts in order.
            (("learner", "run", "instant"), False),
            (("learner", "day"), False),
        )


class UncoveringRow(_Table):
    """An `Uncovering`."""

    id = peewee.AutoField()
    uid = peewee.CharField(null=True)
    run = peewee.CharField()
    deck = peewee.CharField()
    drill = peewee.CharField()
    seed = peewee.BigIntegerField(null=True)
    lines = peewee.IntegerField()
    at = peewee.CharField()
    line = peewee.CharField(null=True)
    day = peewee.CharField(default="")
    instant = peewee.BigIntegerField(default=0)
    step = peewee.CharField(null=True)

    class Meta:
        table_name = "uncoverings"
        indexes = (
            (("learner", "uid"), True),
            (("learner", "deck", "drill", "day"), False),
            (("learner", "run"), False),
        )


class UndoRow(_Table):
    """A mark that an attempt no longer counts."""

    uid = peewee.CharField()
    at = peewee.CharField()
    instant = peewee.BigIntegerField()

    class Meta:
        table_name = "undos"
        primary_key = peewee.CompositeKey("learner", "uid")


class TypingRow(_Table):
    """A `Typing`."""

    id = peewee.AutoField()
    uid = peewee.CharField()
    characters = peewee.IntegerField()
    seconds = peewee.DoubleField()
    at = peewee.CharField()
    instant = peewee.BigIntegerField()

    class Meta:
        table_name = "typings"
        indexes = ((("learner", "uid"), True),)


class FitRow(_Table):
    """FSRS parameters fitted to the learner's log, as a JSON list; the latest row counts."""

    id = peewee.AutoField()
    uid = peewee.CharField()
    parameters = peewee.TextField()
    at = peewee.CharField()
    instant = peewee.BigIntegerField()

    class Meta:
        table_name = "fits"
        indexes = ((("learner", "uid"), True),)


class StandingRow(_Table):
    """A `Standing` of a drill, of a recipe line (`deck` is "" and `drill` its name), or of the learner (both are "").

    `first_day`, `last_day` and `fell_back` are ordinals of dates, `days` is a number of days; `goes`, `missed` and
    `wrong_turns` are JSON.
    """

    deck = peewee.CharField()
    drill = peewee.CharField()
    attempts = peewee.IntegerField()
    firsts = peewee.IntegerField()
    firsts_right = peewee.IntegerField()
    misses = peewee.IntegerField()
    told = peewee.IntegerField()
    clean = peewee.IntegerField()
    days = peewee.IntegerField()
    first_day = peewee.IntegerField(null=True)
    last_day = peewee.IntegerField(null=True)
    last_instant = peewee.BigIntegerField()
    stability = peewee.DoubleField(null=True)
    difficulty = peewee.DoubleField(null=True)
    score = peewee.DoubleField()
    pace = peewee.DoubleField(null=True)
    first_pace = peewee.DoubleField(null=True)
    paced = peewee.IntegerField()
    automatic = peewee.BooleanField()
    fell_back = peewee.IntegerField(null=True)
    goes = peewee.TextField()
    missed = peewee.TextField(null=True)
    wrong_turns = peewee.TextField()

    class Meta:
        table_name = "standings"
        primary_key = peewee.CompositeKey("learner", "deck", "drill")


class WorkRow(_Table):
    """The work (recipe lines) of a drill or of a kata line, as JSON; `line` is "" for the drill itself.

    If `drill` is "", `work` is the deck's fingerprint, or "gone" for a deck that no longer exists.
    """

    deck = peewee.CharField()
    drill = peewee.CharField()
    line = peewee.CharField()
    work = peewee.TextField()

    class Meta:
        table_name = "works"
        primary_key = peewee.CompositeKey("learner", "deck", "drill", "line")


class DayRow(_Table):
    """A practice day's number of graded answers that are not undone, of right ones, and their total time.

    Whole milliseconds give the same sum in any order.
    """

    day = peewee.CharField()
    attempts = peewee.IntegerField()
    right = peewee.IntegerField()
    milliseconds = peewee.BigIntegerField()

    class Meta:
        table_name = "days"
        primary_key = peewee.CompositeKey("learner", "day")


class BasisRow(_Table):
    """The rule, parameters and decks that the standings were derived with; any change means to derive them anew."""

    basis = peewee.TextField()

    class Meta:
        table_name = "bases"
        primary_key = peewee.CompositeKey("learner")


LOG = [RunRow, AttemptRow, UncoveringRow, UndoRow, TypingRow, FitRow]
DERIVED = [StandingRow, DayRow, BasisRow, WorkRow]
TABLES = [*LOG, *DERIVED]
