"""Functions that the files in `katatx/recipes` use, one module a file: what notation cannot say."""
