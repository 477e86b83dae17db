/* Rooms cut into a depth-first maze; the pieces joined by random passages, then these and the rooms, with loops. */
#include <string.h>

#define carve backtracker
#include "backtracker.c"
#undef carve

enum { CORRIDOR = 0, CELL = 8, ROOM = 8 };
enum { SIDE_LEAST = 2, SIDE_MOST = 5, TRIES = 6 };

static const double SHARE = 0.4, LOOPS = 0.2;
static const uint64_t OF_FILL = 0xD4A05B8864E250D6u, OF_ROOMS = 0xA4E092A48633A7B9u;
static const uint64_t OF_CORRIDORS = 0xC787AD3AA0F9AE1Cu, OF_DOORS = 0xB3227637E085B68Bu;

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void blank(int rows, int cols, uint8_t *links)
{
    int64_t stride = cols + 2;
    memset(links, VISITED, (rows + 2) * stride);
    for (int i = 1; i <= rows; i++)
        memset(links + i * stride + 1, 0, cols);
}

/* Put rooms where the plan is free, each cut off from all around it and open inside. */
static void place(uint64_t rng, int rows, int cols, uint8_t *links, uint8_t *plan)
{
    int64_t stride = cols + 2, wanted = nearest(SHARE * (double)((int64_t)rows * cols));
    int64_t tries = TRIES * (4 * wanted / ((SIDE_LEAST + SIDE_MOST) * (SIDE_LEAST + SIDE_MOST)) + 4);
    int high = least(SIDE_MOST, rows), wide = least(SIDE_MOST, cols);
    if (high < SIDE_LEAST || wide < SIDE_LEAST)
        return;
    for (; tries > 0 && wanted >= SIDE_LEAST * SIDE_LEAST; tries--) {
        int height = SIDE_LEAST + below(&rng, high - SIDE_LEAST + 1);
        int width = SIDE_LEAST + below(&rng, wide - SIDE_LEAST + 1);
        int64_t row = below(&rng, rows - height + 1), col = below(&rng, cols - width + 1);
        int64_t first = (row + 1) * stride + col + 1, last = first + (height - 1) * stride;
        int is_free = height * width <= wanted;
        for (int i = 0; i < height && is_free; i++)
            for (int j = 0; j < width && is_free; j++)
                is_free = plan[first + i * stride + j] == CORRIDOR;
        if (!is_free)
            continue;
        for (int i = 0; i < height; i++) {
            int64_t start = first + i * stride;
            links[start - 1] &= VISITED | PASSAGE_SOUTH;
            for (int64_t here = start; here < start + width; here++) {
                plan[here] = ROOM;
                links[here] = VISITED | PASSAGE_EAST | PASSAGE_SOUTH;
            }
            links[start + width - 1] = VISITED | PASSAGE_SOUTH;
        }
        for (int j = 0; j < width; j++) {
            links[first - stride + j] &= VISITED | PASSAGE_EAST;
            links[last + j] &= VISITED | PASSAGE_EAST;
        }
        wanted -= height * width;
    }
}

/* Lead each cell to the first one that passages reach; return the number of trees. */
static int64_t unite(int64_t at, int64_t end, int stride, const uint8_t *links, int32_t *parents)
{
    int64_t trees = 0;
    for (int32_t here = at; here < end; here++) {
        if (!(links[here] & CELL))
            continue;
        int32_t root = here;
        trees++;
        if (links[here - 1] & PASSAGE_EAST) {
            root = parents[here - 1];
            while (parents[root] != root)
                root = parents[root];
            trees--;
        }
        parents[here] = root;
        if (links[here - stride] & PASSAGE_SOUTH) {
            int32_t above = here - stride;
            while (parents[above] != above)
                above = parents[above] = parents[parents[above]];
            if (above < root) {
                parents[root] = above;
                trees--;
            } else if (root < above) {
                parents[above] = root;
                trees--;
            }
            parents[here] = least(above, root);
        }
    }
    return trees;
}

/* List the edges between different trees, or only count them. */
static int64_t seams(int64_t at, int64_t end, int stride, const uint8_t *links, int32_t *parents, int32_t *edges)
{
    int64_t n = 0;
    for (int32_t here = at; here < end; here++) {
        if (!(links[here] & CELL))
            continue;
        int32_t root = here;
        while (parents[root] != root)
            root = parents[root];
        parents[here] = root;
        for (int south = 0; south < 2; south++) {
            int32_t there = south ? here - stride : here - 1;
            if (links[there] & CELL && parents[there] != root) {
                if (edges)
                    edges[n] = 2 * there + south;
                n++;
            }
        }
    }
    return n;
}

/* Open edges in random order while they join two trees, and `spare` ones that make loops. */
static void bridge(uint64_t rng, int64_t end, int64_t trees, int64_t spare, int stride, uint8_t *links,
                   int32_t *parents, int32_t *edges)
{
    for (int64_t at = 0; at < end && (trees > 1 || spare > 0);) {
        int64_t pick = at + below(&rng, end - at);
        int32_t edge = edges[pick], here = edge >> 1, south = edge & 1;
        edges[pick] = edges[at++];
        int32_t one = here, other = south ? here + stride : here + 1;
        while (parents[one] != one)
            one = parents[one] = parents[parents[one]];
        while (parents[other] != other)
            other = parents[other] = parents[parents[other]];
        uint8_t bit = south ? PASSAGE_SOUTH : PASSAGE_EAST;
        if (one != other) {
            parents[one > other ? one : other] = least(one, other);
            trees--;
            links[here] |= bit;
        } else if (spare > 0) {
            int side = south ? 1 : stride;
            if (!((links[here - side] | links[here + side]) & bit)) {
                links[here] |= bit;
                spare--;
            }
        }
    }
}

/* Join the cells that touch, all of them or, with a plan, those of its corridors. */
static void join(uint64_t rng, int rows, int cols, uint8_t *links, const uint8_t *plan, double loops)
{
    int stride = cols + 2;
    int64_t at = stride + 1, end = (int64_t)rows * stride + cols + 1;
    for (int i = 1; i <= rows; i++)
        for (int64_t here = (int64_t)i * stride + 1; here <= (int64_t)i * stride + cols; here++)
            links[here] = (links[here] & (PASSAGE_EAST | PASSAGE_SOUTH)) | (!plan || plan[here] == CORRIDOR ? CELL : 0);
    int32_t *parents = malloc((int64_t)(rows + 2) * stride * sizeof *parents);
    int64_t trees = unite(at, end, stride, links, parents);
    if (trees > 1) {
        int64_t count = seams(at, end, stride, links, parents, NULL);
        int32_t *edges = malloc((count + 1) * sizeof *edges);
        seams(at, end, stride, links, parents, edges);
        bridge(rng, count, trees, nearest(loops * (double)trees), stride, links, parents, edges);
        free(edges);
    }
    free(parents);
    for (int i = 1; i <= rows; i++)
        for (int64_t here = (int64_t)i * stride + 1; here <= (int64_t)i * stride + cols; here++)
            links[here] = (links[here] & (PASSAGE_EAST | PASSAGE_SOUTH)) | VISITED;
}

/* Write the lattice as tiles, without the posts that stand between four cells of a room. */
static void rasterise(int rows, int cols, const uint8_t *links, uint8_t *tiles)
{
    int64_t stride = cols + 2, width = 2 * cols + 1;
    memset(tiles, WALL, (2 * rows + 1) * width);
    for (int i = 0; i < rows; i++) {
        const uint8_t *row = links + (i + 1) * stride + 1, *next = row + stride;
        uint8_t *line = tiles + (2 * i + 1) * width + 1, *under = line + width;
        for (int j = 0; j < cols; j++) {
            /* The border's bytes hold no passages, so its posts and walls stay. */
            uint8_t east = row[j] & PASSAGE_EAST, south = (row[j] & PASSAGE_SOUTH) >> 1;
            line[2 * j] = FLOOR;
            line[2 * j + 1] = east ^ 1;
            under[2 * j] = south ^ 1;
            under[2 * j + 1] = (east & south & next[j] & row[j + 1] >> 1) ^ 1;
        }
    }
}

void carve(uint64_t seed, int rows, int cols, uint8_t *tiles)
{
    rows /= 2;
    cols /= 2;
    int64_t size = (int64_t)(rows + 2) * (cols + 2), stride = cols + 2;
    uint8_t *links = malloc(size), *plan = malloc(size);
    blank(rows, cols, links);
    blank(rows, cols, plan);
    backtracker(child(seed, OF_FILL, 0), rows, cols, links);
    for (int i = 1; i <= rows; i++)
        for (int64_t here = i * stride + 1; here <= i * stride + cols; here++)
            links[here] &= PASSAGE_EAST | PASSAGE_SOUTH;
    place(child(seed, OF_ROOMS, 0), rows, cols, links, plan);
    join(child(seed, OF_CORRIDORS, 0), rows, cols, links, plan, 0);
    join(child(seed, OF_DOORS, 0), rows, cols, links, NULL, LOOPS);
    rasterise(rows, cols, links, tiles);
    free(links);
    free(plan);
}
