"""Entry point of `katatx` and `python -m katatx`."""

try:
    from katatx.cli import main
except KeyboardInterrupt:  # while it is imported
    raise SystemExit(130) from None

if __name__ == "__main__":
    main()
