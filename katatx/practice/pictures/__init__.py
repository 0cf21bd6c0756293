"""Pictures on the sheet: what is given and what is worked, as text with roles for a screen, and
as plain lines for a screen reader.
"""
