"""katatx: a terminal trainer and arithmetic checker for transformers worked by pencil."""

__version__ = "1.0.0"
