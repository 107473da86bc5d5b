"""Calling compiled functions by number, through their addresses. Needs the extra `fast` (numba).

A function that is called by its name is compiled into its caller, and again into the caller's
caller, each time with all that it calls itself. A switchboard keeps the two apart: each function
is compiled and cached once, when it is first needed, and any compiled code can call it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core import cgutils, codegen
from numba.extending import intrinsic

from quedlinburg.sim.arrays import Array

# What numba writes its code with, and what it finds symbols with.
ir = cgutils.ir
symbols = codegen.ll

NOT_CONNECTED = "a function that compiled code calls by its address is not connected yet"


class Line(NamedTuple):
    """A function that can be called by its address: as numba compiles it, and its signature."""

    function: Any
    signature: Any


class Switchboard:
    """Compiled functions by number, for compiled code to call.

    Compiled code finds the addresses by the name of the board, also when it comes from a cache.
    """

    def __init__(self, name: str, lines: Sequence[Line]) -> None:
        """Lay the board out; its name must be its own among all boards."""
        self._lines = lines
        self._addresses: Array = np.zeros(len(lines), np.int64)
        symbols.add_symbol(name, self._addresses.ctypes.data)
        self.address_of = intrinsic(_type_address(name))

    def connect(self, number: int) -> None:
        """Compile a function, or take it from the cache, so that it can be called."""
        if not 0 <= number < len(self._lines):
            raise ValueError(f"line: {number} is not known; known: 0 to {len(self._lines) - 1}")
        if self._addresses[number] == 0:
            function, signature = self._lines[number]
            function.compile(signature.args)
            made = function.overloads[signature.args]
            pointer = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
            self._addresses[number] = pointer

    def connect_all(self) -> None:
        """Connect every function of the board."""
        for number in range(len(self._lines)):
            self.connect(number)

    def version(self, number: int) -> Callable[..., Any]:
        """What compiled code calls in place of a function: the same by its address."""
        address_of, call = self.address_of, call_with(self._lines[number].signature)

        def by_address(*arguments: Any) -> Any:
            """Call the function of the board."""
            return call(address_of(number), arguments)

        return by_address


def _type_address(name: str) -> Callable[..., Any]:
    """Compiled code for the address of a function by number; one that is missing is an error."""

    def address_of(_context: Any, number: Any) -> Any:
        """Read the board's list, which lies where its name says."""

        def generate(target: Any, builder: Any, _signature: Any, values: Any) -> Any:
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

        return numba.int64(numba.int64), generate

    return address_of


def call_with(signature: Any) -> Any:
    """Compiled code that calls the function at an address, with a tuple of arguments."""

    def call(_context: Any, address: Any, arguments: Any) -> Any:
        """Call as compiled functions call each other."""

        def generate(target: Any, builder: Any, own: Any, values: Any) -> Any:
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

        return signature.return_type(numba.int64, arguments), generate

    return intrinsic(call)
