/* model/forward/room.h -- buffers for as many pieces of work as may run at once. For model/ only.
**
** Memory  number_count floats for each thread, on the arena, taken once.
** Errors  room_make: NULL without memory.
*/
#ifndef MODEL_FORWARD_ROOM_H
#define MODEL_FORWARD_ROOM_H

#include "base/arena.h"

typedef struct Room Room;

/* Buffers of number_count numbers (not bytes) for thread_count threads. */
Room *room_make(Arena *arena, int thread_count, size_t number_count);

/* A buffer for one piece of work, by any thread of the pool; it is given back when the piece is
** done. Its numbers have any value. One is always free. */
float *room_take(Room *room);
void room_give(Room *room, const float *taken);

#endif
