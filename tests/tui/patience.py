"""How long the tests of the app wait for what is to come: longer than a busy machine takes."""

# Looks at a screen, a hundredth of a second apart or more, before a test gives up.
LOOKS = 3_000
