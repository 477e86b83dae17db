#include "solve.h"
#include "breadth-first.h"

static int64_t solve(uint8_t *field, int32_t start, int64_t floors, int32_t **route) {
    (void)floors;
    field[start] |= SEEN;
    int64_t left = 0;
    for (int32_t at = stride + 1; at < (rows + 1) * stride; at++) {
        int32_t here = at;
        while (field[here] == OPEN) {
            int ways = 0;
            int32_t there = here;
            for (int d = 0; d < 4; d++)
                if (field[here + step[d]]) ways++, there = here + step[d];
            if (ways > 1) break;
            field[here] = 0;
            if (there >= at) break;
            here = there;
        }
    }
    for (int32_t at = stride + 1; at < (rows + 1) * stride; at++) left += field[at] != 0;
    return breadth_first(field, start, left, route);
}
