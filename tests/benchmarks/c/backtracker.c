/* Depth first, the way back kept in bits 3 and 4 of each cell. */
#include "lattice.h"

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    Moves moves = moves_of(cols);
    int64_t root = cols + 3, here = root;
    (void)rows;
    links[root] |= VISITED;
    for (;;) {
        unsigned ways = 0, n = 0;
        for (int d = 0; d < 4; d++)
            if (!links[here + moves.step[d]]) {
                ways |= (unsigned)d << n;
                n += 2;
            }
        if (n) {
            if (n > 2)
                ways >>= 2 * below(&seed, n >> 1);
            int d = ways & 3;
            links[here + moves.stored[d]] |= moves.bit[d];
            here += moves.step[d];
            links[here] |= VISITED | (d ^ 2) << 3;
        } else if (here == root) {
            return;
        } else {
            here += moves.step[links[here] >> 3];
        }
    }
}
