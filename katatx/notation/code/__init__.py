"""Lines of NumPy and PyTorch code: `marks` finds them, `syntax` reads them by `ast`, `working` has NumPy work them.

Nothing is run: each node of the tree is looked up in a list of what is allowed, each function in `table`. Whatever
makes more numbers than it is given is bounded before it is made. Only `marks` is imported for lines that are no code.
"""
