/* Hunt and kill: walk until blocked, hunt on from the first cell left out. */
#include "lattice.h"

enum { CARVED = 8 };

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    Moves moves = moves_of(cols);
    int stride = cols + 2;
    int64_t here = 0, at = stride + 1, end = (int64_t)rows * stride + cols + 1;
    for (;;) {
        uint32_t options = 0;
        int n = 0;
        if (here > 0)
            for (int d = 0; d < 4; d++)
                if (links[here + moves.step[d]] == 0) {
                    options |= (uint32_t)d << n;
                    n += 2;
                }
        if (n > 0) {
            if (n > 2)
                options >>= 2 * below(&seed, (uint32_t)n >> 1);
            int d = options & 3;
            links[here + moves.stored[d]] |= (uint8_t)moves.bit[d];
            here += moves.step[d];
        } else {
            while (at < end && links[at])
                at++;
            if (at >= end)
                return;
            here = at;
            for (int d = 0; d < 4; d++)
                if (links[here + moves.step[d]] & CARVED) {
                    options |= (uint32_t)d << n;
                    n += 2;
                }
            if (n > 0) {
                if (n > 2)
                    options >>= 2 * below(&seed, (uint32_t)n >> 1);
                int d = options & 3;
                links[here + moves.stored[d]] |= (uint8_t)moves.bit[d];
            }
        }
        links[here] |= VISITED | CARVED;
    }
}
