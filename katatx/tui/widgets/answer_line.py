"""The one line an answer is typed on."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import Input

# Letters that begin no number: they are commands even while typing.
_COMMANDS = {"h": "uncover", "q": "leave", "?": "help"}


class AnswerLine(Input):
    """An input that hands over commands, and knows when it was typed in.

    `q` is a command unless it continues `sqrt`. Times are those of the key events, not
    of when something was painted.
    """

    @dataclass
    class Command(Message):
        """A command key was pressed while typing."""

        name: str

    @dataclass
    class Answered(Message):
        """Enter was pressed: the text, and when the first and the last key came."""

        text: str
        first_key: float | None
        at: float

    def __init__(self) -> None:
        super().__init__(placeholder="your answer", id="answer", max_length=10_000, select_on_focus=False)
        self.first_key: float | None = None

    def begin(self) -> None:
        """Clear the line for a new question."""
        self.value = ""
        self.first_key = None
        self.disabled = False
        self.focus()

    async def _on_key(self, event: events.Key) -> None:
        command = _COMMANDS.get(event.character or "")
        if command is not None and not self._continues_root(event):
            event.stop()
            event.prevent_default()
            self.post_message(self.Command(command))
        elif event.key == "enter":
            event.stop()
            event.prevent_default()
            self.post_message(self.Answered(self.value, self.first_key, event.time))
        elif event.is_printable:
            self.first_key = self.first_key or event.time
        else:
            await self._edit(event)

    async def _edit(self, event: events.Key) -> None:
        """Carry out an editing key at once.

        Left to bubble up to its binding it would be overtaken by the letters typed after it.
        """
        for key, binding in self._bindings:
            if key == event.key:
                event.stop()
                event.prevent_default()
                await self.run_action(binding.action)
                return

    def _continues_root(self, event: events.Key) -> bool:
        return event.character == "q" and self.value[: self.cursor_position].endswith("s")
