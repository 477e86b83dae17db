"""Run the command line: `python -m mazeconv`, and the program `mazeconv`."""

import gc
import sys

from mazeconv.interrupted import leave


def main() -> None:
    """Load the command line and run it; Ctrl-C while it loads, or a second one, ends it as quietly as later."""
    # Loading makes many objects and hardly any garbage, so that looking for it often is time lost.
    gc.set_threshold(50_000, 20, 20)
    try:
        from mazeconv.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted\n")
        leave()
    finally:
        # All that is loaded goes with the process; looking through it for garbage first takes longer than a small maze.
        gc.freeze()


if __name__ == "__main__":
    main()
