r"""Reading of everything a person writes: expressions, claims, typed answers, code, arithmetic inside a sentence.

This package does not know what an operation means; that is the engine's part. No other package of katatx splits
arithmetic into tokens.

`\frac{1}{2} W x ≈ 4.7 %` goes through four steps: `latex.tokens_of` makes pencil text of LaTeX, each character with
its place there; a `lexer.Lexer` splits it into tokens with one spelling each, `×`, `@` and the x of `28 x 28` all as
`·`; `statements.split_statements` removes bullets and labels, and splits the tokens into chains of sides; and
`parser.Parser` makes a tree of `syntax` nodes of one side. Lines that call NumPy or PyTorch are read by `code`, answers
of a known shape by `answers`, expressions inside a sentence by `sentences`.

The parser never guesses. Text with two readings raises `errors.Ambiguous` with a question that names both: `1/2x`,
`1 1/2`, `0,5`. If only one reading has the expected shape, it is taken: `7,425,000` is one number if one number is
asked for, `1,2` is a row if two are.

Input is limited: a line has at most 5,000 characters (1,000 of code), a number 60, and brackets nest at most 50 deep.
"""
