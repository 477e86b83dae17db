/* One random walk over all cells, 16 directions from one word. */
#include "lattice.h"

enum { IN_TREE = 8 };

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    Moves moves = moves_of(cols);
    int64_t stride = cols + 2, here = (rows / 2 + 1) * stride + cols / 2 + 1;
    int64_t missing = (int64_t)rows * cols - 1;
    links[here] |= VISITED | IN_TREE;
    while (missing) {
        uint32_t word = rnd(&seed);
        for (int k = 0; k < 16 && missing; k++) {
            int d = word & 3;
            word >>= 2;
            int64_t there = here + moves.step[d];
            uint8_t found = links[there];
            if (found & IN_TREE) {
                here = there;
            } else if (!found) {
                links[here + moves.stored[d]] |= moves.bit[d];
                links[there] |= VISITED | IN_TREE;
                here = there;
                missing--;
            }
        }
    }
}
