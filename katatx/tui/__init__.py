"""The full-screen app, made with Textual. Nothing else imports this room."""
