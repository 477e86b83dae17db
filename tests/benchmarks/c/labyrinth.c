/* Roads that grow tile by tile from a corner to the opposite one, and then fork wherever a road fits. */
#include <string.h>

#include "lattice.h"

/* A tile's byte counts the roads beside it and carries two flags; a tile that may become road has a 1 there. */
enum { ROAD = 8, BLOCKED = 16, ATTEMPTS = 20 };

static const uint64_t LABYRINTH = 0x0EF9C3C9DE3BBA16u;

static void pave(uint8_t *tile, const int steps[4])
{
    *tile += ROAD;
    for (int d = 0; d < 4; d++)
        tile[steps[d]]++;
}

static void close_in(int rows, int cols, uint8_t *tiles)
{
    memset(tiles, BLOCKED, (size_t)rows * cols);
    for (int row = 1; row < rows - 1; row++)
        memset(tiles + (int64_t)row * cols + 1, 0, cols - 2);
}

/* Return whether the goal was joined; the list `growing` has room for all tiles inside the border. */
static int spread(uint64_t rng, int32_t start, int32_t goal, const int steps[4], uint8_t *tiles, int32_t *growing)
{
    uint32_t count = 1;
    growing[0] = start;
    /* A road is chosen at random and walked on from until it is stuck; a stuck one is dropped for good. */
    int64_t at = 0;
    int joined = 0;
    for (;;) {
        int32_t tile = 0;
        if (!joined) {
            if (tiles[goal] == BLOCKED + 1) {
                pave(tiles + goal, steps);
                joined = 1;
                at = -1;
                continue;
            }
            int ways = 0;
            for (int d = 0; d < 4; d++)
                if (tiles[goal + steps[d]] <= 1) {
                    ways++;
                    tile = goal + steps[d];
                }
            if (!ways)
                return 0;
            /* The last way to the goal is taken while it can be. */
            if (ways == 1 && tiles[tile] == 1)
                at = count++;
            else
                tile = 0;
        }
        if (!tile) {
            if (at < 0) {
                if (!count)
                    return joined;
                at = below(&rng, count);
            }
            int32_t here = growing[at];
            unsigned ways = 0, n = 0;
            for (int d = 0; d < 4; d++)
                if (tiles[here + steps[d]] == 1) {
                    ways |= (unsigned)d << n;
                    n += 2;
                }
            if (!n) {
                growing[at] = growing[--count];
                at = -1;
                continue;
            }
            if (n > 2) {
                ways >>= 2 * below(&rng, n >> 1);
                at = count++;
            }
            tile = here + steps[ways & 3];
        }
        pave(tiles + tile, steps);
        growing[at] = tile;
    }
}

void carve(uint64_t seed, int rows, int cols, uint8_t *tiles)
{
    const int steps[4] = {-cols, 1, cols, -1};
    int64_t size = (int64_t)rows * cols;
    int32_t start = cols + 1, goal = (int32_t)(size - cols - 2);
    int32_t *growing = malloc((size_t)(rows - 2) * (cols - 2) * sizeof *growing);
    int joined = 0;
    for (int attempt = 0; attempt < ATTEMPTS && !joined; attempt++) {
        close_in(rows, cols, tiles);
        tiles[goal] |= BLOCKED;
        pave(tiles + start, steps);
        joined = spread(child(seed, LABYRINTH, attempt), start, goal, steps, tiles, growing);
    }
    free(growing);
    if (!joined)
        /* It takes 20 unlucky attempts; the generator then begins with a given way, which is not measured here. */
        memset(tiles, BLOCKED, size);
    for (int64_t here = 0; here < size; here++)
        tiles[here] = tiles[here] & ROAD ? FLOOR : WALL;
}
