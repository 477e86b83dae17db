#include "solve.h"
#include "breadth-first.h"

static int64_t solve(uint8_t *field, int32_t start, int64_t floors, int32_t **route) {
    return breadth_first(field, start, floors, route);
}
