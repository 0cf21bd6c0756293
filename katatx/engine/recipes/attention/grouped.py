"""Grouped-query attention: heads that share keys and values, and the key-value cache.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import Arrangement, add, divide, glue, multiply, quotient, remainder, square
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.attention.heads import head_width, scaled_by_all, split_row, split_rows
from katatx.engine.recipes.attention.weighted_sum import attention, sum_of
from katatx.engine.recipes.numbers.checks import need_counts, need_parts, need_same_shape, need_whole, whole_number
from katatx.engine.values import Grid, Row


@recipe()
def kv_head(pencil: Pencil, query_head: Number, query_heads: Number, kv_heads: Number) -> Number:
    """Find which key-value head serves a query head, both counted from 0 (Ainslie et al. 2023, section 2.2)."""
    need_parts(query_heads, kv_heads, "query_heads", "kv_heads")
    need_whole(query_head, "query_head", 0, low_of(query_heads) - 1)
    group = pencil("group", divide, query_heads, kv_heads)
    return pencil("whole groups before", quotient, query_head, group)


kv_head.divides_evenly = True


kv_head.goes_wrong(
    "whole groups before", "dealt-in-turns",
    lambda line: line.work(remainder, line.given[0], line.inputs["kv_heads"]),
    happened="dealt the query heads out to the key-value heads in turn",
    instead="divide the query head's number by the size of a group and keep the whole part: a group shares one",
)  # fmt: skip
kv_head.goes_wrong(
    "whole groups before", "place-in-group", lambda line: line.work(remainder, *line.given),
    happened="gave the place of the query head in its group",
    instead="count the whole groups before it",
)  # fmt: skip
kv_head.goes_wrong(
    "group", "heads-for-group", lambda line: line.given[1],
    happened="divided by the number of key-value heads",
    instead="divide by the size of a group: query heads / key-value heads",
)  # fmt: skip
kv_head.goes_wrong(
    "whole groups before", "counted-from-1", lambda line: line.work(add, line.work(quotient, *line.given), 1.0),
    happened="counted key-value heads from 1",
    instead="count from 0: the first group is served by head 0",
)  # fmt: skip
kv_head.goes_wrong(
    "whole groups before", "a-kv-head-each", lambda line: line.given[0],
    happened="gave every query head a key-value head of its own",
    detail="that is multi-head attention",
    instead="let a group of query heads share one",
)  # fmt: skip


@recipe("gqa", "grouped_attention")
def grouped_query_attention(
    pencil: Pencil, query: Row, keys: Grid, values: Grid, heads: Number, kv_heads: Number
) -> Row:
    """Attend with each head of one query to the keys and values its group shares (Ainslie et al. 2023, section 2.2).

    A row has its heads side by side: `heads` of them in the query and the result, `kv_heads` in every key and value.
    """
    need_parts(heads, kv_heads, "heads", "kv_heads")
    count, shared = whole_number(heads, "heads"), whole_number(kv_heads, "kv_heads")
    queries = pencil("split query", split_row(count), query)
    key_heads = pencil("split keys", split_rows(shared), keys)
    value_heads = pencil("split values", split_rows(shared), values)
    made = []
    for head, own in enumerate(queries):
        served = pencil("kv head", kv_head, float(head), heads, kv_heads)
        at = whole_number(served, "the key-value head", 0, shared - 1)
        made.append(pencil("head", attention, own, key_heads[at], value_heads[at]))
    return pencil("glue", side_by_side, tuple(made))


# Concatenates rows.
side_by_side = Arrangement("glue", lambda rows: tuple(number for row in rows for number in row))


grouped_query_attention.goes_wrong(
    "head", "scaled-by-the-full-width", scaled_by_all,
    happened="divided a head's scores by the root of all heads' widths together",
    instead="divide by the root of one head's own width",
)  # fmt: skip
grouped_query_attention.goes_wrong(
    "glue", "heads-added", lambda line: sum_of(line, line.given[0]),
    happened="added the heads' rows",
    instead="lay them side by side: heads are joined, not summed",
)  # fmt: skip
grouped_query_attention.goes_wrong(
    "glue", "last-head-first", lambda line: line.work(side_by_side, line.given[0][::-1]),
    happened="laid the heads side by side from the last to the first",
    instead="keep their order: head 0, then head 1",
)  # fmt: skip


@recipe("attention_over_cache", "decode_attention")
def cached_attention(
    pencil: Pencil,
    query: Row,
    key: Row,
    value: Row,
    cached_keys: Grid,
    cached_values: Grid,
    heads: Number | None = None,
    kv_heads: Number | None = None,
) -> Row:
    """Append a new token's key and value to the cache, then attend over all of it (Shazeer 2019, section 2.4).

    The result is the attention alone, without the cache. Rows have their heads side by side, as in
    `grouped_query_attention`; `heads` is 1 by default, and `kv_heads` the same as `heads`.
    """
    heads = 1.0 if heads is None else heads
    need_same_shape("cached_attention", key, cached_keys[0])
    need_same_shape("cached_attention", value, cached_values[0])
    keys = pencil("append key", glue, cached_keys, (key,))
    values = pencil("append value", glue, cached_values, (value,))
    shared = heads if kv_heads is None else kv_heads
    return pencil("attend", grouped_query_attention, query, keys, values, heads, shared)


cached_attention.goes_wrong(
    "attend", "itself-left-out",
    lambda line: line.work(
        grouped_query_attention, line.given[0], *(line.inputs[f"cached_{what}"] for what in ("keys", "values")),
        *line.given[3:],
    ),
    happened="attended over the cache without the new token's own key and value",
    instead="put them into the cache first: a token sees itself",
)  # fmt: skip
cached_attention.goes_wrong(
    "attend", "cache-not-read",
    lambda line: line.work(
        grouped_query_attention, line.given[0], (line.inputs["key"],), (line.inputs["value"],), *line.given[3:]
    ),
    happened="let the new token see only itself",
    instead="read the keys and values of all tokens before it from the cache",
)  # fmt: skip
cached_attention.goes_wrong(
    "append value", "key-kept-as-value", lambda line: line.work(glue, line.given[0], (line.inputs["key"],)),
    happened="put the new token's key into the cache of values",
    instead="put its value there; its key goes to the keys",
)  # fmt: skip


@recipe("cache_numbers", "kv_cache_size")
def kv_cache_numbers(
    pencil: Pencil, tokens: Number, layers: Number, width: Number, query_heads: Number, kv_heads: Number
) -> Number:
    """Count the numbers in a cache of keys and values (Ainslie et al. 2023, section 2.2).

    2·kv_heads·(width / query_heads) for a token in a layer, times tokens, times layers.
    """
    need_counts(tokens=tokens, layers=layers)
    need_parts(query_heads, kv_heads, "query_heads", "kv_heads")
    narrow = pencil("head width", head_width, width, query_heads)
    key = pencil("key", multiply, kv_heads, narrow)
    both = pencil("key and value", multiply, 2.0, key)
    layer = pencil("tokens", multiply, both, tokens)
    return pencil("layers", multiply, layer, layers)


kv_cache_numbers.goes_wrong(
    "key", "query-heads-counted", lambda line: line.work(multiply, line.inputs["query_heads"], line.given[1]),
    happened="counted a key for every query head",
    instead="count key-value heads: only they are in the cache",
)  # fmt: skip
kv_cache_numbers.goes_wrong(
    "key", "one-kv-head", lambda line: line.given[1],
    happened="counted one key-value head",
    instead="multiply by how many there are",
)  # fmt: skip
kv_cache_numbers.goes_wrong(
    "key and value", "keys-alone", lambda line: line.given[1],
    happened="counted the keys and not the values",
    instead="double it: a token leaves a key and a value",
)  # fmt: skip
kv_cache_numbers.goes_wrong(
    "tokens", "tokens-squared",
    lambda line: line.work(multiply, line.given[0], line.work(square, line.given[1])),
    happened="squared the number of tokens",
    detail="only the scores grow like that",
    instead="count each token once: the cache grows by one row for each token",
)  # fmt: skip
kv_cache_numbers.goes_wrong(
    "layers", "one-layer", lambda line: line.given[0],
    happened="counted one layer",
    instead="multiply by the layers: each has keys and values of its own",
)  # fmt: skip


@recipe("cache_bytes")
def kv_cache_bytes(
    pencil: Pencil,
    tokens: Number,
    layers: Number,
    width: Number,
    query_heads: Number,
    kv_heads: Number,
    bytes_each: Number,
) -> Number:
    """Count the bytes of a cache of keys and values: its numbers times the bytes of each.

    `width` is that of a token, all query heads together.
    """
    need_counts(bytes_each=bytes_each)
    numbers = pencil("numbers", kv_cache_numbers, tokens, layers, width, query_heads, kv_heads)
    return pencil("bytes", multiply, numbers, bytes_each)


kv_cache_bytes.goes_wrong(
    "bytes", "numbers-for-bytes", lambda line: line.given[0],
    happened="gave the count of numbers",
    instead="multiply by the bytes that each number takes",
)  # fmt: skip
kv_cache_bytes.goes_wrong(
    "bytes", "bits", lambda line: line.work(multiply, line.work(multiply, *line.given), 8.0),
    happened="counted bits",
    instead="count bytes: one byte is eight bits",
)  # fmt: skip
kv_cache_bytes.goes_wrong(
    "bytes", "divided", lambda line: line.work(divide, *line.given),
    happened="divided by the bytes of a number",
    instead="multiply: every number takes that many bytes",
)  # fmt: skip
