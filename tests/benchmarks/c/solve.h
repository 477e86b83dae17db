/* What the C solvers share: a level from a file, padded as the kernels pad it, and the clock around the work.
   File: rows, cols, start row, start col, goal row, goal col as 32-bit integers, then one byte a tile, 0 is floor. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OPEN = 1, GOAL = 2, SEEN = 4 };

static int rows, cols, stride;
static int32_t step[4];

/* Return the number of tiles of the route, and the route in *route. */
static int64_t solve(uint8_t *field, int32_t start, int64_t floors, int32_t **route);

int main(int argc, char **argv) {
    int32_t head[6];
    FILE *file = fopen(argv[1], "rb");
    if (argc < 3 || !file || fread(head, sizeof head, 1, file) != 1) return 1;
    rows = head[0], cols = head[1], stride = cols + 2;
    uint8_t *tiles = malloc((size_t)rows * cols);
    if (fread(tiles, 1, (size_t)rows * cols, file) != (size_t)rows * cols) return 1;
    step[0] = -stride, step[1] = 1, step[2] = stride, step[3] = -1;
    double best = 1e99;
    int64_t count = 0;
    for (int turn = atoi(argv[2]); turn > 0; turn--) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        uint8_t *field = calloc((size_t)(rows + 2) * stride, 1);
        int64_t floors = 0;
        for (int r = 0; r < rows; r++) {
            uint8_t *to = field + (size_t)(r + 1) * stride + 1, *from = tiles + (size_t)r * cols;
            for (int c = 0; c < cols; c++) floors += to[c] = from[c] == 0;
        }
        field[(head[4] + 1) * stride + head[5] + 1] |= GOAL;
        int32_t *route;
        count = solve(field, (head[2] + 1) * stride + head[3] + 1, floors, &route);
        int32_t *places = malloc(count * 2 * sizeof *places);
        for (int64_t i = 0; i < count; i++) {
            places[2 * i] = route[i] / stride - 1;
            places[2 * i + 1] = route[i] % stride - 1;
        }
        free(route), free(field);
        clock_gettime(CLOCK_MONOTONIC, &b);
        double took = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9;
        if (took < best) best = took;
        free(places);
    }
    printf("%.6f %lld\n", best, (long long)(count - 1));
    return 0;
}
