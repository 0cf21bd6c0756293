"""What the documentation's site is made with: pages written from the program, and the hooks that put them in."""
