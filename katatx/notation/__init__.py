r"""Parsing of everything a person writes: expressions, claims, typed answers, arithmetic inside a sentence.

This package does not know what an operation means; that is the engine's part. No other package of katatx splits
arithmetic into tokens.

**How a line is read.** `softmax(x, dim=-1)[0] ≈ 4.7 %` goes through four steps:

1. `tokens.dialect_of` finds the conventions of the text: LaTeX if it has a command or `_{...}` (then spaces
   mean nothing), NumPy or PyTorch if it calls them (then `*` works entry by entry), and the names it defines.
2. `tokens.tokenize` splits the text into tokens with one spelling each and their columns: `×`, `⋅`, `@` and
   the x of `28 x 28` are all `·`. `latex` rewrites LaTeX tokens: `\frac{1}{2}` becomes ((1)/(2)), a bmatrix
   a grid in square brackets, `W_{Q}` the name W_Q.
3. `statements.split_statements` removes bullets, prompts and labels, and splits the tokens where a claim
   ends: at `;`, at the end of a line, at a comma before another claim. `worded` reads words for signs, as in
   `3 plus 4 is 7`. Each statement is a chain of sides with `=` or `≈` between them.
4. `expressions.Reader` parses one side by recursive descent: sums of products of powers of operands.
   Operands are numbers, names, calls and brackets (`brackets`). `spellings` translates library calls:
   `np.add(a, b)` is a + b.

The result is a tree of `syntax` nodes. `printing` writes nodes and numbers as a person does.

**Three uses of one parser.** A caller asks for a whole line (`split_statements`, then `expressions.read_tokens`), for
an answer of a known shape (`answers.read_answer`), or for the expressions inside a sentence
(`sentences.SentenceReader`).

**Ambiguity.** The parser never guesses. Text with two readings raises `errors.Ambiguous` with a question that names
both: `1/2x`, `1 1/2`, `0,5`. If only one reading has the expected shape, it is taken: `7,425,000` is one number if one
number is asked for, `1,2` is a row if two are.

Input is limited: a line has at most 5,000 characters, a number 60, and brackets nest at most 50 deep.
"""
