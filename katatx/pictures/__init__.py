"""Pictures of numbers, given and worked: styled text for a screen, plain sentences for a screen reader."""
