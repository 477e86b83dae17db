"""What programmers ask of a class first, `help` and its signature, has an answer."""

from __future__ import annotations

import inspect
import pydoc
from typing import Any

import pytest

import mazeconv
from mazeconv import generators, shaping, solvers
from mazeconv.batches import Batch
from mazeconv.formats import Format
from mazeconv.grid import Grid, Lattice
from mazeconv.hunting import Hunt
from mazeconv.kernels import Machine
from mazeconv.rng import Stream
from mazeconv.searching import Aim, Hit
from mazeconv.source import Source
from mazeconv.tables import Table

PUBLIC = [getattr(mazeconv, name) for name in mazeconv.__all__]
OF_PLUGINS = [Format, Table, Grid, Lattice, Machine, Stream, Source, Batch, Aim, Hit, Hunt, shaping.Step, shaping.Task]
OF_PLUGINS += [generators.Generator, generators.Job, solvers.Solver, solvers.Job]


@pytest.mark.parametrize("asked", [*PUBLIC, *OF_PLUGINS], ids=lambda asked: f"{asked.__module__}.{asked.__qualname__}")
def test_help_and_signature(asked: Any) -> None:
    assert pydoc.render_doc(asked)
    if asked is not mazeconv.MazeconvNotice:  # Python's own warnings have none
        assert inspect.signature(asked) is not None
