/* tests/model/made_trained.c -- see made_trained.h. */
#include "model/made_trained.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"

static const char words[] =
    "[MASK]\nunknown 1\nunknown 2\nunknown 3\nunknown 4\nthe\nanimal\ndidn't\ndidn’t\ncross\n"
    "street\nbecause\nit\nwas\ntoo\ntired\nwide\na\ncat\nsat\non\n动物\n马路\n它\n.\n";
enum { UNKNOWN_WORDS = 4 };

static bool is_gain(const char *name) { return strstr(name, "gain") != NULL; }

static void fill(const NetworkShape *shape, float *numbers) {
  Rng rng = rng_make(11);
  for (int i = 0; i < network_tensor_count(shape); i++) {
    NetworkTensor tensor = network_tensor(shape, i);
    int count = (tensor.rows ? tensor.rows : 1) * tensor.cols;
    for (int n = 0; n < count; n++)
      numbers[tensor.first + (size_t)n] =
          (float)((is_gain(tensor.name) ? 1 : 0) + 0.25 * rng_normal(&rng));
  }
}

void made_trained(Arena *arena, MadeKind kind, Checkpoint *checkpoint) {
  bool *asked = NULL;
  *checkpoint = (Checkpoint){.name = "made", .label = "made · random numbers, for a test"};
  assert_true(vocabulary_read(arena, "words", str_from(words), UNKNOWN_WORDS,
                              &checkpoint->vocabulary, NULL));
  int count = checkpoint->vocabulary->count;
  checkpoint->shape = (NetworkShape){.layer_count = MADE_LAYERS,
                                     .head_count = MADE_HEADS,
                                     .d_model = MADE_WIDTH,
                                     .d_ff = kind == MADE_WITHOUT_MLP ? 0 : MADE_HIDDEN,
                                     .word_count = count};
  if (kind == MADE_WRITER) checkpoint->shape.mask = mask_only(MASK_CAUSAL, 0);
  checkpoint->numbers = arena_take(arena, network_number_count(&checkpoint->shape), sizeof(float));
  if (kind != MADE_WRITER) asked = arena_take(arena, (size_t)count, sizeof *asked);
  if (asked) {
    asked[VOCABULARY_HIDDEN_ID] = true;
    asked[vocabulary_find(checkpoint->vocabulary, STR("it"))] = true;
  }
  checkpoint->asked = asked;
  fill(&checkpoint->shape, checkpoint->numbers);
}
