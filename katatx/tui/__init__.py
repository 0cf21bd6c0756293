"""The full-screen app, made with Textual."""
