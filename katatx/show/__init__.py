"""What is shown, as Rich text with named styles: the same for the app, a terminal and a pipe."""
