/* Noise, five rounds of the automaton, hollows by the runs of their rows, and tunnels by breadth-first search. */
#include <string.h>

#include "lattice.h"

enum { CLOSED = 2, SEEN = 4, DUG = 8, WAY_BACK = 16 };
enum { ROUNDS = 5, BIRTH = 5, SURVIVE = 4, LEAST = 12, TRIES = 4 };

static const double FILL = 0.45;
static const uint64_t NOISE = 0xD26CFAA295A94914u, HOLLOW = 0x3E03175FA6CF64DBu;

/* The runs of floor in reading order with the region of each; the first tile of each region and how many it has. */
typedef struct {
    int32_t runs, count;
    int32_t *starts, *ends, *labels, *firsts, *sizes;
} Regions;

static void *room_for(size_t count, size_t size)
{
    return malloc(count ? count * size : 1);
}

static void sprinkle(uint64_t rng, int64_t size, uint8_t *tiles)
{
    uint32_t share = (uint32_t)nearest(FILL * 4294967296.0);
    for (int64_t here = 0; here < size; here++)
        if (tiles[here] < CLOSED)
            tiles[here] = rnd(&rng) < share ? WALL : FLOOR;
}

/* One round of the automaton, in place; `above` and `three` have a row's room. */
static void smooth(int rows, int cols, uint8_t *tiles, uint8_t *restrict above, uint8_t *restrict three)
{
    for (int j = 0; j < cols; j++)
        above[j] = tiles[j] & WALL;
    for (int i = 1; i < rows - 1; i++) {
        uint8_t *restrict row = tiles + (int64_t)i * cols;
        const uint8_t *next = row + cols;
        for (int j = 0; j < cols; j++) {
            uint8_t old = row[j] & WALL;
            three[j] = above[j] + old + (next[j] & WALL);
            above[j] = old;
        }
        for (int j = 1; j < cols - 1; j++) {
            uint8_t old = above[j], walls = three[j - 1] + three[j] + three[j + 1] - old;
            uint8_t turned = walls >= (old ? SURVIVE : BIRTH);
            row[j] = row[j] < CLOSED ? turned : row[j];
        }
    }
}

static Regions regions_of(int64_t size, int stride, const uint8_t *tiles)
{
    Regions found = {0};
    int32_t n = 0;
    for (int64_t here = 1; here < size; here++)
        n += (tiles[here] == FLOOR) & (tiles[here - 1] != FLOOR);
    found.runs = n;
    int32_t *starts = found.starts = room_for(n + 1, sizeof *starts);
    int32_t *ends = found.ends = room_for(n + 1, sizeof *ends);
    int32_t *parents = found.labels = room_for(n, sizeof *parents);
    int32_t bounds[2] = {0, 0};
    for (int64_t here = 1; here < size; here++) {
        /* Written at each tile, and kept where a run begins or ends: no branch to guess. */
        int open = tiles[here] == FLOOR, before = tiles[here - 1] == FLOOR;
        starts[bounds[0]] = here;
        ends[bounds[1]] = here;
        bounds[0] += open & !before;
        bounds[1] += before & !open;
    }
    for (int32_t here = 0, above = 0; here < n; here++) {
        int32_t first = starts[here] - stride, last = ends[here] - stride, root = here;
        while (ends[above] <= first)
            above++;
        for (int32_t there = above; starts[there] < last; there++) {
            int32_t other = there;
            while (parents[other] != other)
                other = parents[other] = parents[parents[other]];
            if (other < root)
                root = parents[root] = other;
            else
                parents[other] = root;
        }
        parents[here] = root;
    }
    for (int32_t here = 0; here < n; here++) {
        found.count += parents[here] == here;
        parents[here] = parents[parents[here]];
    }
    found.firsts = room_for(found.count, sizeof *found.firsts);
    found.sizes = room_for(found.count, sizeof *found.sizes);
    for (int32_t here = 0, label = 0; here < n; here++) {
        /* A root is not behind its runs, so its label is there already. */
        if (parents[here] == here) {
            found.firsts[label] = starts[here];
            found.sizes[label] = 0;
            parents[here] = label++;
        } else {
            parents[here] = parents[parents[here]];
        }
        found.sizes[parents[here]] += ends[here] - starts[here];
    }
    return found;
}

static void forget(Regions *found)
{
    free(found->starts);
    free(found->ends);
    free(found->labels);
    free(found->firsts);
    free(found->sizes);
}

typedef struct {
    int32_t size, order, first;
} Seed;

static int by_size(const void *one, const void *other)
{
    const Seed *a = one, *b = other;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

/* Dig from the hollow around each seed the shortest way to any other floor. */
static void tunnel(int count, const Seed *seeds, int cols, uint8_t *tiles, int32_t *queue)
{
    const int steps[4] = {-cols, 1, cols, -1};
    for (int at = 0; at < count; at++) {
        int32_t head = 0, tail = 1, own = 0;
        int done = 0;
        queue[0] = seeds[at].first;
        tiles[queue[0]] |= SEEN;
        while (head < tail && !done) {
            int32_t here = queue[head++];
            for (int d = 0; d < 4; d++) {
                int32_t there = here + steps[d];
                uint8_t kind = tiles[there];
                if (kind == DUG || (kind == FLOOR && own)) {
                    done = 1;
                    while (tiles[here] & WALL) {
                        int back = tiles[here] / WAY_BACK;
                        tiles[here] = DUG;
                        here -= steps[back];
                    }
                    break;
                }
                if (kind == FLOOR || (kind == WALL && own)) {
                    tiles[there] = kind | SEEN | d * WAY_BACK;
                    queue[tail++] = there;
                }
            }
            if (head == tail && !own) {
                own = tail;
                head = 0;
            }
        }
        for (int32_t i = 0; i < tail; i++)
            tiles[queue[i]] &= WALL | DUG;
    }
}

/* Wall up the small hollows, join the others, and return how many tiles of floor there are. */
static int64_t join_up(int64_t size, int cols, uint8_t *tiles)
{
    Regions found = regions_of(size, cols, tiles);
    int32_t main = 0;
    for (int32_t i = 1; i < found.count; i++)
        if (found.sizes[i] > found.sizes[main])
            main = i;
    for (int32_t run = 0; run < found.runs; run++) {
        int32_t label = found.labels[run];
        if (found.sizes[label] < LEAST && label != main)
            memset(tiles + found.starts[run], WALL, found.ends[run] - found.starts[run]);
    }
    int32_t *queue = NULL;
    for (;;) {
        int32_t count = 0;
        Seed *seeds = room_for(found.count, sizeof *seeds);
        for (int32_t i = 0; i < found.count; i++)
            if (found.sizes[i] >= LEAST || i == main) {
                seeds[count] = (Seed){found.sizes[i], count, found.firsts[i]};
                count++;
            }
        forget(&found);
        if (count > 1) {
            if (!queue)
                queue = malloc(size * sizeof *queue);
            /* The largest hollow waits for the others. */
            qsort(seeds, count, sizeof *seeds, by_size);
            tunnel(count - 1, seeds, cols, tiles, queue);
            for (int64_t here = 0; here < size; here++)
                tiles[here] &= WALL | CLOSED;
            found = regions_of(size, cols, tiles);
        }
        free(seeds);
        if (count <= 1)
            break;
    }
    free(queue);
    int64_t floor = 0;
    for (int64_t here = 0; here < size; here++)
        floor += tiles[here] == FLOOR;
    return floor;
}

/* One hollow of `wanted` tiles, grown at random from the middle. */
static void swell(uint64_t rng, int64_t wanted, int rows, int cols, uint8_t *tiles)
{
    const int steps[4] = {-cols, 1, cols, -1};
    for (int64_t here = 0; here < (int64_t)rows * cols; here++)
        if (tiles[here] < CLOSED)
            tiles[here] = WALL;
    int32_t *rim = malloc(wanted * sizeof *rim), count = 1;
    rim[0] = (rows - 1) / 2 * cols + (cols - 1) / 2;
    tiles[rim[0]] = FLOOR;
    wanted--;
    while (wanted > 0 && count > 0) {
        int32_t at = below(&rng, count);
        unsigned ways = 0, n = 0;
        for (int d = 0; d < 4; d++)
            if (tiles[rim[at] + steps[d]] == WALL) {
                ways |= (unsigned)d << n;
                n += 2;
            }
        if (!n) {
            rim[at] = rim[--count];
            continue;
        }
        int32_t here = rim[at] + steps[ways >> 2 * below(&rng, n >> 1) & 3];
        tiles[here] = FLOOR;
        rim[count++] = here;
        wanted--;
    }
    free(rim);
}

void carve(uint64_t seed, int rows, int cols, uint8_t *tiles)
{
    int64_t size = (int64_t)rows * cols;
    int64_t wanted = nearest((double)((int64_t)(rows - 2) * (cols - 2)) * (1 - FILL));
    wanted = wanted < 1 ? 1 : wanted;
    memset(tiles, CLOSED | WALL, size);
    for (int i = 1; i < rows - 1; i++)
        memset(tiles + (int64_t)i * cols + 1, WALL, cols - 2);
    uint8_t *lines = malloc(2 * (size_t)cols);
    int attempt = 0;
    for (; attempt < TRIES; attempt++) {
        sprinkle(child(seed, NOISE, attempt), size, tiles);
        for (int round = 0; round < ROUNDS; round++)
            smooth(rows, cols, tiles, lines, lines + cols);
        if (4 * join_up(size, cols, tiles) >= wanted)
            break;
    }
    free(lines);
    if (attempt == TRIES)
        swell(child(seed, HOLLOW, 0), wanted, rows, cols, tiles);
    for (int64_t here = 0; here < size; here++)
        tiles[here] &= WALL;
}
