"""Run the command line: `python -m mazeconv`, and the program `mazeconv`."""

import sys

from mazeconv.interrupted import leave


def main() -> None:
    """Load the command line and run it; Ctrl-C while it loads, or a second one, ends it as quietly as later."""
    try:
        from mazeconv.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted\n")
        leave()


if __name__ == "__main__":
    main()
