/* scene/views/amounts.h -- counts of multiplications and of bytes as words.
**
**   136   12,480   1.25×10⁶        144 bytes   9.0 KiB   36 MiB   2.0 GiB
**
** Memory  On the arena given.   Errors  NULL without memory.
*/
#ifndef SCENE_VIEWS_AMOUNTS_H
#define SCENE_VIEWS_AMOUNTS_H

#include "base/arena.h"

/* A whole number, grouped; a power of ten from a million on. */
const char *amount_count(Arena *arena, double count);
const char *amount_bytes(Arena *arena, double bytes);
/* For an axis: "64 B", "1 KiB", "16 MiB". */
const char *amount_bytes_short(Arena *arena, double bytes);
/* "1.0 ms", "12 µs", "1.5 s": one decimal below ten. */
const char *amount_ms(Arena *arena, double ms);

#endif
