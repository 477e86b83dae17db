/* Walks from random dug cells in random directions, each until blocked. */
#include "lattice.h"

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    Moves moves = moves_of(cols);
    int32_t *active = malloc((size_t)rows * cols * sizeof *active);
    uint32_t count = 1;
    active[0] = cols + 3;
    links[active[0]] |= VISITED;
    while (count) {
        uint32_t at = below(&seed, count);
        int64_t here = active[at];
        if (links[here + moves.step[0]] && links[here + moves.step[1]] && links[here + moves.step[2]] &&
            links[here + moves.step[3]]) {
            active[at] = active[--count];
            continue;
        }
        for (;;) {
            int d = rnd(&seed) >> 30;
            if (links[here + moves.step[d]])
                break;
            links[here + moves.stored[d]] |= moves.bit[d];
            here += moves.step[d];
            links[here] |= VISITED;
            active[count++] = (int32_t)here;
        }
    }
    free(active);
}
