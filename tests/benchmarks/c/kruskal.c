/* Kruskal's algorithm as it is written down everywhere: shuffle all edges, then join sets. */
#include "lattice.h"

static inline int32_t find(int32_t *parent, int32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    int stride = cols + 2;
    size_t cells = (size_t)(rows + 2) * stride;
    int32_t *parent = malloc(cells * sizeof *parent);
    int32_t *edges = malloc(2 * cells * sizeof *edges);
    size_t n = 0;
    for (size_t i = 0; i < cells; i++) {
        parent[i] = (int32_t)i;
        if (links[i])
            continue;
        if (!links[i + 1])
            edges[n++] = (int32_t)(2 * i);
        if (!links[i + stride])
            edges[n++] = (int32_t)(2 * i + 1);
    }
    for (size_t i = n; i > 1; i--) {
        size_t j = below(&seed, (uint32_t)i);
        int32_t edge = edges[j];
        edges[j] = edges[i - 1];
        edges[i - 1] = edge;
    }
    int64_t left = (int64_t)rows * cols - 1;
    for (size_t k = 0; left > 0; k++) {
        int32_t i = edges[k] >> 1;
        int south = edges[k] & 1;
        int32_t a = find(parent, i), b = find(parent, i + (south ? stride : 1));
        if (a != b) {
            parent[b] = a;
            links[i] |= south ? PASSAGE_SOUTH : PASSAGE_EAST;
            left--;
        }
    }
    free(edges);
    free(parent);
}
