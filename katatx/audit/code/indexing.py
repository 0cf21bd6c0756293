"""What stands in square brackets after a value: numbers, slices, masks and rows of indexes."""

from __future__ import annotations

from math import prod
from typing import Any

from katatx.audit.code.arrays import Array, Number, Unsupported, as_array, limited, plain, strides


class NewAxis:
    """The place of a new axis in an index: `x[:, None]`."""


def item(value: object, index: object) -> Any:
    """One part of a list, a tuple or an array. Raises Unsupported where there is none, or nobody knows which."""
    if isinstance(value, (list, tuple)):
        if isinstance(index, slice) or (isinstance(index, int) and -len(value) <= index < len(value)):
            return value[index]
        raise Unsupported("an index that is not there")
    if not isinstance(value, Array):
        raise Unsupported("an index of something that has no parts")
    parts = list(index) if isinstance(index, tuple) else [index]
    if len(parts) == 1 and _is_mask(parts[0], value):
        mask = as_array(parts[0])
        size = prod(value.shape[len(mask.shape) :])
        kept = [at for at, truth in enumerate(mask.numbers) if truth]
        numbers = [number for at in kept for number in value.numbers[at * size : (at + 1) * size]]
        return Array((len(kept), *value.shape[len(mask.shape) :]), numbers)
    parts = _spread(parts, len(value.shape))
    if sum(isinstance(part, (Array, list)) for part in parts) > 1:
        return _picked(value, parts)
    if any(isinstance(part, (Array, list)) for part in parts) and any(type(part) is int for part in parts[:-1]):
        first = [type(part) is int or isinstance(part, (Array, list)) for part in parts]
        if False in first[first.index(True) : len(first) - first[::-1].index(True)]:
            raise Unsupported("an index of this form")
    return _chosen(value, parts)


def _is_mask(part: object, value: Array) -> bool:
    if not isinstance(part, (Array, list)):
        return False
    mask = as_array(part)
    is_truth = bool(mask.numbers) and all(isinstance(number, bool) for number in mask.numbers)
    return is_truth and mask.shape == value.shape[: len(mask.shape)]


def _spread(parts: list[Any], count: int) -> list[Any]:
    """The index with `...` written out, and whole axes where nothing is said."""
    used = sum(not isinstance(part, NewAxis) and part is not Ellipsis for part in parts)
    missing = [slice(None)] * (count - used)
    if used > count:
        raise Unsupported("more indexes than the array has axes")
    if sum(part is Ellipsis for part in parts) > 1:
        raise Unsupported("more than one ...")
    for at, part in enumerate(parts):
        if part is Ellipsis:
            return parts[:at] + missing + parts[at + 1 :]
    return parts + missing


def _chosen(value: Array, parts: list[Any]) -> Any:
    shape: list[int] = []
    offsets = [0]
    axis = 0
    steps = strides(value.shape)
    for part in parts:
        if isinstance(part, NewAxis):
            shape.append(1)
            continue
        side, step = value.shape[axis], steps[axis]
        axis += 1
        if isinstance(part, slice):
            taken = list(range(*part.indices(side)))
            shape.append(len(taken))
        elif isinstance(part, (Array, list)):
            rows = as_array(part)
            taken = [_place(number, side) for number in rows.numbers]
            shape.extend(rows.shape)
        else:
            taken = [_place(part, side)]
        limited(tuple(shape))
        offsets = [at + index * step for at in offsets for index in taken]
    return plain(Array(tuple(shape), [value.numbers[at] for at in offsets]))


def _picked(value: Array, parts: list[Any]) -> Array:
    """`P[[0, 1], [2, 0]]`: one slot for each pair."""
    lists = [as_array(part).numbers for part in parts if not isinstance(part, (slice, NewAxis))]
    longest = max(map(len, lists))
    if len(lists) < len(parts) or any(len(each) not in (1, longest) for each in lists):
        raise Unsupported("an index of this form")
    steps = strides(value.shape)
    picked: list[Number] = []
    for at in range(longest):
        places = [_place(each[at if len(each) > 1 else 0], side) for each, side in zip(lists, value.shape, strict=True)]
        picked.append(value.numbers[sum(place * step for place, step in zip(places, steps, strict=True))])
    return Array((longest,), picked)


def _place(index: object, side: int) -> int:
    if isinstance(index, bool) or not isinstance(index, int) or not -side <= index < side:
        raise Unsupported("an index that is not there")
    return index % side
