(function (held, generator) {
  /* Mazes of one kind, whether they are held or made: `wall` and `roadType` of a tile, its `places`, and the `origin`
     from which a saved game makes it again. */

  /* Around what `wallAt` gives, all is wall: 1, and 0 for road. */
  function maze(origin, width, height, places, wallAt) {
    function wall(column, row) {
      return column >= 0 && column < width && row >= 0 && row < height ? wallAt(column, row) : 1;
    }

    return {
      origin: origin,
      width: width,
      size: width * height,
      places: places,
      wall: wall,
      roadType: function (column, row) {
        if (wall(column, row)) {
          return -1;
        }
        return 8 * wall(column, row - 1) + 4 * wall(column - 1, row) + 2 * wall(column + 1, row) +
          wall(column, row + 1);
      }
    };
  }

  function number(index) {
    var rows = held[index].rows;
    return maze({ held: index }, rows[0].length, rows.length, held[index].places, function (column, row) {
      return rows[row].charAt(column) === "#" ? 1 : 0;
    });
  }

  /* Begins a new maze; its `step` digs on and gives the maze when it is complete, else null. */
  function begin(seed, width, height) {
    var making = generator.begin(seed, width, height);
    return {
      seed: seed,
      step: function (cells) {
        if (!making.step(cells)) {
          return null;
        }
        var places = { start: [[1, 1]], goal: [[width - 2, height - 2]] };
        return maze({ seed: seed, width: width, height: height }, width, height, places, function (column, row) {
          return making.wall[row * width + column];
        });
      }
    };
  }

  function goodSize(width, height) {
    return width >= 3 && width % 2 === 1 && height >= 3 && height % 2 === 1;
  }

  /* The maze of an origin, or null if it is none. */
  function again(origin) {
    if (origin && held[origin.held]) {
      return number(origin.held);
    }
    if (origin && goodSize(origin.width, origin.height) && typeof origin.seed === "number") {
      return begin(origin.seed, origin.width, origin.height).step(Infinity);
    }
    return null;
  }

  return { number: number, begin: begin, goodSize: goodSize, again: again };
})
