"""The recipe of a generated level: all that makes it again, and the command that does."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta, Struct

from mazeconv.runs import inline

# What XML 1.0 and a single line can carry: a text that one format cannot hold is refused by the model, not lost later.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
OneLine = Annotated[str, Meta(pattern=rf"\A(?!(?s:.*){CONTROL.pattern})")]


class Recipe(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hold all that makes a generated level again, tile for tile.

    `size` is (width, height) in tiles, outer wall included. `start` and `goal` are what was asked for: "X,Y" in
    tiles, a policy such as "farthest", or "" for the generator's own. `options` and `shape` hold command-line texts;
    `mask` and `plan` hold packed rows of text.
    """

    generator: Annotated[OneLine, Meta(min_length=1)]
    version: Annotated[int, Meta(ge=1)]
    seed: Annotated[OneLine, Meta(min_length=1)]
    size: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]]
    start: OneLine = ""
    goal: OneLine = ""
    options: dict[OneLine, OneLine] = {}
    shape: tuple[OneLine, ...] = ()
    mask: tuple[OneLine, ...] = ()
    plan: tuple[OneLine, ...] = ()

    def command(self, require: str = "") -> str:
        """Return the command that makes the level again; with a condition, one that looks for levels that meet it."""
        from mazeconv.words import command_line

        words = [
            "mazeconv",
            "search" if require else "generate",
            "--generator",
            self.generator + (f"@{self.version}" if self.version > 1 else ""),
            "--size",
            "{}x{}".format(*self.size),
        ]
        if not require:
            words += [f"--seed={self.seed}"] if self.seed[0] == "-" else ["--seed", self.seed]
        words += ["--start", self.start] if self.start else []
        words += ["--goal", self.goal] if self.goal else []
        for key, value in self.options.items():
            words += ["-G", f"{key}={value}"]
        for step in self.shape:
            words += ["--shape", step]
        words += ["--mask", inline(self.mask)] if self.mask else []
        words += ["--plan", inline(self.plan)] if self.plan else []
        words += ["--require", require] if require else []
        return command_line(words)
