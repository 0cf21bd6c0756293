"""Entry point of `python -m katatx`."""

from katatx.cli import main

main()
