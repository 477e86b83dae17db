/* Binary tree: every cell opens north or west. */
#include "lattice.h"

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    int stride = cols + 2;
    uint8_t *end = links + (size_t)rows * stride + cols + 1;
    for (uint8_t *here = links + stride + 1; here < end; here++) {
        if (*here & VISITED)
            continue;
        if (here[-stride] & VISITED) {
            if (!(here[-1] & VISITED))
                here[-1] |= PASSAGE_EAST;
        } else if (here[-1] & VISITED || rnd(&seed) < 0x80000000u) {
            here[-stride] |= PASSAGE_SOUTH;
        } else {
            here[-1] |= PASSAGE_EAST;
        }
    }
}
