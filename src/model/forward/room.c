/* model/forward/room.c -- which buffer is taken is the only thing that threads share. */
#include "model/forward/room.h"

#include <stdatomic.h>

enum { THREADS_MOST = 64 };

struct Room {
  float *buffers[THREADS_MOST];
  atomic_flag taken[THREADS_MOST];
  int count;
};

Room *room_make(Arena *arena, int thread_count, size_t number_count) {
  Room *room = arena_take(arena, 1, sizeof *room);
  if (!room) return NULL;
  room->count = thread_count < THREADS_MOST ? thread_count : THREADS_MOST;
  for (int i = 0; i < room->count; i++) {
    atomic_flag_clear(&room->taken[i]);
    room->buffers[i] = arena_take(arena, number_count, sizeof(float));
    if (!room->buffers[i]) return NULL;
  }
  return room;
}

/* There are as many buffers as threads, so one is free within a moment. */
float *room_take(Room *room) {
  for (int i = 0;; i = (i + 1) % room->count)
    if (!atomic_flag_test_and_set(&room->taken[i])) return room->buffers[i];
}

void room_give(Room *room, const float *taken) {
  for (int i = 0; i < room->count; i++)
    if (room->buffers[i] == taken) atomic_flag_clear(&room->taken[i]);
}
