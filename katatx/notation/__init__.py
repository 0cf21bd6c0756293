r"""Everything a person writes is read here: expressions, claims, typed answers, arithmetic inside a sentence.

Nothing here knows what an operation means; that is the engine's part. Nothing else in katatx cuts
arithmetic into tokens.

**How a line is read.** `softmax(x, dim=-1)[0] ≈ 4.7 %` goes through four steps:

1. `tokens.dialect_of` tells whose habits the text follows, by what only they write: a LaTeX command
   or `_{...}` (then spaces mean nothing), a call of NumPy or PyTorch (then `*` goes entry by entry),
   and which names the text gives a value.
2. `tokens.tokenize` cuts the text into tokens, each in one spelling and with its column: `×`, `⋅`,
   `@` and the x of `28 x 28` are all `·`. Where LaTeX stands, `latex` rewrites its tokens: `\frac{1}{2}`
   becomes ((1)/(2)), a bmatrix a grid in square brackets, `W_{Q}` the name W_Q.
3. `statements.split_statements` takes off bullets, prompts and labels, and cuts the tokens where a
   claim ends: at `;`, at the end of a line, at a comma behind which another claim begins. Each
   statement is a chain of sides with `=` or `≈` between.
4. `expressions.Reader` reads one side by recursive descent: sums of products of powers of operands.
   Operands are numbers, names, calls and what stands in brackets (`brackets`). `spellings` gives
   library calls the signs they stand for: `np.add(a, b)` is a + b.

What comes out are the nodes of `syntax`. `printing` writes them, and numbers, back as a person does.

**Three questions, one reader.** A caller asks for a whole line (`split_statements`, then
`expressions.read_tokens`), for an answer of a known shape (`answers.read_answer`), or for the
expressions inside a sentence (`sentences.SentenceReader`).

**Two readings.** The reader never guesses. What reads in two ways raises `errors.Ambiguous` with a
question that names both: `1/2x`, `1 1/2`, `0,5`. Where the asked shape leaves one reading it is
taken: `7,425,000` is one number where one is asked, `1,2` a row of two where two are.

Text from outside is bounded: a line has 5,000 characters at most, a number 60, brackets nest 50 deep.
"""
