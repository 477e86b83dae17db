/* Loop-erased random walks to the tree, 16 directions from one word. */
#include "lattice.h"

enum { IN_TREE = 8, WAY = 5 };

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    Moves moves = moves_of(cols);
    int64_t stride = cols + 2, end = (int64_t)(rows + 2) * stride;
    uint32_t word = 0, draws = 0;
    links[(rows / 2 + 1) * stride + cols / 2 + 1] |= VISITED | IN_TREE;
    for (int64_t begin = stride + 1; begin < end; begin++) {
        if (links[begin] & VISITED)
            continue;
        for (int64_t here = begin;;) {
            if (!draws) {
                word = rnd(&seed);
                draws = 16;
            }
            int d = word & 3;
            word >>= 2;
            draws--;
            int64_t there = here + moves.step[d];
            uint8_t found = links[there];
            if (!(found & VISITED)) {
                links[here] = (uint8_t)(d << WAY);
                here = there;
            } else if (found & IN_TREE) {
                links[here] = (uint8_t)(d << WAY);
                break;
            }
        }
        for (int64_t here = begin; !(links[here] & IN_TREE);) {
            int d = links[here] >> WAY;
            links[here] |= VISITED | IN_TREE;
            links[here + moves.stored[d]] |= moves.bit[d];
            here += moves.step[d];
        }
    }
}
