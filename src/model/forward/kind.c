/* model/forward/kind.c -- the tables that a kind of attention is computed with. */
#include "model/forward/kind.h"

#include <assert.h>

#include "base/rng.h"

/* What tables of a kind are drawn from: the same for every model, sentence and machine. */
static const uint64_t seed_of_kind = UINT64_C(0x4B494E44);

static bool make_buckets(Arena *arena, ForwardKind *kind, int heads, int keys, bool is_causal) {
  const int *numbers = kind->of.numbers[KIND_POSITIONS];
  Buckets buckets = {numbers[T5_BUCKETS], numbers[T5_FAR], is_causal};
  int columns = 2 * keys - 1;
  float *table = arena_take(arena, (size_t)buckets.count * (size_t)heads, sizeof *table);
  float *offsets = arena_take(arena, (size_t)heads * (size_t)columns, sizeof *offsets);
  if (!table || !offsets) return false;
  Rng rng = rng_make(seed_of_kind);
  for (int i = 0; i < buckets.count * heads; i++) table[i] = (float)rng_normal(&rng);
  for (int head = 0; head < heads; head++)
    bucket_bias_offsets(&buckets, (MatView){table, buckets.count, heads, heads}, head, keys,
                        offsets + (size_t)head * (size_t)columns);
  kind->bias_offsets = (MatView){offsets, heads, columns, columns};
  return true;
}

const ForwardKind *forward_kind_make(Arena *arena, const AttentionKind *kind, int head_count,
                                     int key_count, bool is_causal, bool is_cross) {
  assert(head_count > 0 && key_count >= 0);
  ForwardKind *made = arena_take(arena, 1, sizeof *made);
  if (!made) return NULL;
  *made = (ForwardKind){.of = *kind};
  bool has_buckets = kind->of[KIND_POSITIONS] == POSITIONS_T5 && !is_cross && key_count > 0;
  return has_buckets && !make_buckets(arena, made, head_count, key_count, is_causal) ? NULL : made;
}
