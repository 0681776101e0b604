/* session/inputs.c -- inputs are small values; a copy owns its bytes. */
#include "session/inputs.h"

#include <string.h>

bool inputs_copy(Arena *arena, const Inputs *from, Inputs *to) {
  size_t count = (size_t)from->mask.edit_count;
  MaskEdit *edits = arena_take(arena, count, sizeof *edits);
  char *sentence = str_copy(arena, from->sentence);
  if (!edits || !sentence) return false;
  if (count) memcpy(edits, from->mask.edits, count * sizeof *edits);
  *to = *from;
  to->mask.edits = edits;
  to->sentence = (Str){sentence, from->sentence.bytes};
  return true;
}

/* In order: edits that hide the same cells another way count as another mask, which costs a run and
** no wrong picture. */
static bool masks_equal(const MaskSpec *a, const MaskSpec *b) {
  if (a->model_own != b->model_own || a->edit_count != b->edit_count) return false;
  if (!a->model_own && !mask_parts_equal(&a->parts, &b->parts)) return false;
  for (int i = 0; i < a->edit_count; i++) {
    const MaskEdit *x = &a->edits[i], *y = &b->edits[i];
    if (x->query != y->query || x->key != y->key || x->hide != y->hide) return false;
  }
  return true;
}

/* Numbers a person gave: equal ones have the same bits. */
static bool same_number(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

bool training_choice_equal(const TrainingChoice *a, const TrainingChoice *b) {
  return strcmp(a->task, b->task) == 0 && a->layers == b->layers && a->heads == b->heads &&
         a->width == b->width && a->batch == b->batch && a->steps == b->steps &&
         a->seed == b->seed && same_number(a->learning_rate, b->learning_rate);
}

bool inputs_equal(const Inputs *a, const Inputs *b) {
  return inputs_make_same_trace(a, b) && sampling_equal(&a->sampling, &b->sampling);
}

bool inputs_make_same_trace(const Inputs *a, const Inputs *b) {
  return str_equal(a->sentence, b->sentence) && strcmp(a->model, b->model) == 0 &&
         strcmp(a->reading, b->reading) == 0 && training_choice_equal(&a->training, &b->training) &&
         masks_equal(&a->mask, &b->mask);
}
