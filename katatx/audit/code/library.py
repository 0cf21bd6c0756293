"""What names in code stand for: values, functions of libraries, types."""

from __future__ import annotations

from typing import Any

from katatx.audit.code.arrays import Unsupported
from katatx.audit.code.calls import TYPES, Builtin
from katatx.audit.code.names import PREFIXES, SHORT_FLOATS, SINGLE, TORCH, UNKNOWN_FLOATS
from katatx.audit.code.table import CONSTANTS, FUNCTIONS

USUAL = {"np": "numpy", "F": "torch", "nn": "torch", "jnp": "jax"}


class CodeNames:
    """The names of a page's code: values (the innermost block last), what imports gave, and what is not known any more.

    `single` says that numbers have the few digits of single precision, `numpy` and `torch` which library was used.
    """

    def __init__(self) -> None:
        self.names: list[dict[str, Any]] = [{}]
        self.prefixes: dict[str, str] = {}
        self.functions: dict[str, str] = {}
        self.hidden: set[str] = set()
        self.single = self.numpy = self.torch = False

    def find(self, name: str) -> Any:
        """What a name stands for. Raises Unsupported where nobody said."""
        for names in reversed(self.names):
            if name in names:
                return names[name]
        if name in self.functions and name not in self.hidden:
            library, _, function = self.functions[name].rpartition(".")
            return self.of_library(library.split(".")[0], function)
        if name in self.hidden or (name not in FUNCTIONS and name not in TYPES):
            raise Unsupported(f"nobody said what {name[:40]} is")
        return Builtin(name, bare=True)

    def of_library(self, library: str, name: str) -> Any:
        """A function, a type or a constant of a library. Raises Unsupported for what is not known of it."""
        if library in SINGLE:
            self.single = True
        self.torch |= library in TORCH
        self.numpy |= library == "numpy"
        if name in SHORT_FLOATS:
            self.single = True
        if name in UNKNOWN_FLOATS or library == "random":
            raise Unsupported(f"{name[:40]} is not worked here")
        if name == "newaxis":
            return None
        if name in CONSTANTS:
            return CONSTANTS[name]
        if name in FUNCTIONS or name in TYPES:
            return Builtin(name, bare=False, torch=library in TORCH)
        raise Unsupported(f"{name[:40]} is not worked here")

    def is_library(self, name: str) -> bool:
        """Whether a name is a library's, and code has not given it another value."""
        if any(name in names for names in self.names) or name in self.hidden:
            return False
        return name in self.prefixes or name in PREFIXES
