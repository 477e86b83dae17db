/* Eller's algorithm: the columns of a set in a ring, four tosses from one word. */
#include "lattice.h"

static inline void leave(uint32_t *before, uint32_t *after, uint32_t c)
{
    before[after[c]] = before[c];
    after[before[c]] = after[c];
    before[c] = after[c] = c;
}

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    int64_t stride = cols + 2;
    uint32_t *before = malloc((size_t)(cols + 1) * sizeof *before), *after = malloc((size_t)(cols + 1) * sizeof *after);
    for (int c = 0; c <= cols; c++)
        before[c] = after[c] = (uint32_t)c;
    for (int row = 0; row < rows; row++) {
        uint8_t *here = links + (row + 1) * stride + 1;
        uint32_t word = 0;
        for (uint32_t c = 0; c < (uint32_t)cols; c++, word >>= 8) {
            if ((c & 3) == 0)
                word = rnd(&seed);
            if (here[c] & VISITED)
                continue;
            int stuck = here[c + stride] & VISITED;
            uint32_t follower = after[c];
            if (((word & 255) < 128 || (stuck && follower == c)) && follower != c + 1 && !(here[c + 1] & VISITED)) {
                uint32_t leader = before[c + 1];
                before[follower] = leader;
                after[leader] = follower;
                after[c] = c + 1;
                before[c + 1] = c;
                here[c] |= PASSAGE_EAST;
            }
            if (stuck)
                leave(before, after, c);
        }
        for (uint32_t c = 0; c < (uint32_t)cols; c++, word >>= 8) {
            if ((c & 3) == 0)
                word = rnd(&seed);
            if ((here[c] | here[c + stride]) & VISITED)
                continue;
            if ((word & 255) < 128 || after[c] == c)
                here[c] |= PASSAGE_SOUTH;
            else
                leave(before, after, c);
        }
    }
    free(after);
    free(before);
}
