"""Calling compiled functions by number, through their addresses. Needs the extra `fast` (numba).

numba compiles a function that is called by its name into its caller, and again into the caller's
caller, each time with all that it calls itself. A switchboard keeps the two apart: each function
is compiled and cached once, when it is first needed, and any compiled code can call it.

numba has no public interface for that. This is the only module that uses its private one; what it
relies on stands in `PROMISES` and is tested one by one, and numba is pinned to the minor versions
that were tested.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils
from numba.core.base import BaseContext
from numba.core.dispatcher import Dispatcher
from numba.core.typing.context import BaseContext as TypingContext
from numba.core.typing.templates import Signature as OwnSignature
from numba.extending import intrinsic

from quedlinburg.sim.arrays import IntArray
from quedlinburg.sim.compiler import INT, NOTHING, Signature, Type

R = TypeVar("R")

NOT_CONNECTED = "a function that compiled code calls by its address is not connected yet"

PROMISES: Mapping[str, str] = {
    "symbols": "compiled code finds by name what was added to the symbols of the linker",
    "address": "a compiled function tells the address of its code",
    "cache": "a function that comes from the cache tells its address, too",
    "call": "compiled code can call an address as compiled functions call each other",
    "errors": "what a function raises that is called by its address is raised on",
    "copy": "a record is a pointer to its bytes, which can be copied at once",
}
"""What numba is relied on for beyond its public interface, in words."""

# What writes the instructions of a function of ours: it is given the target, the builder, the
# signature and the values of the arguments.
Generate: TypeAlias = Callable[
    [BaseContext, ir.IRBuilder, OwnSignature, Sequence[ir.Value]], ir.Value | None
]


class Line(NamedTuple):
    """A function that can be called by its address: as numba compiles it, and its signature."""

    function: Callable[..., object]
    signature: Signature


class Switchboard:
    """Compiled functions by number, for compiled code to call.

    Compiled code finds the addresses by the name of the board, also when it comes from a cache.
    """

    def __init__(self, name: str, lines: Sequence[Line]) -> None:
        """Lay the board out; its name must be its own among all boards."""
        self._lines = lines
        self._addresses: IntArray = np.zeros(len(lines), np.int64)
        binding.add_symbol(name, self._addresses.ctypes.data)
        self.address_of: Callable[[int], int] = intrinsic(_type_address(name))

    def connect(self, number: int) -> None:
        """Compile a function, or take it from the cache, so that it can be called."""
        if not 0 <= number < len(self._lines):
            raise ValueError(f"line: {number} is not known; known: 0 to {len(self._lines) - 1}")
        if self._addresses[number] == 0:
            self._addresses[number] = address_of(*self._lines[number])

    def connect_all(self) -> None:
        """Connect every function of the board."""
        for number in range(len(self._lines)):
            self.connect(number)

    def version(self, number: int) -> Callable[..., object]:
        """What compiled code calls in place of a function: the same by its address."""
        find, call = self.address_of, call_with(self._lines[number].signature, object)

        def by_address(*arguments: object) -> object:
            """Call the function of the board."""
            return call(find(number), arguments)

        return by_address


def address_of(function: Callable[..., object], signature: Signature) -> int:
    """Compile a function, or take it from the cache, and find the address of its code."""
    if not isinstance(function, Dispatcher):
        raise TypeError(f"{function!r} is not made by the compiler")
    made = function.get_compile_result(signature)
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


def _type_address(
    name: str,
) -> Callable[[TypingContext, Type], tuple[Signature, Generate]]:
    """Compiled code for the address of a function by number; one that is missing is an error."""

    def find(_context: TypingContext, number: Type) -> tuple[Signature, Generate]:
        """Read the board's list, which lies where its name says."""

        def generate(
            target: BaseContext,
            builder: ir.IRBuilder,
            _signature: OwnSignature,
            values: Sequence[ir.Value],
        ) -> ir.Value:
            """Write the load and the check."""
            module = builder.module
            board = module.globals.get(name)
            if board is None:
                board = ir.GlobalVariable(module, ir.IntType(64), name)
            address = builder.load(builder.gep(board, [values[0]]))
            missing = builder.icmp_unsigned("==", address, address.type(0))
            with builder.if_then(missing, likely=False):
                target.call_conv.return_user_exc(builder, RuntimeError, (NOT_CONNECTED,))
            return address

        return INT(INT), generate

    return find


def call_with(signature: Signature, returns: type[R]) -> Callable[[int, tuple[object, ...]], R]:
    """Compiled code that calls the function at an address, with a tuple of arguments."""

    def call(_context: TypingContext, address: Type, arguments: Type) -> tuple[Signature, Generate]:
        """Call as compiled functions call each other."""

        def generate(
            target: BaseContext,
            builder: ir.IRBuilder,
            own: OwnSignature,
            values: Sequence[ir.Value],
        ) -> ir.Value:
            """Write the call; what the function raises is raised on."""
            convention = target.call_conv
            kinds, back = signature.args, signature.return_type
            type_ = convention.get_function_type(back, kinds)
            function = builder.inttoptr(values[0], ir.PointerType(type_))
            given = [
                target.cast(builder, value, kind, wanted)
                for value, kind, wanted in zip(
                    cgutils.unpack_tuple(builder, values[1]), own.args[1].types, kinds, strict=True
                )
            ]
            status, result = convention.call_function(builder, function, back, kinds, given)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return result

        return signature.return_type(INT, arguments), generate

    made: Callable[[int, tuple[object, ...]], R] = intrinsic(call)
    return made


def _type_copy(_context: TypingContext, record: Type, into: Type) -> tuple[Signature, Generate]:
    """Copy the bytes of a record over another of the same type."""

    def generate(
        target: BaseContext,
        builder: ir.IRBuilder,
        own: OwnSignature,
        values: Sequence[ir.Value],
    ) -> None:
        """Write the one instruction that copies."""
        size = target.get_constant(INT, own.args[0].size)
        cgutils.raw_memcpy(builder, values[1], values[0], size, 1)

    return NOTHING(record, into), generate


copy_record: Callable[[object, object], None] = intrinsic(_type_copy)
