r"""Reading of everything a person writes: expressions, claims, typed answers, code, arithmetic inside a sentence.

This package does not know what an operation means; that is the engine's part. No other package of katatx splits
arithmetic into tokens.

**How a line is read.** `\frac{1}{2} W x ≈ 4.7 %` goes through four steps:

1. `latex.plain_text` turns LaTeX into pencil text: `((1)/(2))·W·x ≈ 4.7%`, each character with its place in the LaTeX.
2. `lexer.tokenize` splits the text into tokens with one spelling each and their columns: `×`, `⋅`, `@` and the x of
   `28 x 28` are all `·`. A number with commas keeps its parts.
3. `statements.split_statements` removes bullets, prompts and labels, and splits the tokens where a claim ends: at `;`,
   at the end of a line, at a comma before another claim. Each statement is a chain of sides with `=`, `≈` or `→`.
4. `parser.Parser` parses one side: signs bind by a table, what stands side by side means what `parser.beside` says.

The result is a tree of `syntax` nodes. `printing` writes nodes and numbers as a person does. Lines that call NumPy or
PyTorch are read by `code` instead.

**Three uses of one parser.** A caller asks for a whole line (`split_statements`, then `parser.read_tokens`), for an
answer of a known shape (`answers.read_answer`), or for the expressions inside a sentence (`sentences.SentenceReader`).

**Ambiguity.** The parser never guesses. Text with two readings raises `errors.Ambiguous` with a question that names
both: `1/2x`, `1 1/2`, `0,5`. If only one reading has the expected shape, it is taken: `7,425,000` is one number if one
number is asked for, `1,2` is a row if two are.

Input is limited: a line has at most 5,000 characters (1,000 of code), a number 60, and brackets nest at most 50 deep.
"""
