/* session/inputs.c -- copying and comparing inputs. */
#include "session/inputs.h"

#include <assert.h>
#include <string.h>

size_t inputs_text_bytes(const Inputs *inputs) {
  size_t bytes = 0;
  for (int i = 0; i < INPUTS_STREAM_COUNT; i++) bytes += inputs->streams[i].bytes;
  return bytes;
}

/* A NULL stream stays NULL; an empty one is a text of no bytes. */
static bool copy_streams(Arena *arena, const Inputs *from, Str to[INPUTS_STREAM_COUNT]) {
  for (int i = 0; i < INPUTS_STREAM_COUNT; i++) {
    Str stream = from->streams[i];
    to[i] = (Str){stream.at ? str_copy(arena, stream) : NULL, stream.bytes};
    if (stream.at && !to[i].at) return false;
  }
  return true;
}

static bool copy_kept(Arena *arena, const Inputs *from, const Inputs **to) {
  *to = NULL;
  if (!from->kept) return true;
  assert(!from->kept->kept);
  Inputs *kept = arena_take(arena, 1, sizeof *kept);
  *to = kept;
  return kept && inputs_copy(arena, from->kept, kept);
}

bool inputs_copy(Arena *arena, const Inputs *from, Inputs *to) {
  assert(from->streams[0].at && from->mask.edit_count >= 0);
  size_t count = (size_t)from->mask.edit_count;
  MaskEdit *edits = arena_take(arena, count, sizeof *edits);
  Str streams[INPUTS_STREAM_COUNT];
  if (!edits || !copy_streams(arena, from, streams)) return false;
  const char *board = from->board.at ? str_copy(arena, from->board) : NULL;
  const Inputs *kept;
  if ((from->board.at && !board) || !copy_kept(arena, from, &kept)) return false;
  if (count) memcpy(edits, from->mask.edits, count * sizeof *edits);
  *to = *from;
  to->mask.edits = edits;
  to->board.at = board;
  to->kept = kept;
  memcpy(to->streams, streams, sizeof streams);
  return true;
}

/* Edits are compared in order: masks that hide the same cells by other edits count as different,
** which costs a run but never shows a wrong picture. */
static bool masks_equal(const MaskSpec *a, const MaskSpec *b) {
  if (a->model_own != b->model_own || a->edit_count != b->edit_count) return false;
  if (!a->model_own && !mask_parts_equal(&a->parts, &b->parts)) return false;
  for (int i = 0; i < a->edit_count; i++) {
    const MaskEdit *x = &a->edits[i], *y = &b->edits[i];
    if (x->query != y->query || x->key != y->key || x->hide != y->hide) return false;
  }
  return true;
}

bool inputs_name_same_model(const Inputs *a, const Inputs *b) {
  return strcmp(a->model, b->model) == 0 && strcmp(a->reading, b->reading) == 0 &&
         (a->board.at == NULL) == (b->board.at == NULL) && str_equal(a->board, b->board);
}

static bool streams_equal(const Inputs *a, const Inputs *b) {
  for (int i = 0; i < INPUTS_STREAM_COUNT; i++) {
    Str x = a->streams[i], y = b->streams[i];
    if ((x.at == NULL) != (y.at == NULL) || !str_equal(x, y)) return false;
  }
  return true;
}

/* Numbers that a person entered: equal ones have the same bits. */
static bool same_number(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

bool training_choice_equal(const TrainingChoice *a, const TrainingChoice *b) {
  return strcmp(a->task, b->task) == 0 && a->layers == b->layers && a->heads == b->heads &&
         a->width == b->width && a->positions == b->positions && a->batch == b->batch &&
         a->steps == b->steps && a->seed == b->seed &&
         same_number(a->learning_rate, b->learning_rate);
}

static bool kept_equal(const Inputs *a, const Inputs *b) {
  if (!a || !b) return !a && !b;
  return inputs_make_same_trace(a, b);
}

bool inputs_equal(const Inputs *a, const Inputs *b) {
  return kept_equal(a->kept, b->kept) && inputs_make_same_trace(a, b) &&
         sampling_equal(&a->sampling, &b->sampling) &&
         experiments_equal(&a->experiments, &b->experiments);
}

bool inputs_make_same_trace(const Inputs *a, const Inputs *b) {
  return streams_equal(a, b) && inputs_name_same_model(a, b) &&
         training_choice_equal(&a->training, &b->training) && masks_equal(&a->mask, &b->mask) &&
         kind_equal(&a->kind, &b->kind) && what_ifs_equal(&a->what_ifs, &b->what_ifs) &&
         a->is_shuffled == b->is_shuffled && a->shuffle_seed == b->shuffle_seed &&
         mistake_quiz_equal(&a->quiz, &b->quiz);
}
