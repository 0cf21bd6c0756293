"""Every operation, with its wrong turns beside it. Importing this makes them known."""

from katatx.engine.recipes import arithmetic, attention, counts, head, heads, pooling, products, softmax

__all__ = ["arithmetic", "attention", "counts", "head", "heads", "pooling", "products", "softmax"]
