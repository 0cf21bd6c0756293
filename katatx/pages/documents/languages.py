"""Classify code blocks by the name of their language."""

from __future__ import annotations

from katatx.pages.page import Kind


def names(listed: str) -> frozenset[str]:
    """Return the set of names in a text, separated by white space."""
    return frozenset(listed.split())


_CODE = names(
    """
    python py python2 python3 py3 pycon ipython ipython2 ipython3 console json json5 jsonc yaml yml toml ini xml html
    css dockerfile makefile cmake diff mermaid dot graphviz numpy pytorch torch jax triton mojo
    """
)
_FOREIGN = names(
    """
    julia jl r rscript c cpp c++ cc cxx h hpp cuda cu csharp cs c# java kotlin kt scala js javascript jsx mjs ts
    typescript tsx go golang rust rs ruby rb perl pl php lua swift dart zig nim haskell hs ocaml ml fsharp f# elixir
    ex erlang clojure clj lisp scheme matlab octave mathematica wolfram fortran f90 ada pascal sql bash sh shell zsh
    fish powershell ps1 awk asm nasm verilog vhdl prolog apl tcl vim
    """
)
_OUTPUT = names("output stdout out")


def kind_of(language: str) -> Kind:
    """Return the kind of code blocks in a language, given its name in any case.

    It is CODE for Python and for formats without arithmetic, FOREIGN for other programming languages, OUTPUT for
    program output, and TEXT for any other name.
    """
    language = language.lower()
    if language in _FOREIGN:
        return Kind.FOREIGN
    return Kind.CODE if language in _CODE else Kind.OUTPUT if language in _OUTPUT else Kind.TEXT
