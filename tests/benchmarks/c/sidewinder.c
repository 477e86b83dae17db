/* Sidewinder: runs to the east, each of which opens one of its cells to the north; masked cells are VISITED. */
#include "lattice.h"

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    int64_t stride = cols + 2, first = stride + 1, end = (int64_t)rows * stride + cols + 1;
    int64_t run = first, norths = 0;
    for (int64_t here = first; here < end; here++) {
        if (links[here] & VISITED) {
            run = here + 1;
            continue;
        }
        norths += !(links[here - stride] & VISITED);
        if (!(links[here + 1] & VISITED) && (norths == 0 || rnd(&seed) < 0x80000000u)) {
            links[here] |= PASSAGE_EAST;
            continue;
        }
        if (norths > 0) {
            int64_t pick = here;
            if (here > run)
                pick -= below(&seed, (uint32_t)(here - run + 1));
            while (links[pick - stride] & VISITED)
                pick = pick > run ? pick - 1 : here;
            links[pick - stride] |= PASSAGE_SOUTH;
            norths = 0;
        }
        run = here + 1;
    }
}
