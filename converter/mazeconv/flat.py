"""What compiled kernels index instead of arrays: plain memory, as a loop in C would, and a random source in a register.

numba tests every signed index of an array for wrapping round, and keeps what an array holds in memory. A `Flat` is a
place in memory and a length, and no more: an index must not be negative, and one beyond the end is not caught, as numba
catches none in an array either. The random source is a `Flat` of one number on the stack of a function into which the
kernel is compiled, so that the compiler can hold it in a register.

This module imports numba; only `compiling` imports it.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, register_model


class Flat(types.Type):
    """Be the type of so many numbers of one kind in a row."""

    def __init__(self, dtype: types.Type) -> None:
        self.dtype = dtype
        super().__init__(name=f"Flat({dtype})")


@register_model(Flat)
class FlatModel(models.StructModel):
    """Say that a `Flat` is a pointer and a length."""

    def __init__(self, manager: Any, of: Flat) -> None:
        super().__init__(manager, of, [("data", types.CPointer(of.dtype)), ("size", types.intp)])


def _made(context: Any, builder: Any, of: Flat, data: Any, size: Any) -> Any:
    made = cgutils.create_struct_proxy(of)(context, builder)
    made.data = data
    made.size = size
    return made._getvalue()  # noqa: SLF001 - that is how numba says it


@intrinsic
def flats(typing_context: Any, arrays: Any) -> Any:
    """Return a tuple of arrays as a tuple of flats that share their memory."""
    del typing_context
    kinds = types.BaseTuple.from_types([Flat(array.dtype) for array in arrays])

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = []
        for i, (kind, of) in enumerate(zip(signature.return_type, signature.args[0], strict=True)):
            array = context.make_array(of)(context, builder, builder.extract_value(arguments[0], i))
            made.append(_made(context, builder, kind, array.data, array.nitems))
        return context.make_tuple(builder, signature.return_type, made)

    return kinds(arrays), generate


@intrinsic
def source(typing_context: Any, seed: Any) -> Any:
    """Return a random source that lives as long as the function that asks for it."""
    del typing_context

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = cgutils.alloca_once_value(builder, arguments[0])
        return _made(context, builder, signature.return_type, data, context.get_constant(types.intp, 1))

    return Flat(types.uint64)(seed), generate


@infer_global(operator.getitem)
class FlatGet(AbstractTemplate):
    """Say what `flat[index]` takes and gives."""

    def generic(self, arguments: Any, _keywords: Any) -> Any:
        """Return the signature, or None for what is no `Flat`."""
        flat, index = arguments
        known = isinstance(flat, Flat) and isinstance(index, types.Integer)
        return signature(flat.dtype, flat, types.intp) if known else None


@infer_global(operator.setitem)
class FlatSet(AbstractTemplate):
    """Say what `flat[index] = value` takes."""

    def generic(self, arguments: Any, _keywords: Any) -> Any:
        """Return the signature, or None for what is no `Flat`."""
        flat, index, _ = arguments
        known = isinstance(flat, Flat) and isinstance(index, types.Integer)
        return signature(types.none, flat, types.intp, flat.dtype) if known else None


@infer_global(len)
class FlatLen(AbstractTemplate):
    """Say what `len(flat)` takes and gives."""

    def generic(self, arguments: Any, _keywords: Any) -> Any:
        """Return the signature, or None for what is no `Flat`."""
        (flat,) = arguments
        return signature(types.intp, flat) if isinstance(flat, Flat) else None


def _place(context: Any, builder: Any, of: Flat, flat: Any, index: Any) -> Any:
    """Return the pointer to the number that an index means."""
    data = cgutils.create_struct_proxy(of)(context, builder, flat).data
    return builder.gep(data, [index], inbounds=True)


@lower_builtin(operator.getitem, Flat, types.Integer)
def _get(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place = _place(context, builder, signature.args[0], *arguments)
    return context.unpack_value(builder, signature.return_type, place)


@lower_builtin(operator.setitem, Flat, types.Integer, types.Any)
def _set(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    flat, index, value = arguments
    place = _place(context, builder, signature.args[0], flat, index)
    context.pack_value(builder, signature.args[2], value, place)
    return context.get_dummy_value()


@lower_builtin(len, Flat)
def _len(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0]).size
