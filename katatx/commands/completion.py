"""`katatx completion`: the shell script for tab completion, and the names it offers.

The script runs katatx with the words that are typed, and KATATX_COMPLETE set: it prints what the last may become.
"""

from __future__ import annotations

from pathlib import Path

from katatx.decks.loading import deck_names, load_deck
from katatx.errors import KatatxError

_SCRIPTS = {
    "bash": """\
_katatx() {
  local IFS=$'\\n'
  COMPREPLY=($(KATATX_COMPLETE=1 katatx "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [[ ${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
}
complete -o default -F _katatx katatx
""",
    "zsh": """\
#compdef katatx
_katatx() {
  local -a found
  found=(${(f)"$(KATATX_COMPLETE=1 katatx "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( ! $#found )); then _files
  elif [[ $found[1] == */ ]]; then compadd -S '' -- $found
  else compadd -- $found
  fi
}
if [[ $funcstack[1] == _katatx ]]; then _katatx "$@"; else compdef _katatx katatx; fi
""",
    "fish": """\
function _katatx_offers
  KATATX_COMPLETE=1 katatx (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null
end
complete -c katatx -n 'test -n "$(_katatx_offers)"' -f -a '(_katatx_offers)'
""",
}


def run(shell: str, home: Path) -> int:
    print(_SCRIPTS[shell], end="")
    return 0


def decks(typed: str, home: Path) -> list[str]:
    return deck_names(home)


def drills(typed: str, home: Path) -> list[str]:
    """Return each drill, as `deck/drill`, of the deck that is typed; before it is clear which, decks with a slash."""
    begun = [name for name in deck_names(home) if name.startswith(typed)]
    found = [typed.partition("/")[0]] if "/" in typed else begun
    if len(found) != 1:
        return [f"{deck}/" for deck in found]
    try:
        return [f"{found[0]}/{drill.id}" for drill in load_deck(found[0], home).drills]
    except (KatatxError, OSError):
        return []


def decks_or_drills(typed: str, home: Path) -> list[str]:
    return drills(typed, home) if "/" in typed else deck_names(home)
