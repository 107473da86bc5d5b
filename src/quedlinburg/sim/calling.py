"""Calling compiled functions by number, through their addresses. Needs the extra `fast` (numba).

A function that is called by its name is compiled into its caller, and again into the caller's
caller, each time with all that it calls itself. A switchboard keeps the two apart: each function
is compiled and cached once, when it is first needed, and any compiled code can call it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from quedlinburg.sim.arrays import Array


class Switchboard:
    """Compiled functions of one signature by number, for compiled code to call.

    Compiled code finds the addresses by the name of the board, also when it comes from a cache.
    """

    def __init__(self, name: str, signature: Any, functions: tuple[Any, ...]) -> None:
        """Lay the board out; its name must be its own among all boards."""
        self._signature = signature
        self._functions = functions
        self._addresses: Array = np.zeros(len(functions), np.int64)
        llvmlite.binding.add_symbol(name, self._addresses.ctypes.data)
        self.address_of = intrinsic(_type_address(name))
        self.call = intrinsic(_type_call(signature))

    def connect(self, number: int) -> None:
        """Compile a function, or take it from the cache, so that it can be called."""
        if not 0 <= number < len(self._functions):
            raise ValueError(f"function: {number} is not known; known: 0 to {len(self._functions)}")
        if self._addresses[number] == 0:
            function = self._functions[number]
            function.compile(self._signature.args)
            made = function.overloads[self._signature.args]
            self._addresses[number] = made.library.get_pointer_to_function(
                made.fndesc.llvm_func_name
            )


def _type_address(name: str) -> Callable[..., Any]:
    """Compiled code for the address of a function by number, 0 while it is not connected."""

    def address_of(_context: Any, number: Any) -> Any:
        """Read the board's list, which lies where its name says."""

        def generate(_target: Any, builder: Any, _signature: Any, values: Any) -> Any:
            """Write the load."""
            module = builder.module
            board = module.globals.get(name)
            if board is None:
                board = ir.GlobalVariable(module, ir.IntType(64), name)
            return builder.load(builder.gep(board, [values[0]]))

        return numba.int64(numba.int64), generate

    return address_of


def _type_call(signature: Any) -> Callable[..., Any]:
    """Compiled code that calls the function at an address."""

    def call(_context: Any, address: Any, arguments: Any) -> Any:
        """Call with a tuple of arguments, as compiled functions call each other."""

        def generate(target: Any, builder: Any, _signature: Any, values: Any) -> Any:
            """Write the call; what the function raises is raised on."""
            kinds = signature.args
            convention = target.call_conv
            type_ = convention.get_function_type(signature.return_type, kinds)
            function = builder.inttoptr(values[0], ir.PointerType(type_))
            given = cgutils.unpack_tuple(builder, values[1])
            status, result = convention.call_function(
                builder, function, signature.return_type, kinds, given
            )
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return result

        return signature.return_type(numba.int64, arguments), generate

    return call
