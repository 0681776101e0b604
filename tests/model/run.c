/* tests/model/run.c -- see run.h. */
#include "model/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "model/made_trained.h"

static bool open_model(Arena *arena, const char *name, Model **model, Status *status) {
  static const char *const made[] = {"made-reader", "made-writer", "made-without-mlp"};
  for (int i = 0; i < 3; i++) {
    Checkpoint checkpoint;
    if (!str_is(str_from(name), made[i])) continue;
    made_trained(arena, (MadeKind)i, &checkpoint);
    return model_of_checkpoint(&checkpoint, model, status);
  }
  return model_open(name, model, status);
}

Run run_make(const char *model_name, const char *mask_name, Str sentence) {
  return run_make_kind(model_name, mask_name, "", sentence);
}

static Run run_of(const char *model_name, const char *mask_name, const char *kind_name,
                  Str sentence, Str second) {
  AttentionKind kind;
  Status status = {0};
  Run run = {.arena = arena_make(0)};
  MaskSpec mask = {.model_own = true};
  if (!str_is(STR("own"), mask_name) && !mask_spec_parse(str_from(mask_name), &mask, &status))
    fail_msg("%s", status.sentence);
  if (!open_model(run.arena, model_name, &run.model, &status)) fail_msg("%s", status.sentence);
  if (!kind_read(str_from(kind_name), &kind)) fail_msg("there is no kind %s", kind_name);
  const RunOrder order = {.sentence = sentence, .second = second, .mask = &mask, .kind = &kind};
  if (!model_run(run.model, &order, run.arena, &run.trace, &status))
    fail_msg("%s", status.sentence);
  return run;
}

Run run_make_kind(const char *model_name, const char *mask_name, const char *kind_name,
                  Str sentence) {
  return run_of(model_name, mask_name, kind_name, sentence, (Str){NULL, 0});
}

Run run_make_cross(const char *model_name, const char *kind_name, Str sentence, Str second) {
  return run_of(model_name, "own", kind_name, sentence, second);
}

void run_free(Run *run) {
  arena_free(run->arena);
  model_free(run->model);
}

float run_get(const Run *run, TracePart part, int layer, int head, int row, int col) {
  return mat_get(trace_matrix(run->trace, part, layer, head), row, col);
}

/* Numbers become words one to one: base-n digits written with n letters. */
static void add_word(StrBuf *text, Script script, unsigned number) {
  static const char *const latin[] = {"ba", "ne", "ti", "ro", "su", "la", "ke", "mi", "do", "pu"};
  static const char *const arabic[] = {"س", "ل", "ا", "م", "د", "ن", "ي", "ب", "ت", "ر"};
  if (script == SCRIPT_CHINESE) { /* one character is one token */
    unsigned code = 0x4E00 + number;
    strbuf_add_char(text, (char)(0xE0 | code >> 12));
    strbuf_add_char(text, (char)(0x80 | (code >> 6 & 0x3F)));
    strbuf_add_char(text, (char)(0x80 | (code & 0x3F)));
    return;
  }
  for (int digit = 0; digit < 4; digit++, number /= 10)
    strbuf_add(text, str_from((script == SCRIPT_LATIN ? latin : arabic)[number % 10]));
  strbuf_add_char(text, ' ');
}

Str run_sentence(Arena *arena, Script script, int word_count, int vocabulary_size, unsigned seed) {
  StrBuf text = strbuf_make(arena);
  Rng rng = rng_make(seed);
  unsigned first = (unsigned)rng_below(&rng, 8000);
  for (int i = 0; i < word_count; i++)
    add_word(&text, script,
             first + (unsigned)(vocabulary_size ? rng_below(&rng, vocabulary_size) : i));
  return strbuf_str(&text);
}
