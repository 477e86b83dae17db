/* Recursive division: cut the longer side of a field by a wall with one gap, until only corridors are left. */
#include <stddef.h>

#include "lattice.h"

void carve(uint64_t seed, int rows, int cols, uint8_t *links)
{
    int stride = cols + 2;
    int stack[96] = {stride + 1, rows, cols}, depth = 3;
    for (int row = 1; row <= rows; row++)
        for (int col = 1; col <= cols; col++)
            links[(size_t)row * stride + col] = (uint8_t)((col < cols ? PASSAGE_EAST : 0) | (row < rows ? PASSAGE_SOUTH : 0));
    while (depth > 0) {
        depth -= 3;
        int at = stack[depth], height = stack[depth + 1], width = stack[depth + 2];
        while (height > 1 && width > 1) {
            int across = height != width ? height > width : !(rnd(&seed) >> 31);
            int side = across ? height : width, length = across ? width : height;
            int step = across ? 1 : stride, jump = across ? stride : 1;
            uint8_t bit = across ? PASSAGE_SOUTH : PASSAGE_EAST;
            int part = 1;
            if (side > 2)
                part += (int)below(&seed, (uint32_t)side - 1);
            uint8_t *wall = links + at + (ptrdiff_t)(part - 1) * jump;
            size_t gap = below(&seed, (uint32_t)length);
            for (int i = 0; i < length; i++)
                wall[(ptrdiff_t)i * step] &= (uint8_t)~bit;
            wall[gap * step] |= bit;
            int there = at + part * jump, rest = side - part;
            if (part > rest) {
                int swap = at;
                at = there;
                there = swap;
                swap = part;
                part = rest;
                rest = swap;
            }
            if (rest > 1) {
                stack[depth] = there;
                stack[depth + 1] = across ? rest : height;
                stack[depth + 2] = across ? width : rest;
                depth += 3;
            }
            if (across)
                height = part;
            else
                width = part;
        }
    }
}
