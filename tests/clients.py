"""The programs and packages that must open what mazeconv writes."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest


def need(name: str) -> Any:
    """Return the path of the program, or else the package, called `name`.

    One that is missing skips the test on a developer's machine and fails it in CI, where nothing may be missing.
    """
    if path := shutil.which(name):
        return path
    if find_spec(name) is not None:
        return import_module(name)
    if os.environ.get("CI"):
        pytest.fail(f"{name} is missing, and CI must have it")
    pytest.skip(f"{name} is not installed")
