/* A spiral from a corner to the middle; the first word of the stream chooses corner and turn. */
#include "lattice.h"

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    Moves moves = moves_of(cols);
    int stride = cols + 2;
    uint32_t word = rnd(&seed);
    int corner = word >> 30, right = !(word >> 29 & 1);
    int64_t here = (int64_t)(corner > 1 ? rows : 1) * stride + (corner == 1 || corner == 2 ? cols : 1);
    int heading = (corner + (right ? 1 : 2)) & 3, turn = right ? 1 : 3;
    links[here] |= VISITED;
    for (;;) {
        if (links[here + moves.step[heading]])
            heading = (heading + turn) & 3;
        int64_t step = moves.step[heading], first = here;
        uint8_t bit = (uint8_t)moves.bit[heading];
        for (; !links[here + step]; here += step)
            links[here + step] = VISITED | bit;
        if (here == first)
            return;
        if (step > 0) {
            links[first] |= bit;
            links[here] ^= bit;
        }
    }
}
