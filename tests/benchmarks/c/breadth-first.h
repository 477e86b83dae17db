/* Breadth first with the way back in the field; the queue then takes the route. */
static int64_t breadth_first(uint8_t *field, int32_t start, int64_t floors, int32_t **route) {
    int32_t *queue = malloc(floors * sizeof *queue);
    int64_t head = 0, tail = 0;
    int32_t goal = 0;
    field[start] |= SEEN;
    queue[tail++] = start;
    while (head < tail && !goal) {
        int32_t here = queue[head++];
        for (int d = 0; d < 4; d++) {
            int32_t there = here + step[d];
            uint8_t kind = field[there];
            if ((kind & (OPEN | SEEN)) == OPEN) {
                field[there] = kind | SEEN | (d ^ 2) << 3;
                queue[tail++] = there;
                if (kind & GOAL) { goal = there; break; }
            }
        }
    }
    int64_t count = 0;
    for (int32_t here = goal; here != start; here += step[field[here] >> 3 & 3]) queue[count++] = here;
    queue[count++] = start;
    for (int64_t i = 0; i < count / 2; i++) {
        int32_t swap = queue[i];
        queue[i] = queue[count - 1 - i];
        queue[count - 1 - i] = swap;
    }
    *route = queue;
    return count;
}
