"""Practice without a screen: what is asked, what an answer leads to, what comes next."""
