/* The padded lattice and the random stream of mazeconv, for the loops in plain C.
 *
 * Each NAME.c exports
 *     void carve(uint64_t seed, int rows, int cols, uint8_t *links);
 * `links` has (rows + 2) * (cols + 2) bytes and comes blank: VISITED on the border, 0 elsewhere. For a generator of
 * tiles it is `tiles` instead: rows * cols bytes that come with anything in them and leave as FLOOR or WALL. What
 * carve() allocates it frees. Where the algorithm is the same, the mazes are those of the generator, bit for bit.
 */
#ifndef LATTICE_H
#define LATTICE_H

#include <stdint.h>
#include <stdlib.h>

enum { PASSAGE_EAST = 1, PASSAGE_SOUTH = 2, VISITED = 4 };
enum { FLOOR = 0, WALL = 1 };

static inline uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* The nearest integer of a number that is not negative, the even one of two: round() of Python. */
static inline int64_t nearest(double x)
{
    volatile double shifted = x + 0x1p52;
    return (int64_t)(shifted - 0x1p52);
}

/* The next 32-bit word of the stream (SplitMix64 as a counter). */
static inline uint32_t rnd(uint64_t *rng)
{
    return (uint32_t)(mix64(*rng += 0x9E3779B97F4A7C15u) >> 32);
}

/* The stream of a consumer, by the tag of its name; the index-th of its kind. */
static inline uint64_t child(uint64_t seed, uint64_t tag, uint64_t index)
{
    return mix64(mix64(seed ^ tag) + index);
}

/* A uniform integer from 0 to n - 1. */
static inline uint32_t below(uint64_t *rng, uint32_t n)
{
    uint64_t m = (uint64_t)rnd(rng) * n;
    if ((uint32_t)m < n) {
        uint32_t least = -n % n;
        while ((uint32_t)m < least)
            m = (uint64_t)rnd(rng) * n;
    }
    return (uint32_t)(m >> 32);
}

/* For north, east, south, west: the step to the neighbour, the step to the cell that stores the passage, its bit. */
typedef struct {
    int step[4], stored[4], bit[4];
} Moves;

static inline Moves moves_of(int cols)
{
    int stride = cols + 2;
    Moves moves = {
        {-stride, 1, stride, -1},
        {-stride, 0, 0, -1},
        {PASSAGE_SOUTH, PASSAGE_EAST, PASSAGE_SOUTH, PASSAGE_EAST},
    };
    return moves;
}

#endif
