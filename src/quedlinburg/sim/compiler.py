"""What of numba the package uses, with types. Needs the extra `fast`.

numba has no types of its own, so that this module and `dispatch` are the only ones that import it:
this one its public interface, `dispatch` the private one.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

import numba
import numpy as np
from numba.extending import overload

F = TypeVar("F", bound=Callable[..., object])


class Type(Protocol):
    """A type of the compiler; called with the types of arguments it makes a signature."""

    def __call__(self, *arguments: "Type") -> "Signature":
        """Make the signature of a function that returns this type."""
        ...


class Signature(Protocol):
    """The types of a function's arguments and of what it returns."""

    args: tuple[Type, ...]
    return_type: Type


INT: Type = numba.int64
FLOAT: Type = numba.float64
BOOLEAN: Type = numba.boolean
NOTHING: Type = numba.void
FLOAT_ROW: Type = numba.float64[::1]

# No Python wrapper is made for what only compiled code calls.
_INNER: Mapping[str, bool] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def record(dtype: np.dtype[np.void]) -> Type:
    """The compiler's type for one numpy record."""
    found: Type = numba.from_dtype(dtype)
    return found


def named_tuple(parts: tuple[Type, ...], of: type[tuple[object, ...]]) -> Type:
    """The compiler's type for a named tuple with parts of such types."""
    found: Type = numba.types.NamedTuple(parts, of)
    return found


def source_hash(paths: Iterable[Path]) -> str:
    """A name for this exact state of some files or folders of sources, and of the compiler."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in paths:
        inside = (path,) if path.is_file() else (*path.rglob("*.py"), *path.rglob("*.toml"))
        for source in sorted(inside):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(paths: Iterable[Path]) -> Path:
    """Where the compiled functions of some sources are kept between runs.

    The folder is named after the sources, because numba's own cache does not notice an edited
    function two calls away.
    """
    base = os.environ.get("QUEDLINBURG_CACHE") or os.environ.get("XDG_CACHE_HOME")
    home = Path(base) if base else Path.home() / ".cache"
    if not os.access(home.parent if not home.exists() else home, os.W_OK):
        home = Path(tempfile.gettempdir())
    return home / "quedlinburg" / source_hash(paths)


def compile_with(folder: Path) -> Callable[[F], F]:
    """A decorator that compiles a function when it is first called, and keeps it in a folder."""

    def decorate(function: F) -> F:
        """Compile when first called."""
        numba.config.CACHE_DIR = str(folder)
        compiled: F = numba.njit(cache=True)(function)
        return compiled

    return decorate


def replace(
    function: Callable[..., object], version: Callable[..., object], *, counts_arrays: bool
) -> None:
    """Let compiled code run `version` where the source calls `function`; they may be the same.

    A function that neither makes arrays nor is given new ones need not count their references.
    """
    options = {**_INNER, "_nrt": counts_arrays}
    overload(function, jit_options=options, strict=False)(lambda *_: version)
