"""Entry point of `python -m katatx`."""

from katatx.start import main

main()
