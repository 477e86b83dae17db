"""What every command takes, as the program itself knows it: for hints, and for the page of all options."""

from __future__ import annotations

from typing import Any, NamedTuple


class Taken(NamedTuple):
    """Hold an argument or an option of a command: its names, what it takes (nothing for a yes), default and help."""

    names: tuple[str, ...]
    takes: str
    default: str
    help: str
    is_option: bool


class Command(NamedTuple):
    """Hold a command: what it says of itself, and what it takes, arguments first."""

    title: str
    takes: tuple[Taken, ...]

    @property
    def options(self) -> dict[str, Taken]:
        """Return the options by each of their names."""
        return {name: one for one in self.takes if one.is_option for name in one.names}


def commands(first: str = "") -> dict[str, Command]:
    """Return all commands by their names, such as "export" and "agtk patch", in the order of the help.

    Of `first`, where it is one of them, only that one and those within it; that is much faster.
    """
    import typer

    from mazeconv.cli import COMMANDS, app_for

    # A command of commands, which Typer's types do not say.
    group: Any = typer.main.get_command(app_for([first]))
    there = group.commands
    return {name: one for word in COMMANDS if word in there for name, one in _of(word, there[word])}


def _of(name: str, found: Any) -> list[tuple[str, Command]]:
    inner = getattr(found, "commands", None)
    if inner is not None:
        return [pair for word, one in inner.items() for pair in _of(f"{name} {word}", one)]
    takes = sorted(map(_taken, found.params), key=lambda one: one.is_option)
    return [(name, Command(str(found.help).partition("\n")[0], tuple(takes)))]


def _taken(parameter: Any) -> Taken:
    is_option = parameter.param_type_name == "option"
    flag = bool(getattr(parameter, "is_flag", False))
    names = (*parameter.opts, *parameter.secondary_opts) if is_option else (parameter.metavar or parameter.name,)
    choices = "|".join(getattr(parameter.type, "choices", ()))
    takes = "" if flag or not is_option else parameter.metavar or choices
    # What is not given is told by the help; a yes is not given.
    default = "" if flag or parameter.default is None else str(parameter.default)
    return Taken(names, takes, default, parameter.help or "", is_option)
