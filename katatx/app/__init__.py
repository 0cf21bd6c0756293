"""The full-screen app: one module a screen, on a small base."""
