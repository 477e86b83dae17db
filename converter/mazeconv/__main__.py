"""Run the command line: `python -m mazeconv`."""

from mazeconv.cli import main

main()
