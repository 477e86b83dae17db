"""How the program ends after Ctrl-C."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

INTERRUPTED = 130


def leave() -> NoReturn:
    """End the process with the exit code of an interruption, once all that was said is out.

    After an interrupt inside an import, or inside code made at run time, Python ends itself by the signal, whatever
    exit code it is given.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(INTERRUPTED)
