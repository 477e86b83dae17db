/* Growing tree with the picks newest and random, as likely; the list of active cells keeps its gaps until half is gaps. */
#include "lattice.h"

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    Moves moves = moves_of(cols);
    int32_t *active = malloc((size_t)rows * cols * sizeof *active);
    int64_t tail = 1, living = 1;
    active[0] = cols + 3;
    links[active[0]] |= VISITED;
    while (living) {
        int64_t at;
        if (below(&seed, 2) < 1) {
            while (active[tail - 1] < 0)
                tail--;
            at = tail - 1;
        } else {
            do
                at = below(&seed, (uint32_t)tail);
            while (active[at] < 0);
        }
        int64_t here = active[at];
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
            links[here] |= VISITED;
            active[tail++] = (int32_t)here;
            living++;
        } else {
            active[at] = -1;
            living--;
            if (tail > 2 * living + 8) {
                int64_t to = 0;
                for (int64_t i = 0; i < tail; i++)
                    if (active[i] >= 0)
                        active[to++] = active[i];
                tail = to;
            }
        }
    }
    free(active);
}
