"""What names in code belong to libraries, and which names a piece of code reads, changes and makes."""

from __future__ import annotations

import ast


def names(text: str) -> frozenset[str]:
    """The names of a text, parted by white space."""
    return frozenset(text.split())


PREFIXES = names("np numpy math torch F nn jnp jax tf scipy statistics random")
TORCH = frozenset({"torch", "F", "nn"})
# Single precision: fewer digits of what is printed are to be relied on.
SINGLE = frozenset({"torch", "F", "nn", "jnp", "jax", "tf"})
_LIBRARIES = frozenset({"numpy", "math", "torch", "jax", "tensorflow", "scipy", "statistics", "random"})
_HALF = frozenset({"float16", "bfloat16", "half", "complex64", "complex128"})
SHORT_FLOATS = frozenset({"float32", "single"})
UNKNOWN_FLOATS = _HALF


def imported(node: ast.Import | ast.ImportFrom) -> tuple[dict[str, str], dict[str, str], list[str]]:
    """What an import gives: names of libraries, names of functions of known libraries, and names that nobody knows."""
    prefixes: dict[str, str] = {}
    functions: dict[str, str] = {}
    unknown: list[str] = []
    if isinstance(node, ast.ImportFrom):
        known = (node.module or "").split(".")[0] in _LIBRARIES
        for alias in node.names:
            name = alias.asname or alias.name
            if known and alias.name in ("functional", "numpy", "nn", "linalg", "special"):
                prefixes[name] = "torch" if (node.module or "").startswith("torch") else "numpy"
            elif known:
                functions[name] = f"{node.module}.{alias.name}"
            elif alias.name != "*":
                unknown.append(name)
        return prefixes, functions, unknown
    for alias in node.names:
        library = alias.name.split(".")[0]
        name = alias.asname or library
        if library in _LIBRARIES:
            prefixes[name] = library if "numpy" not in alias.name else "jax" if library == "jax" else "numpy"
        else:
            unknown.append(name)
    return prefixes, functions, unknown


def dotted(node: ast.expr) -> list[str]:
    """`np.linalg.norm` as its names; nothing where it is no name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [node.id, *parts[::-1]] if isinstance(node, ast.Name) else []


def read_in(*nodes: ast.AST) -> set[str]:
    """The names that code reads."""
    return {
        each.id
        for node in nodes
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    } | {
        each.target.id
        for node in nodes
        for each in ast.walk(node)
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
    }


def made_in(node: ast.AST) -> set[str]:
    """The names that code gives a value, or takes it from."""
    made = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, (ast.Store, ast.Del)):
            made.add(each.id)
        elif isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            made.add(each.name)
        elif isinstance(each, (ast.Global, ast.Nonlocal)):
            made.update(each.names)
        elif isinstance(each, (ast.Attribute, ast.Subscript)) and isinstance(each.ctx, (ast.Store, ast.Del)):
            root: ast.AST = each
            while isinstance(root, (ast.Attribute, ast.Subscript)):
                root = root.value
            if isinstance(root, ast.Name):
                made.add(root.id)
        elif isinstance(each, (ast.Import, ast.ImportFrom)):
            made.update((alias.asname or alias.name).split(".")[0] for alias in each.names)
    return made


def may_be_same(node: ast.expr) -> bool:
    """Whether an expression may give a part or another view of what it names, not a value of its own."""
    if isinstance(node, (ast.Name, ast.Subscript, ast.Attribute, ast.Starred)):
        return True
    if isinstance(node, (ast.Tuple, ast.List)):
        return any(map(may_be_same, node.elts))
    if isinstance(node, ast.IfExp):
        return may_be_same(node.body) or may_be_same(node.orelse)
    if isinstance(node, ast.Call):
        name = (
            node.func.attr
            if isinstance(node.func, ast.Attribute)
            else node.func.id
            if isinstance(node.func, ast.Name)
            else ""
        )
        return name in _VIEWS or name not in _FRESH
    return isinstance(node, (ast.NamedExpr, ast.Await))


_VIEWS = names(
    """
    reshape transpose ravel view squeeze swapaxes asarray diagonal broadcast_to expand_dims t unsqueeze permute
    detach numpy contiguous diag
    """
)
_FRESH = names(
    """
    array tensor exp log log2 log10 sqrt sin cos tan tanh abs sign maximum minimum clip where sum mean std var max
    min argmax argmin cumsum prod dot matmul inner outer concatenate stack hstack vstack tril triu round around
    norm trace convolve softmax relu sigmoid layer_norm len float int range zeros ones full eye identity arange
    linspace zeros_like ones_like copy clone astype sorted list
    """
)
