"""The log of attempts and the standings derived from it. An attempt is on disk before its verdict is shown."""
