"""The log's tables. Times are ISO 8601 with their offset, so that a day can be told later."""

from __future__ import annotations

import peewee


class _Table(peewee.Model):
    """Bound to no database: every query says which log it is for, so that two may be open."""


class RunRow(_Table):
    """A `Run`; `drills` is a JSON list."""

    id = peewee.CharField(primary_key=True)
    deck = peewee.CharField(index=True)
    drill = peewee.CharField(null=True)
    drills = peewee.TextField()
    seed = peewee.BigIntegerField()
    always_fresh = peewee.BooleanField()
    started = peewee.CharField()
    kind = peewee.CharField(default="drill")

    class Meta:
        table_name = "runs"


class AttemptRow(_Table):
    """An `Attempt`; `given`, `wrong_turns` and `slots` are JSON."""

    id = peewee.AutoField()
    run = peewee.ForeignKeyField(RunRow, backref="attempts", column_name="run")
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
    answered = peewee.CharField()
    seconds = peewee.FloatField()
    first_key_seconds = peewee.FloatField(null=True)
    version = peewee.CharField()
    line = peewee.CharField(null=True)

    class Meta:
        table_name = "attempts"
        indexes = ((("deck", "drill", "answered"), False),)


class UncoveringRow(_Table):
    """An `Uncovering`."""

    id = peewee.AutoField()
    run = peewee.ForeignKeyField(RunRow, backref="uncoverings", column_name="run")
    deck = peewee.CharField()
    drill = peewee.CharField()
    seed = peewee.BigIntegerField(null=True)
    lines = peewee.IntegerField()
    at = peewee.CharField()
    line = peewee.CharField(null=True)

    class Meta:
        table_name = "uncoverings"


TABLES = [RunRow, AttemptRow, UncoveringRow]
