/* Prim's algorithm, simplified: a random cell of the tree grows into a random new neighbour. */
#include "lattice.h"

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    Moves moves = moves_of(cols);
    uint32_t *active = malloc((size_t)rows * cols * sizeof *active);
    uint32_t count = 1;
    active[0] = (uint32_t)cols + 3;
    links[active[0]] |= VISITED;
    while (count) {
        uint32_t at = below(&seed, count);
        int64_t here = active[at];
        unsigned ways = 0, n = 0;
        for (int d = 0; d < 4; d++)
            if (!links[here + moves.step[d]]) {
                ways |= (unsigned)d << n;
                n += 2;
            }
        if (!n) {
            active[at] = active[--count];
            continue;
        }
        if (n > 2)
            ways >>= 2 * below(&seed, n >> 1);
        int d = ways & 3;
        links[here + moves.stored[d]] |= moves.bit[d];
        here += moves.step[d];
        links[here] |= VISITED;
        active[count++] = (uint32_t)here;
    }
    free(active);
}
