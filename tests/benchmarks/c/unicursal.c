/* The walk around a backtracker's maze of half the size, cut below the first cell; rows and cols are even. */
#define carve carve_tree
#include "backtracker.c"
#undef carve

/* The tag of the stream's child "tree". */
#define TREE 0x9F5E06E2771B3B00u

static uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    int half_rows = rows / 2, half_cols = cols / 2, half = half_cols + 2, stride = cols + 2;
    uint8_t *tree = calloc((size_t)(half_rows + 2) * half, 1);
    for (int col = 0; col < half; col++)
        tree[col] = tree[(int64_t)(half_rows + 1) * half + col] = VISITED;
    for (int row = 1; row <= half_rows; row++)
        tree[(int64_t)row * half] = tree[(int64_t)row * half + half - 1] = VISITED;
    carve_tree(mix64(mix64(seed ^ TREE)), half_rows, half_cols, tree);
    for (int row = 1; row <= half_rows; row++) {
        const uint8_t *cell = tree + (int64_t)row * half + 1;
        uint8_t *upper = links + (int64_t)(2 * row - 1) * stride + 1, *lower = upper + stride;
        for (int col = 0; col < half_cols; col++) {
            /* For each side whether a passage is there; without one the walk passes along the inside. */
            int north = cell[col - half] >> 1 & 1, south = cell[col] >> 1 & 1;
            int west = cell[col - 1] & 1, east = cell[col] & 1;
            upper[2 * col] = (uint8_t)(VISITED | !north | !west << 1);
            upper[2 * col + 1] = (uint8_t)(VISITED | east | !east << 1);
            lower[2 * col] = (uint8_t)(VISITED | !south | south << 1);
            lower[2 * col + 1] = (uint8_t)(VISITED | east | south << 1);
        }
    }
    links[stride + 1] ^= PASSAGE_SOUTH;
    free(tree);
}
