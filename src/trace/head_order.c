/* trace/head_order.c -- sorts heads by their roles.
**
** Equal heads are sorted by layer and head, so the order is the same on every machine (qsort is not
** stable). */
#include "trace/head_order.h"

#include <stdlib.h>

typedef struct Ranked {
  HeadPlace place;
  Str role;
  float score;
  int of_role; /* how many heads have the same role */
} Ranked;

static int compare_places(HeadPlace a, HeadPlace b) {
  return a.layer != b.layer ? a.layer - b.layer : a.head - b.head;
}

static int compare(const void *first, const void *second) {
  const Ranked *a = first, *b = second;
  bool has_role = a->role.bytes > 0, other_has = b->role.bytes > 0;
  if (has_role != other_has) return has_role ? -1 : 1;
  if (!has_role) return compare_places(a->place, b->place);
  if (a->of_role != b->of_role) return b->of_role - a->of_role;
  int roles = str_compare(a->role, b->role);
  if (roles != 0) return roles;
  if (a->score > b->score) return -1;
  if (a->score < b->score) return 1;
  return compare_places(a->place, b->place);
}

/* Compares all pairs: there are a few hundred heads with short texts. */
static void count_roles(Ranked *heads, int count) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) heads[i].of_role += str_equal(heads[i].role, heads[j].role);
}

static int list_heads(const Trace *trace, bool by_role, Ranked *heads) {
  int count = 0;
  for (int layer = 0; layer < trace_layer_count(trace); layer++)
    for (int head = 0; head < trace_head_count(trace, layer); head++) {
      Ranked *ranked = &heads[count++];
      *ranked = (Ranked){.place = {layer, head}};
      if (!by_role) continue;
      ranked->role = trace_head_role(trace, layer, head);
      ranked->score = trace_head_role_score(trace, layer, head);
    }
  return count;
}

HeadPlace *head_order(const Trace *trace, bool by_role, Arena *arena, int *count) {
  int all = 0;
  for (int layer = 0; layer < trace_layer_count(trace); layer++)
    all += trace_head_count(trace, layer);
  Ranked *heads = arena_take(arena, (size_t)all, sizeof *heads);
  HeadPlace *places = arena_take(arena, (size_t)all, sizeof *places);
  *count = 0;
  if (!heads || !places) return NULL;
  *count = list_heads(trace, by_role, heads);
  assert(*count == all);
  if (by_role) {
    count_roles(heads, all);
    qsort(heads, (size_t)all, sizeof *heads, compare);
  }
  for (int i = 0; i < all; i++) places[i] = heads[i].place;
  return places;
}
